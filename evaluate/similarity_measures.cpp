#include "evaluate/measure_table.h"

#include "evaluate/formulas.h"

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

// Calls use(higher, lower, weight) for each pair of relevant documents that counts. Returns what
// the weights are to be divided by.
template <typename Use>
double for_each_pair(const PairScheme& scheme, const Layer& topic, Ranking ranking,
                     const Parameters& parameters, Use use) {
  const std::size_t depth = parameters.cutoff == no_cutoff ? ranking.size() : parameters.cutoff;
  const auto k = static_cast<double>(depth);
  std::vector<Ranked> relevant;
  for (std::size_t i = 0; i < std::min(depth, ranking.size()); ++i)
    if (!topic.grades(ranking[i]).empty()) relevant.push_back({ranking[i], i + 1});
  double weights = 0;
  for (std::size_t i = 0; i < relevant.size(); ++i) {
    const std::size_t end = scheme.adjacent ? std::min(i + 2, relevant.size()) : relevant.size();
    for (std::size_t j = i + 1; j < end; ++j) {
      const double mean_rank = static_cast<double>(relevant[i].rank + relevant[j].rank) / 2;
      const double weight = scheme.by_rank ? (k - mean_rank) / k : 1;
      use(relevant[i], relevant[j], weight);
      weights += weight;
    }
  }
  if (scheme.adjacent || parameters.relevant_pairs) return weights;
  return weight_of_all_pairs(scheme.by_rank, k);
}

// S@K.
double redundancy(const PairScheme& scheme, const Layer& topic, Ranking ranking,
                  const Parameters& parameters, const PairSimilarity& similarity) {
  double similarities = 0;
  const double weights = for_each_pair(
      scheme, topic, ranking, parameters, [&](const Ranked& a, const Ranked& b, double weight) {
        similarities += weight * similarity(a.document, b.document);
      });
  return weights > 0 ? similarities / weights : 0;
}

// A part for every pair, at the rank of the lower document; they add up to -S@K.
ScoreParts redundancy_parts(const PairScheme& scheme, const Layer& topic, Ranking ranking,
                            const Parameters& parameters, const PairSimilarity& similarity) {
  ScoreParts parts;
  const double weights = for_each_pair(
      scheme, topic, ranking, parameters, [&](const Ranked& a, const Ranked& b, double weight) {
        parts.push_back({.kind = PartKind::redundancy,
                         .rank = static_cast<std::uint32_t>(b.rank),
                         .document = b.document,
                         .other_rank = static_cast<std::uint32_t>(a.rank),
                         .other = a.document,
                         .weight = weight,
                         .similarity = similarity(a.document, b.document)});
      });
  for (ScorePart& part : parts) {
    part.weight = ratio(part.weight, weights);
    part.amount = -part.weight * part.similarity;
  }
  return parts;
}

// (M + 1 - S) / 2 of the parts of M and -S.
ScoreParts mixed(ScoreParts of_measure, ScoreParts of_pairs) {
  ScoreParts parts = {{.kind = PartKind::constant, .amount = 0.5}};
  append_scaled(parts, std::move(of_measure), 0.5);
  append_scaled(parts, std::move(of_pairs), 0.5);
  return parts;
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

Scoring with_redundancy(Scoring measure, const PairScheme& scheme, const Layer& topic,
                        const Parameters& parameters, PairSimilarity similarity) {
  return {[=, &scheme, &topic, &parameters](Ranking ranking) {
            const double share = redundancy(scheme, topic, ranking, parameters, similarity);
            return (measure.score(ranking) + 1 - share) / 2;
          },
          [=, &scheme, &topic, &parameters](Ranking ranking) {
            return mixed(measure.parts(ranking),
                         redundancy_parts(scheme, topic, ranking, parameters, similarity));
          },
          [=, &topic](Ranking like) {
            return mixed(measure.ideal({&topic, 1}, like), {});
          }};
}

}  // namespace subintent::internal
