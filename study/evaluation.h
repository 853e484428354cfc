// What an evaluation is made from, beside the runs: judgments, hierarchies, similarities. Whoever
// scores runs sets it up here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cluster/similarity.h"
#include "evaluate/judgments.h"
#include "evaluate/measure.h"
#include "evaluate/scorer.h"
#include "evaluate/topic_data.h"

namespace subintent {

// Files that represent documents: fingerprints, vectors, or a dense matrix with its docnos; or
// none.
struct SimilarityFiles {
  std::optional<std::string> fingerprints, dense, docnos;
  std::vector<std::string> vectors;
  FingerprintSimilarity kind = FingerprintSimilarity::cosine;

  bool any() const { return fingerprints || dense || !vectors.empty(); }
};

struct EvaluationInputs {
  JudgmentFiles judgments;
  std::vector<NamedHierarchies> hierarchies;  // names and paths
  SimilarityFiles similarity;
  std::optional<std::int32_t> max_grade;  // ERR's G; none: the highest grade judged
};

// The same after reading. Must live as long as the scorers made from it.
struct EvaluationData {
  Judgments judgments;
  std::vector<NamedHierarchies> hierarchies;
  std::optional<DocumentSimilarity> similarity;  // of the relevant documents
  std::optional<std::int32_t> max_grade;

  Scorer scorer(std::vector<Measure> measures) const {
    return scorer(judgments, hierarchies, std::move(measures));
  }
  // The same with a part of the judgments, or other hierarchies. Throws the errors of Scorer.
  Scorer scorer(const Judgments& own_judgments,
                const std::vector<NamedHierarchies>& own_hierarchies,
                std::vector<Measure> measures) const;
};

// Throws the errors of the readers. Warnings are those of read_judgments(), and of hierarchies and
// similarities that do not fit.
EvaluationData read_evaluation(const EvaluationInputs& inputs, Warnings& warnings);

}  // namespace subintent
