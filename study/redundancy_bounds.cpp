#include "study/redundancy_bounds.h"

#include <algorithm>

namespace subintent::internal {

RedundancyBounds::RedundancyBounds(const OpenTopic& topic,
                                   const std::vector<std::string_view>& docnos,
                                   const DocumentSimilarity& similarity)
    : scheme_(*topic.measure->similarity),
      parameters_(topic.measure->parameters),
      least_(similarity.fingerprints() != nullptr ? 0 : -1) {
  for (const auto& list : topic.lists) runs_.push_back(bounds_of(topic, list, docnos, similarity));
}

Range RedundancyBounds::bounds_of(const OpenTopic& topic, const std::vector<std::int32_t>& list,
                                  const std::vector<std::string_view>& docnos,
                                  const DocumentSimilarity& similarity) const {
  std::vector<Document> documents;
  bool is_open = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0) continue;
    const auto document = static_cast<std::size_t>(list[i]);
    bool is_relevant = false, may_be = false;
    for (const OpenGrade& grade : topic.layers[0].documents[document]) {
      is_relevant = is_relevant || grade.low > 0;
      may_be = may_be || grade.high > 0;
    }
    is_open = is_open || is_relevant != may_be;
    if (may_be) {
      documents.push_back({i + 1, is_relevant, similarity.find(docnos[document])});
    }
  }
  if (topic.lists_may_shrink) return of_shrinking(documents, similarity);
  const std::size_t depth = parameters_.cutoff == no_cutoff ? list.size() : parameters_.cutoff;
  if (!scheme_.adjacent && !parameters_.relevant_pairs) {
    return of_all_pairs(documents, static_cast<double>(depth), similarity);
  }
  return of_relevant_pairs(documents, static_cast<double>(depth), is_open, similarity);
}

// A document that similarities lack may have been left out of them because it is not judged.
Range RedundancyBounds::similarity_of(const Document& a, const Document& b,
                                      const DocumentSimilarity& similarity) const {
  const auto is_unknown = [](const Document& d) {
    return d.number == DocumentSimilarity::missing && !d.is_relevant;
  };
  if (is_unknown(a) || is_unknown(b)) return {least_, 1};
  const double value = similarity.similarity(a.number, b.number);
  return {value, value};
}

double RedundancyBounds::weight_of(const Document& a, const Document& b, double k) const {
  if (!scheme_.by_rank) return 1;
  return (k - static_cast<double>(a.rank + b.rank) / 2) / k;
}

// A weighted mean of some pairs, and of zeros for others, is between the lowest and the highest of
// all.
Range RedundancyBounds::of_shrinking(const std::vector<Document>& documents,
                                     const DocumentSimilarity& similarity) const {
  Range range;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Range value = similarity_of(documents[i], documents[j], similarity);
      range = {std::min(range.low, value.low), std::max(range.high, value.high)};
    }
  }
  return range;
}

// Each pair adds what it adds, or nothing.
Range RedundancyBounds::of_all_pairs(const std::vector<Document>& documents, double k,
                                     const DocumentSimilarity& similarity) const {
  const double whole = scheme_.by_rank ? (k - 1) * (k - 1) / 4 : k * (k - 1) / 2;
  Range sum;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Range value = similarity_of(documents[i], documents[j], similarity);
      const double weight = weight_of(documents[i], documents[j], k);
      const bool is_sure = documents[i].is_relevant && documents[j].is_relevant;
      sum.low += weight * (is_sure ? value.low : std::min(0.0, value.low));
      sum.high += weight * (is_sure ? value.high : std::max(0.0, value.high));
    }
  }
  if (whole <= 0) return {};
  return {sum.low / whole, sum.high / whole};
}

// A weighted mean of some pairs is between the lowest and the highest of all.
Range RedundancyBounds::of_relevant_pairs(const std::vector<Document>& documents, double k,
                                          bool is_open,
                                          const DocumentSimilarity& similarity) const {
  Range range, sum;
  double weights = 0;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = !is_open && scheme_.adjacent ? j - 1 : 0; i < j; ++i) {
      const Range value = similarity_of(documents[i], documents[j], similarity);
      range = {std::min(range.low, value.low), std::max(range.high, value.high)};
      const double weight = weight_of(documents[i], documents[j], k);
      sum.low += weight * value.low;
      weights += weight;
    }
  }
  if (is_open) return range;
  const double mean = weights > 0 ? sum.low / weights : 0;
  return {mean, mean};
}

}  // namespace subintent::internal
