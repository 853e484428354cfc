// Whole files of document vectors, weighed by TF-IDF.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "subintent/basics.h"
#include "subintent/values.h"
#include "tokenize/statistics/statistics.h"

namespace subintent::internal {

// Reads vectors of term frequencies and writes the weighted ones, `without` some terms of some
// documents, with `write`, as lines in the
// order of the inputs, the same for any number of threads. Returns how many different terms the
// statistics lack. Throws Error as VectorReader does, for a weight too large for a number, and for
// terms where the statistics are those of no documents.
std::size_t weigh_vectors(const std::vector<Source>& inputs, const CollectionStatistics& statistics,
                          const std::function<void(std::string_view)>& write,
                          const TermsByDocument& without = {},
                          const ProgressCallback& progress = {});

}  // namespace subintent::internal
