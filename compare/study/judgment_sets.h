// How far sets of judgments of the same topics agree: people and a model, assessors, deep and
// shallow pools.
#pragma once

#include "compare/reliability.h"
#include "compare/study/evaluation.h"
#include "core/collection/qrels.h"
#include "evaluate/judgments.h"

namespace subintent::internal {

// How far two sets of judgments agree, by one coefficient.
struct JudgmentCoefficient : Estimate {
  // A statistic of the judgments that both have: the share of "equal" grades; Cohen's "kappa"
  // [Cohen 1960]; Krippendorff's "alpha_nominal" and "alpha_ordinal" [Krippendorff 2011];
  // "equal_relevance" and "kappa_relevance" of relevant or not. No value where there are none, or
  // chance agrees on all.
  std::string name = {};
};

struct JudgmentAgreement {
  std::string level;                             // "topic", or "intents": documents for intents
  std::uint64_t topics = 0;                      // that both have
  std::uint64_t both = 0, only1 = 0, only2 = 0;  // judgments of these topics
  std::vector<std::int32_t> grades;              // of what both judge, ascending; 0 for those below
  std::vector<std::vector<std::uint64_t>> confusion;  // [grade of 1][grade of 2]
  std::vector<JudgmentCoefficient> coefficients;
};

// Judgments of the topics that both sets have. What is judged is a document for an intent
// ("intents"), or for the topic ("topic"). Grades below 0 count as 0; those of `least_grade` are
// relevant.
JudgmentAgreement judgment_agreement(std::string level, const Qrels& first, const Qrels& second,
                                     const BootstrapSettings& settings,
                                     std::int32_t least_grade = 1);

// Topics of the one that the other lacks, in label order.
std::vector<std::string> topics_missing(const Qrels& has, const Qrels& lacks);

struct JudgesAgreement {
  std::string level;         // "topic" or "intents"
  std::uint64_t topics = 0;  // that all have
  std::uint64_t judged = 0;  // documents for topics or for intents, by two judges or more
  std::uint64_t by_all = 0;  // of these
  // fleiss_kappa of grades, of what all have judged; alpha_nominal and alpha_ordinal of what two
  // have; and of relevant or not fleiss_kappa_relevance and alpha_relevance.
  std::vector<JudgmentCoefficient> coefficients;
};

// How far judges agree on the topics that all of them have. Grades below 0 count as 0.
JudgesAgreement judges_agreement(std::string level, std::span<const Qrels* const> judges,
                                 const BootstrapSettings& settings, std::int32_t least_grade = 1);

enum class Ensemble {
  majority,  // the grade that most give; of several the lowest
  median     // the lower median of the grades
};

// One set of judgments of what several judged: of each document, for each intent, by those who
// judged it.
Qrels ensemble_of(std::span<const Qrels* const> judges, Ensemble ensemble, QrelsKind kind);

// Pools of judgments: the effect of their depth on scores [Webber Figs. 3 and 4], and of each run
// [Zobel 1998, section 5].

// For each judged topic the first `depth` documents of every run. Names are views into the runs,
// which must live as long, as must the topics. Throws the errors of JudgedTopics::find_all().
class Pool {
 public:
  Pool(const JudgedTopics& topics, std::span<const Run> runs, std::uint32_t depth);
  bool contains(std::string_view topic, std::string_view docno) const;

 private:
  const JudgedTopics& topics_;
  std::vector<std::unordered_set<std::string_view>> docnos_;  // by topic
};

struct PoolingOptions {
  std::vector<std::string> measures;               // names without cutoff
  std::vector<std::uint32_t> pool_depths, depths;  // of the pools, of the evaluation
  // The part of the weight of ranks, by measures with a parameter p, that lies below the depth of
  // evaluation; p = residual ^ (1 / depth) [Webber eq. 7].
  std::optional<double> rbp_residual;
  MeasureContext context;  // what the measures can refer to
};

// The measures at a depth of evaluation, "AP@10" for "AP". Throws the errors of parse_measures(),
// and Error::argument ("rbp_residual") where there is a residual, but no measure that takes p.
std::vector<Measure> measures_at(const PoolingOptions& options, std::uint32_t depth);

struct PoolingSetting {
  std::uint32_t pool_depth = 0, depth = 0;
};

// All settings, by the depth of the pool, then that of the evaluation. Beside the pools asked for
// there are those as deep as the evaluation: full assessment.
std::vector<PoolingSetting> pooling_settings(const PoolingOptions& options);

// Calls use() for every setting, in order, with the scores of `runs` by judgments cut down to the
// documents that pools of `pooled` would have held: the first ones of every run, for each topic.
void score_pools(const EvaluationData& data, std::span<const Run> runs, std::span<const Run> pooled,
                 const PoolingOptions& options,
                 const std::function<void(const PoolingSetting&, ScoreGroup)>& use,
                 const ProgressCallback& progress = {});

// A run scored by judgments to which it has not contributed [Zobel 1998].
struct LeftOutRun {
  std::string measure, run;
  std::uint32_t depth = 0;                    // of the pool
  std::uint64_t documents = 0, relevant = 0;  // judged ones that only this run has contributed
  double mean_with = 0, mean_without = 0;
  std::uint32_t rank_with = 0, rank_without = 0;  // among all runs, from 1
  // Correlates the rankings of all runs, with and without it; empty if all runs have the same mean.
  std::optional<double> tau_b;
};

// Leaves out the contribution of each run in turn: of the judged documents of a topic those among
// the first `depth` of this run and of no other. All runs are scored by what is left. By measure,
// then run. Throws the errors of Scorer, and Error for fewer than two runs.
std::vector<LeftOutRun> leave_out_runs(const EvaluationData& data, std::span<const Run> runs,
                                       const std::vector<Measure>& measures, std::uint32_t depth,
                                       const ProgressCallback& progress = {});

}  // namespace subintent::internal
