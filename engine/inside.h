// What public values are made of, for the files that implement them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compare/study/evaluation.h"
#include "core/collection/run.h"
#include "evaluate/judgments.h"
#include "report/score_set.h"
#include "similarity/simhash/fingerprints.h"
#include "similarity/similarity.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"
#include "subintent/similarity.h"

namespace subintent {

struct ScoredRuns::Data {
  internal::ScoreSet set;
  Remarks remarks;
};

struct Judgments::Data {
  std::shared_ptr<const internal::Judgments> judgments;
  Warnings warnings;
  JudgmentInputs inputs;  // but for rows, which are in the judgments
};

namespace internal {

// The friend of public classes.
struct Inside {
  static const Judgments& of(const subintent::Judgments& judgments) {
    return *judgments.data_->judgments;
  }
  static std::shared_ptr<const Judgments> shared(const subintent::Judgments& judgments) {
    return judgments.data_->judgments;
  }
  static subintent::Judgments judgments(std::shared_ptr<const Judgments> made, Warnings warnings,
                                        JudgmentInputs inputs);
  static const DocumentSimilarity& of(const Similarity& similarity) {
    return *similarity.documents_;
  }
  static std::shared_ptr<const DocumentSimilarity> shared(const Similarity& similarity) {
    return similarity.documents_;
  }
  static const Run& of(const subintent::Run& run) { return *run.run_; }
  static auto of(const DuplicateGroups& duplicates) {
    return std::pair(duplicates.name_, duplicates.groups_);
  }
  static Similarity similarity(DocumentSimilarity made) { return Similarity(std::move(made)); }
  static ScoredRuns scored(ScoreSet set, Remarks remarks);
  static const ScoreSet& of(const ScoredRuns& runs) { return runs.data_->set; }
  // What is inside an evaluator lives as long as the evaluator.
  static const EvaluationData& data(const Evaluator& evaluator);
  static const Scorer& scorer(const Evaluator& evaluator);
  static const Gain::Table& gains(const Evaluator& evaluator);
  static subintent::Run run(Run made) { return subintent::Run(std::move(made)); }
  static const FingerprintTable& of(const Fingerprints& fingerprints) {
    return *fingerprints.table_;
  }
};

// Names of documents in memory, one for each of `rows`. Throws Error (argument "docnos") for
// another number, names that no file could hold, and one that is there twice.
void check_docnos(const std::vector<std::string>& docnos, std::size_t rows);

// The fingerprints of these documents, each of so many bits. Throws Error as
// Similarity::fingerprints() does.
FingerprintRows fingerprint_rows(const std::vector<std::string>& docnos,
                                 const std::vector<std::uint64_t>& words, int bits);

}  // namespace internal
}  // namespace subintent
