// Documents of other topics, as a measure of how similar a topic's documents are.
#pragma once

#include "similarity/similarity.h"
#include "subintent/values.h"

namespace subintent::internal {

// All documents with a sparse vector. They are compared by the cosines of the square roots of their
// weights (Hellinger), whatever a topic's trees are made by.
class Background {
 public:
  // Throws Error::argument("background") for all but vectors of terms.
  static void check(DocumentSimilarity::Kind kind);

  // Checked.
  explicit Background(const DocumentSimilarity& all);

  // For each merge, the mean over the pairs of documents that it joins of their similarity, less b
  // c / o: b and c are the mean similarities of the two documents with those of other topics, and o
  // that of two documents of other topics. To twelve decimals. `topic` has all documents of the
  // topic, `documents` those of the tree; they may be missing. Empty where other topics have fewer
  // than two documents, or those nothing in common. Time is linear in the terms of the topic's
  // documents, times the depth of the tree.
  std::vector<double> excess(std::span<const std::uint32_t> topic,
                             std::span<const std::uint32_t> documents,
                             std::span<const Merge> merges) const;

 private:
  struct Weight {
    std::uint32_t term;
    double weight;
  };
  struct Others;

  static void add(std::vector<Weight>& sum, const std::vector<Weight>& more);
  std::vector<Weight> unit_vector(std::uint32_t document) const;
  Others others(std::span<const std::uint32_t> topic) const;

  const SparseVectors& rows_;
  std::size_t documents_ = 0;  // with terms
  std::vector<double> total_;  // of vectors of length 1, by term
  double squared_length_ = 0;  // of the total
};

}  // namespace subintent::internal
