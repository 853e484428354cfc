#include "render/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "base/progress.h"
#include "base/strings.h"

namespace subintent::internal {

// The analyses; each is defined in NAME_report.cpp.
Analysis significance_analysis();
Analysis discriminative_power_analysis();
Analysis correlation_analysis();
Analysis concordance_analysis();
Analysis preferences_analysis();
Analysis topic_set_size_analysis();
Analysis consistency_analysis();

std::span<const Analysis> analyses() {
  static const Analysis all[] = {significance_analysis(), discriminative_power_analysis(),
                                 correlation_analysis(),  concordance_analysis(),
                                 preferences_analysis(),  topic_set_size_analysis(),
                                 consistency_analysis()};
  return all;
}

const Analysis* find_analysis(std::string_view name) {
  for (const Analysis& analysis : analyses()) {
    if (analysis.name == name) return &analysis;
  }
  return nullptr;
}

bool Analysis::takes(std::string_view parameter) const {
  return std::ranges::count(parameters, parameter) > 0;
}

namespace {

// What each of several groups is: a table before the others, and above the text.
void add_groups(const std::vector<ScoreGroup>& groups, Report& report) {
  DataTable table{"groups", {"group", "runs", "topics", "first_topic", "last_topic", "files"}, {}};
  TextTable text(0);
  text.add({"group", "runs", "topics", "first", "last", "files"});
  for (const ScoreGroup& group : groups) {
    const std::string files = fmt::format("{}", fmt::join(group.files, ", "));
    const auto number = static_cast<std::int64_t>(table.rows.size() + 1);
    table.rows.push_back({number, static_cast<std::int64_t>(group.runs.size()),
                          static_cast<std::int64_t>(group.topics.size()), group.topics.front(),
                          group.topics.back(), files});
    text.add({std::to_string(number), std::to_string(group.runs.size()),
              std::to_string(group.topics.size()), printable(group.topics.front()),
              printable(group.topics.back()), printable(files)});
  }
  report.tables.insert(report.tables.begin(), std::move(table));
  if (!report.paper.empty()) report.paper.insert(report.paper.begin(), paper_table(text));
  ReportText all;
  all.add(std::move(text));
  all.add("\n");
  all.add(report.text);
  report.text = std::move(all);
}

}  // namespace

TestSettings settings_of(const AnalysisOptions& options, const SignificanceTest& test,
                         bool intervals) {
  return {&test, options.trials.value_or(test.default_trials), options.seed, options.alpha,
          intervals};
}

AnalysisResult analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                       const ProgressCallback& progress) {
  ProgressMeter meter(progress, "testing", "pairs",
                      number_of_tests(groups, options.baselines) * options.tests.size());
  AnalysisResult made =
      options.analysis->run(options, groups, [&](std::uint64_t done) { meter.advance(done); });
  if (groups.size() > 1) add_groups(groups, made.report);
  if (options.analysis->compares_runs) {
    const auto singles = single_run_warnings(groups);
    made.warnings.insert(made.warnings.end(), singles.begin(), singles.end());
  }
  return made;
}

}  // namespace subintent::internal
