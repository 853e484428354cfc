#include "evaluate/pairwise_measures.h"

#include <algorithm>
#include <utility>

#include "base/portable_math.h"
#include "base/symmetric_eigenvalues.h"

namespace subintent::internal {
namespace {

// The documents of the top K that a similarity knows.
std::vector<DocumentId> known(Ranking ranking, const Parameters& parameters) {
  std::vector<DocumentId> documents;
  for (const DocumentId document :
       ranking.first(std::min<std::size_t>(parameters.cutoff, ranking.size()))) {
    if (document != not_relevant) documents.push_back(document);
  }
  return documents;
}

// Mean of 1 - similarity over all pairs, 0 where there is none [SmythMcClave01].
double mean_distance(const std::vector<DocumentId>& documents, const PairSimilarity& similarity) {
  double sum = 0, pairs = 0;
  for (std::size_t j = 1; j < documents.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) sum += 1 - similarity(documents[i], documents[j]);
    pairs += static_cast<double>(j);
  }
  return pairs > 0 ? sum / pairs : 0;
}

// exp of the entropy of the eigenvalues of K / n, K the similarities, 1 of each document with
// itself; 0 of no documents [FriedmanDieng23 3]. Similarities that are no kernel have eigenvalues
// below 0, which count nothing.
double effective_number(const std::vector<DocumentId>& documents,
                        const PairSimilarity& similarity) {
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
  for (const double value : symmetric_eigenvalues(std::move(matrix), n)) {
    if (value > 1e-15) entropy -= value * portable::log(value);
  }
  return portable::exp(entropy);
}

using ListFunction = double (*)(const std::vector<DocumentId>&, const PairSimilarity&);

// It is of all documents together: one part says all.
SimilarityScoreMaker of_documents(ListFunction value) {
  return [=](const PairSimilarity& similarity, const Parameters& parameters) -> Scoring {
    const auto score = [=, &parameters](Ranking ranking) {
      return value(known(ranking, parameters), similarity);
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
  return {
      {.name = "ILD",
       .other_names = {"intra-list-distance"},
       .family = family::similarity,
       .formula = "mean of 1 - similarity over all pairs of documents in the top K",
       .source = "SmythMcClave01",
       .traits = {.on_topic = true},
       .of_similarity = of_documents(mean_distance)},
      {.name = "Vendi",
       .family = family::similarity,
       .formula =
           "exp(- sum of e ln e), e the eigenvalues of the similarities in the top K / their "
           "number",
       .source = "FriedmanDieng23 3",
       .traits = {.on_topic = true},
       .of_similarity = of_documents(effective_number)},
  };
}

}  // namespace subintent::internal
