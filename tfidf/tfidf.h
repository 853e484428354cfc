// TF-IDF weights and the cosine of sparse vectors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// The factor, a power of two, that brings the largest absolute weight to [1, 2): with it no square
// of a weight is too large, and nothing else about a cosine changes. 1 if all weights are 0.
double safe_scale(double largest_weight);

// The cosine of two vectors from their scalar product and their squared lengths: 0 if one of them
// has no length, and within [-1, 1]. A vector has cosine 1 with itself, exactly.
double cosine_of(double product, double squared_length_a, double squared_length_b);

// The cosine of two vectors with sorted terms, summed in the order of the terms. Two empty vectors
// have cosine 0.
double cosine(std::span<const TermWeight> a, std::span<const TermWeight> b);

}  // namespace subintent::internal
