// What `subintent compare` prints: for people as text, for programs as tables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/agreement.h"
#include "compare/discriminative_power.h"
#include "compare/score_matrix.h"
#include "compare/significance.h"
#include "report/data_table.h"
#include "report/line_chart.h"

namespace subintent::internal {

struct Report {
  std::string text;
  std::vector<DataTable> tables;
};

// The pairs of one group of runs under one test: results[measure].
struct TestedGroup {
  const ScoreGroup* group = nullptr;
  std::size_t number = 0;  // of the group, from 1; 0 if there is only one
  std::vector<RunPair> pairs;
  TestSettings settings;
  std::vector<TestResult> results;
};

// Winners among runs. A pair is significant if its p-value, corrected within its group, measure and
// test (not for Tukey HSD, which is family-wise by itself), is below alpha. Table "pairs".
Report significance_report(std::span<const TestedGroup> tested, Correction correction);

// Discriminative power of measures under one or several tests [Sakai12 Tables 2-4; SakaiSong11
// Table 5].
struct TestedMeasures {
  TestSettings settings;
  std::vector<std::string> measures;
  std::vector<DiscriminativePower> powers;  // by measure
};

// Tables "power" and "overlaps".
Report power_report(std::span<const TestedMeasures> tested, Correction correction);

// Table "curves": test, measure, rank, p.
DataTable asl_table(std::span<const TestedMeasures> tested);
// Curves of one test; p-values above `limit` are cut off.
LineChart asl_chart(const TestedMeasures& tested, double limit);

// Correlations of run rankings by every two measures, and of the order of run pairs by p-value
// [Webber Table 3]. Over several groups: the mean, weighted by runs or pairs. `tested` may be
// empty. Table "correlations".
Report correlation_report(std::span<const ScoreGroup> groups,
                          std::span<const TestedMeasures> tested, bool of_runs);

// The layout of [Sakai12 Table 6]: a part for each gold standard, and one for all of them where
// there are several. Measures that are gold standards are not tested. Table "concordance".
Report concordance_report(std::span<const ScoreGroup> groups, const std::vector<std::string>& gold);

struct PreferencePool {
  std::string name;
  JudgedPairs judged;
};

// The layout of [Dou19 Tables 5-7]. The first pool's participants have the columns; those of the
// others must be the same. Table "agreement".
Report preference_report(std::span<const PreferencePool> pools, TiedPreference tied);

}  // namespace subintent::internal
