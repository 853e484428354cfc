// Whole files of document vectors, turned into fingerprints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "subintent/basics.h"

namespace subintent::internal {

// Reads document vectors and writes their fingerprints of `words` times 64 bits with `write`, as
// lines in the order of the inputs, in little memory. Returns how many documents have no terms, and
// so no fingerprint. Throws Error as VectorReader does, and for a document that comes twice.
std::uint64_t fingerprint_vectors(const std::vector<Source>& inputs, std::size_t words,
                                  const std::function<void(std::string_view)>& write,
                                  const ProgressCallback& progress = {});

}  // namespace subintent::internal
