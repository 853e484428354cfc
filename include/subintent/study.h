// Studies: what a change of pools, or of the hierarchies' threshold, does to the scores of runs;
// and how similar documents are.
//
// The former give the scores of all runs for each of their settings, for comparisons (compare.h):
// such as discriminative power over the depth of pools, or correlation with the ranking at another
// one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/comparison.h"
#include "subintent/dendrogram.h"
#include "subintent/evaluate.h"
#include "subintent/export.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/run.h"
#include "subintent/scores.h"
#include "subintent/similarity.h"
#include "subintent/similarity_study.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

struct PoolingOptions {
  std::vector<std::string> measures = {"AP", "aAP", "enDCG", "nDCG"};  // without cutoff
  std::vector<std::uint32_t> pool_depths = {5, 10, 20, 50, 100};
  std::vector<std::uint32_t> depths = {5, 10, 20, 50, 100, 200, 500, 1000};  // of evaluation
  std::vector<Run> pooled = {};  // runs that make the pools; none: those that are scored
  // Of the weight that RBP and the other measures with a parameter p (in any form) give to ranks,
  // the part below the depth of evaluation, 0 to below 1, which p follows from [Webber eq. 7]: p =
  // residual ^ (1 / depth). 0: p as usual; else one of the measures must take p, and none may say
  // what it is.
  double rbp_residual = 0;
  EvaluatorOptions evaluation = {};
};

// The scores of all runs, by measures cut at `depth`, with judgments of a pool.
struct PooledScores {
  std::uint32_t pool_depth = 0, depth = 0;
  std::vector<Scores> scores;  // by run
};

struct Pooling {
  std::vector<PooledScores> settings;
  Warnings warnings;
};

// Scores runs as if only those documents had been judged that are among the first `pool_depth` of a
// pooled run [Webber Figs. 3 and 4]: at every depth of evaluation, by pools of all depths and by
// those as deep as the evaluation (full assessment); by depth of the pool, then of evaluation.
// Throws the errors of Evaluator, and Error where two runs have one name, and for numbers that make
// no sense (argument "measures", "depths", ...).
Pooling pooling(const Judgments& judgments, const std::vector<Run>& runs,
                const PoolingOptions& options = {}, const ProgressCallback& progress = {});

struct DeltaOptions {
  std::vector<double> deltas = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};  // thresholds, 0 to 1
  // They name the hierarchies that each delta makes, as [Dou19 Fig. 8] names its curves: WI, WD,
  // WIRaw, SUP+WI, SUP+WD; and those of `evaluation`, whose names must be others.
  std::vector<std::string> measures = {"HD#-nDCG_WI@20", "HD#-nDCG_WD@20"};
  std::optional<Source> superintents = {};  // topic, superintent, intent; of SUP+WI and SUP+WD
  EvaluatorOptions evaluation = {};
};

// The scores of all runs with hierarchies cut at delta.
struct DeltaScores {
  double delta = 0;
  std::vector<Scores> scores;  // by run
};

struct DeltaStudy {
  std::vector<DeltaScores> settings;
  Warnings warnings;
};

// Scores runs by the hierarchies that each threshold of similarity makes of the dendrograms of
// intents [Dou19 Fig. 8]. Throws the errors of hierarchies() and Evaluator, and Error where two
// runs have one name, and for numbers that make no sense (argument "deltas").
DeltaStudy delta_study(const Judgments& judgments, const std::vector<Dendrogram>& dendrograms,
                       const std::vector<Run>& runs, const DeltaOptions& options = {},
                       const ProgressCallback& progress = {});

// How similar pairs of relevant documents are, those relevant to the same intent and those relevant
// to other intents [Dou19 Fig. 7]. Documents that the similarity lacks have similarity 0 to all
// others; a warning counts them. Throws Error where it lacks them all.
SimilarityStudy similarity_study(const Judgments& judgments, const Similarity& similarity,
                                 const ProgressCallback& progress = {},
                                 Warnings* warnings = nullptr);

// What the hierarchies WI are like that each threshold makes of the dendrograms of intents. Throws
// as delta_study() does.
std::vector<DeltaShape> delta_shapes(const Judgments& judgments,
                                     const std::vector<Dendrogram>& dendrograms,
                                     const std::vector<double>& deltas,
                                     const ProgressCallback& progress = {});

struct JudgmentAgreementOptions {
  std::uint64_t trials = 1000;  // of the bootstrap, 1 to 100,000
  std::uint64_t seed = 1;
  double alpha = 0.05;  // intervals have confidence 1 - alpha
};

struct JudgmentAgreements {
  std::vector<JudgmentAgreement> levels;  // "topic", then "intents"
  std::vector<std::string> only1, only2;  // topics that the other lacks
};

// How far two sets of judgments agree on what both judge, with intervals by the bootstrap over
// topics. Throws Error where they have no topic in common, and for numbers that make no sense
// (argument "trials", "alpha").
JudgmentAgreements judgment_agreement(const Judgments& first, const Judgments& second,
                                      const JudgmentAgreementOptions& options = {});

struct LeaveOutOptions {
  std::vector<std::string> measures = {"nDCG@20", "alpha-nDCG@20", "D#-nDCG@20"};
  std::uint32_t depth = 100;  // of the pool
  EvaluatorOptions evaluation = {};
};

struct LeaveOut {
  std::vector<LeftOutRun> runs;  // by measure, then run
  Warnings warnings;
};

// Scores each run by the judgments without what it alone has contributed to a pool: of the judged
// documents of a topic those among its first `depth`, and of those of no other run [Zobel 1998].
// Throws the errors of Evaluator, and Error where there are fewer than two runs or two have one
// name (argument "runs"), and of argument "depth".
LeaveOut leave_out(const Judgments& judgments, const std::vector<Run>& runs,
                   const LeaveOutOptions& options = {}, const ProgressCallback& progress = {});

}  // namespace subintent
