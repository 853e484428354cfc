#include "evaluate/similarity_measures.h"

#include <algorithm>
#include <vector>

namespace subintent {
namespace {

struct Ranked {
  DocumentId document;
  std::size_t rank;
};

// Sum of (K - (i+j)/2) / K over all i < j up to K: each rank is in K - 1 pairs, so this is
// (K-1)(K/2 - (K+1)/4).
double weight_of_all_pairs(bool by_rank, double k) {
  return by_rank ? (k - 1) * (k - 1) / 4 : k * (k - 1) / 2;
}

}  // namespace

double redundancy(PairScheme scheme, const Layer& topic_level, Ranking ranking,
                  std::uint32_t cutoff, bool relevant_pairs,
                  const std::function<double(DocumentId, DocumentId)>& similarity) {
  const std::size_t depth = cutoff == UINT32_MAX ? ranking.size() : cutoff;
  const auto k = static_cast<double>(depth);
  const bool by_rank = scheme == PairScheme::RA || scheme == PairScheme::RP;
  const bool adjacent = scheme == PairScheme::RP || scheme == PairScheme::NP;
  std::vector<Ranked> relevant;
  for (std::size_t i = 0; i < std::min(depth, ranking.size()); ++i) {
    if (!topic_level.grades(ranking[i]).empty()) relevant.push_back({ranking[i], i + 1});
  }
  double similarities = 0, weights = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    const std::size_t end = adjacent ? std::min(i + 2, relevant.size()) : relevant.size();
    for (std::size_t j = i + 1; j < end; ++j) {
      const double mean_rank = static_cast<double>(relevant[i].rank + relevant[j].rank) / 2;
      const double weight = by_rank ? (k - mean_rank) / k : 1;
      similarities += weight * similarity(relevant[i].document, relevant[j].document);
      weights += weight;
    }
  }
  if (!adjacent && !relevant_pairs) weights = weight_of_all_pairs(by_rank, k);
  return weights > 0 ? similarities / weights : 0;
}

}  // namespace subintent
