#include "evaluate/measure_table.h"

#include "core/base/portable_math.h"
#include "core/base/symmetric_eigenvalues.h"
#include "evaluate/parameters.h"

namespace subintent::internal {
namespace {

struct Ranked {
  DocumentId document;
  std::size_t rank;
};

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
  // Sum of (K - (i+j)/2) / K over all i < j up to K: each rank is in K - 1 pairs, so this is
  // (K-1)(K/2 - (K+1)/4).
  return scheme.by_rank ? (k - 1) * (k - 1) / 4 : k * (k - 1) / 2;
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

std::vector<DocumentId> known(Ranking ranking, const Parameters& parameters) {
  std::vector<DocumentId> documents;
  for (const DocumentId document : top_of(ranking, parameters.cutoff))
    if (document != not_relevant) documents.push_back(document);
  return documents;
}

using Documents = std::vector<DocumentId>;

// Mean of 1 - similarity over all pairs, 0 where there is none [SmythMcClave01].
double mean_distance(const Documents& documents, const PairSimilarity& similarity,
                     const Parameters&) {
  double sum = 0, pairs = 0;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) sum += 1 - similarity(documents[i], documents[j]);
    pairs += static_cast<double>(j);
  }
  return pairs > 0 ? sum / pairs : 0;
}

double least_distance(const Documents& documents, const PairSimilarity& similarity,
                      const Parameters&) {
  std::optional<double> least;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double distance = 1 - similarity(documents[i], documents[j]);
      least = std::min(least.value_or(distance), distance);
    }
  }
  return least.value_or(0);
}

// How many have one above them that is as similar as near-duplicates are, but for rounding; over
// all. 1 where nothing is known, as for a list that is not there.
double duplicate_share(const Documents& documents, const PairSimilarity& similarity,
                       const Parameters& parameters) {
  double duplicates = 0;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    const auto is_near = [&](DocumentId above) {
      return similarity(above, documents[j]) >= parameters.duplicate_similarity - 1e-9;
    };
    duplicates += std::any_of(documents.begin(), documents.begin() + j, is_near) ? 1 : 0;
  }
  return documents.empty() ? 1 : duplicates / static_cast<double>(documents.size());
}

// exp of the entropy of the eigenvalues of K / n, K the similarities, 1 of each document with
// itself; 0 of no documents [FriedmanDieng23 3]. Similarities that are no kernel have eigenvalues
// below 0, which count nothing.
double effective_number(const Documents& documents, const PairSimilarity& similarity,
                        const Parameters&) {
  const std::size_t n = documents.size();
  if (n == 0) return 0;
  std::vector<double> matrix(n * n);
  for (std::size_t j = 0; j < n; ++j) {
    matrix[j * n + j] = 1.0 / static_cast<double>(n);
    for (std::size_t i = 0; i < j; ++i) {
      matrix[i * n + j] = matrix[j * n + i] =
          similarity(documents[i], documents[j]) / static_cast<double>(n);
    }
  }
  double entropy = 0;
  for (const double value : symmetric_eigenvalues(std::move(matrix), n))
    if (value > 1e-15) entropy -= value * portable::log(value);
  return portable::exp(entropy);
}

using ListFunction = double (*)(const Documents&, const PairSimilarity&, const Parameters&);

SimilarityScoreMaker of_documents(ListFunction value) {
  return [=](const PairSimilarity& similarity, const Parameters& parameters) {
    return in_one_part([=, &parameters](Ranking ranking) {
      return value(known(ranking, parameters), similarity, parameters);
    });
  };
}

}  // namespace

const PairScheme* find_pair_scheme(std::string_view name) {
  const auto at = std::ranges::find(pair_schemes, name, &PairScheme::name);
  return at == std::end(pair_schemes) ? nullptr : at;
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

[[gnu::cold]] std::vector<MeasureRecord> pairwise_measures() {
  std::vector<MeasureRecord> measures = {
      {.name = "ILD",
       .other_names = {"intra-list-distance"},
       .family = family::similarity,
       .formula = "mean of 1 - similarity over all pairs of documents in the top K",
       .source = "SmythMcClave01",
       .of_similarity = of_documents(mean_distance)},
      {.name = "ILMD",
       .family = family::similarity,
       .formula = "least 1 - similarity of two documents in the top K",
       .source = "as ILD, the minimum",
       .of_similarity = of_documents(least_distance)},
      {.name = "Vendi",
       .family = family::similarity,
       .formula =
           "exp(- sum of e ln e), e the eigenvalues of the similarities in the top K / their "
           "number",
       .source = "FriedmanDieng23 3",
       .of_similarity = of_documents(effective_number)},
      {.name = "Vendi-share",
       .family = family::similarity,
       .formula = "Vendi / the number of documents in the top K",
       .source = "FriedmanDieng23 3",
       .of_similarity =
           of_documents([](const Documents& documents, const PairSimilarity& similarity,
                           const Parameters& parameters) {
             return ratio(effective_number(documents, similarity, parameters),
                          static_cast<double>(documents.size()));
           })},
      {.name = "NearDup",
       .family = family::similarity,
       .formula =
           "documents in the top K with similarity >= t to one above them / all in the top K",
       .source = "this program",
       .parameters = {number_parameter("t", &Parameters::duplicate_similarity, 0, 1,
                                       "least similarity of near-duplicates")},
       .traits = {.lower_is_better = true},
       .of_similarity = of_documents(duplicate_share)},
      {.name = "Unique",
       .family = family::similarity,
       .formula = "documents in the top K that no other run has in its top K / all in the top K",
       .source = "this program",
       .traits = {.sees_runs = true}},
  };
  for (MeasureRecord& measure : measures)
    measure.traits.on_topic = measure.traits.needs_no_judgments = true;
  return measures;
}

}  // namespace subintent::internal
