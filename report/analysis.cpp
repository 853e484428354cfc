#include "report/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/error.h"
#include "support/progress.h"
#include "support/strings.h"

namespace subintent::internal {

// The analyses; each is defined in NAME_report.cpp.
Analysis significance_analysis();
Analysis discriminative_power_analysis();
Analysis correlation_analysis();
Analysis concordance_analysis();
Analysis preferences_analysis();

std::span<const Analysis> analyses() {
  static const Analysis all[] = {significance_analysis(), discriminative_power_analysis(),
                                 correlation_analysis(), concordance_analysis(),
                                 preferences_analysis()};
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
  report.text.insert(0, text.text() + "\n");
}

// Runs that are compared with none, for no other has their topics.
std::vector<std::string> single_run_warnings(const std::vector<ScoreGroup>& groups) {
  std::vector<std::string> names;
  for (const ScoreGroup& group : groups) {
    if (group.runs.size() != 1 || groups.size() == 1) continue;
    names.push_back(fmt::format("{} ({})", printable(group.runs[0]),
                                printable(fmt::format("{}", fmt::join(group.files, ", ")))));
  }
  if (names.empty()) return {};
  const std::size_t shown = std::min<std::size_t>(names.size(), 12);
  return {fmt::format("{} not compared with any, no other has the same topics: {}{}",
                      count_of(names.size(), "run"), fmt::join(std::span(names).first(shown), ", "),
                      shown < names.size() ? ", ..." : "")};
}

// Measures times pairs times tests.
std::uint64_t work_of(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  std::uint64_t work = 0;
  for (const ScoreGroup& group : groups) {
    const std::uint64_t runs = group.runs.size();
    const std::uint64_t pairs = options.baseline ? runs - 1 : runs * (runs - 1) / 2;
    work += pairs * group.measures.size() * options.tests.size();
  }
  return work;
}

}  // namespace

AnalysisResult analyse(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                       const ProgressCallback& progress) {
  ProgressMeter meter(progress, "testing", "pairs", work_of(options, groups));
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
