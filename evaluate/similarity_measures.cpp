#include "evaluate/similarity_measures.h"

#include <algorithm>
#include <vector>

namespace subintent::internal {
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

const PairScheme* find_pair_scheme(std::string_view name) {
  const auto at = std::ranges::find(pair_schemes, name, &PairScheme::name);
  return at == pair_schemes.end() ? nullptr : at;
}

ParameterRecord pairs_parameter() {
  return word_parameter<bool>("pairs", &Parameters::relevant_pairs,
                              {{"all", false}, {"relevant", true}},
                              "what RA and NA divide by: pairs of ranks, or of relevant documents");
}

double redundancy(const PairScheme& scheme, const Layer& topic, Ranking ranking,
                  const Parameters& parameters,
                  const std::function<double(DocumentId, DocumentId)>& similarity) {
  const std::size_t depth = parameters.cutoff == no_cutoff ? ranking.size() : parameters.cutoff;
  const auto k = static_cast<double>(depth);
  std::vector<Ranked> relevant;
  for (std::size_t i = 0; i < std::min(depth, ranking.size()); ++i) {
    if (!topic.grades(ranking[i]).empty()) relevant.push_back({ranking[i], i + 1});
  }
  double similarities = 0, weights = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    const std::size_t end = scheme.adjacent ? std::min(i + 2, relevant.size()) : relevant.size();
    for (std::size_t j = i + 1; j < end; ++j) {
      const double mean_rank = static_cast<double>(relevant[i].rank + relevant[j].rank) / 2;
      const double weight = scheme.by_rank ? (k - mean_rank) / k : 1;
      similarities += weight * similarity(relevant[i].document, relevant[j].document);
      weights += weight;
    }
  }
  if (!scheme.adjacent && !parameters.relevant_pairs) {
    weights = weight_of_all_pairs(scheme.by_rank, k);
  }
  return weights > 0 ? similarities / weights : 0;
}

}  // namespace subintent::internal
