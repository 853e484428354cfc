// Bounds of the redundancy of lists by the similarity of documents [Dou19 section 4].
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "similarity/similarity.h"
#include "study/list_bounds.h"
#include "study/open_topic.h"

namespace subintent::internal {

// S@K of the lists of a topic, whatever is judged [Dou19 eq. 5, 6].
class RedundancyBounds {
 public:
  // `docnos` of the documents of the topic, whose measure must live as long.
  RedundancyBounds(const OpenTopic& topic, const std::vector<std::string_view>& docnos,
                   const DocumentSimilarity& similarity);

  const Range& run(std::size_t run) const { return runs_[run]; }

 private:
  // A document of a list that is relevant or may be.
  struct Document {
    std::size_t rank = 0;
    bool is_relevant = false;
    std::uint32_t number = 0;  // as the similarity knows it
  };

  Range bounds_of(const OpenTopic& topic, const std::vector<std::int32_t>& list,
                  const std::vector<std::string_view>& docnos,
                  const DocumentSimilarity& similarity) const;
  Range similarity_of(const Document& a, const Document& b,
                      const DocumentSimilarity& similarity) const;
  double weight_of(const Document& a, const Document& b, double k) const;
  Range of_shrinking(const std::vector<Document>& documents,
                     const DocumentSimilarity& similarity) const;
  Range of_all_pairs(const std::vector<Document>& documents, double k,
                     const DocumentSimilarity& similarity) const;
  Range of_relevant_pairs(const std::vector<Document>& documents, double k, bool is_open,
                          const DocumentSimilarity& similarity) const;

  const PairScheme& scheme_;
  const Parameters& parameters_;
  double least_ = -1;  // similarity
  std::vector<Range> runs_;
};

}  // namespace subintent::internal
