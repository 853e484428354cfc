// How judges rank runs: against the truth, or one against another.
#pragma once

#include "compare/reliability.h"
#include "compare/score_matrix.h"

namespace subintent::internal {

// Of the means of runs over topics. tau_b of the best runs is of those that the first judge, the
// truth, has at the top; tau_ap too takes the first for the truth.
inline constexpr std::array<std::string_view, 5> judge_coefficients = {
    "tau_b", "tau_ap", "tau_b of the best", "spearman", "pearson"};

// Two runs that two judges order differently.
struct ChangedOrder {
  RunPair runs;
  double difference1 = 0, difference2 = 0;  // of the means, first run minus second
  double p1 = 1, p2 = 1;                    // of the paired t-tests of these, not corrected
};

struct ComparedJudges {
  std::size_t first = 0, second = 0;  // measures of the group
  std::array<Estimate, judge_coefficients.size()> coefficients;
  std::vector<ChangedOrder> changes;  // the largest difference by the first judge first
  std::size_t pairs = 0;              // of runs that both order
};

// How much more one judge agrees with the truth than another does.
struct JudgeAdvantage {
  std::size_t first = 0, second = 0;  // places among the compared judges
  std::array<Estimate, judge_coefficients.size()> differences;
};

struct JudgeCorrelations {
  std::vector<ComparedJudges> compared;
  std::vector<JudgeAdvantage> advantages;  // none without a truth
};

// With the name of a judge as the truth, that judge against all others, by the same measure, or
// where the truth has one measure, by all; else all judges of a measure against each other. `best`
// is the number of runs at the top. Throws Error where the truth, or a counterpart, is not there.
JudgeCorrelations judge_correlations(const ScoreGroup& group,
                                     const std::optional<std::string>& truth, std::size_t best,
                                     const BootstrapSettings& settings);

// The measures of that judge. Throws Error where there are none, naming the judges.
std::vector<std::size_t> measures_of_judge(const ScoreGroup& group, const std::string& judge);

// Is another measure held against this one of the truth, whose measures are `truths`? It is the
// same, or the only one.
bool is_true_measure(const ScoreGroup& group, const std::vector<std::size_t>& truths,
                     std::size_t truth, std::size_t measure);

}  // namespace subintent::internal
