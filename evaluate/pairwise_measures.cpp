#include "evaluate/measure_table.h"

#include "core/base/portable_math.h"
#include "core/base/symmetric_eigenvalues.h"
#include "evaluate/formulas.h"

namespace subintent::internal {
namespace {

std::vector<DocumentId> known(Ranking ranking, const Parameters& parameters) {
  std::vector<DocumentId> documents;
  for (const DocumentId document :
       ranking.first(std::min<std::size_t>(parameters.cutoff, ranking.size())))
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

double vendi_share(const Documents& documents, const PairSimilarity& similarity,
                   const Parameters& parameters) {
  return ratio(effective_number(documents, similarity, parameters),
               static_cast<double>(documents.size()));
}

using ListFunction = double (*)(const Documents&, const PairSimilarity&, const Parameters&);

// It is of all documents together: one part says all.
SimilarityScoreMaker of_documents(ListFunction value) {
  return [=](const PairSimilarity& similarity, const Parameters& parameters) -> Scoring {
    const auto score = [=, &parameters](Ranking ranking) {
      return value(known(ranking, parameters), similarity, parameters);
    };
    const auto parts = [score](Ranking ranking) -> ScoreParts {
      return {{.kind = PartKind::constant, .amount = score(ranking)}};
    };
    const auto ideal = [](Ranking) -> ScoreParts { return {}; };
    return {score, parts, ideal};
  };
}

}  // namespace

std::vector<MeasureRecord> pairwise_measures() {
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
       .of_similarity = of_documents(vendi_share)},
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
