// TF-IDF weights.
#pragma once

#include "subintent/basics.h"
#include "subintent/values.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/terms/document_vector.h"

namespace subintent::internal {

// Weighs document vectors by the statistics of their collection. Not thread-safe: one per thread.
class TermWeigher {
 public:
  // `statistics` must outlive the weigher.
  explicit TermWeigher(const CollectionStatistics& statistics);

  // Turns term frequencies into weights tf * ln(N / df), in place. Terms of weight 0 (those in
  // every document, or of frequency 0) are removed: they add nothing to a cosine. Terms that the
  // statistics lack count df = 1; they are appended to `unknown`. Returns false if a weight is too
  // large for a number, and leaves the vector half done.
  bool weigh(DocumentVector& vector, std::vector<std::string>& unknown);

 private:
  struct KnownIdf {
    std::uint64_t frequency = 0;  // 0: none yet
    double idf = 0;
  };

  double idf(std::uint64_t frequency);

  const CollectionStatistics& statistics_;
  std::vector<KnownIdf> known_;  // the last one computed for each of some frequencies
};

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
