// The report of `compare topic-set-size`.
#include "compare/topic_set_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/strings.h"
#include "render/analysis.h"

namespace subintent::internal {
namespace {

std::string topics_text(const TopicSetSize& size) {
  return size.topics ? std::to_string(*size.topics) : fmt::format(">{}", max_designed_topics);
}

std::string test_text(const std::optional<std::uint32_t>& systems) {
  return systems ? fmt::format("the best and the worst of {} runs, by one-way ANOVA", *systems)
                 : "two runs, by the paired t-test";
}

// Rows are measures, columns differences: the sizes for one test.
TextTable size_table(std::span<const MeasureTopicSetSize> sizes,
                     const std::optional<std::uint32_t>& systems,
                     std::span<const double> differences) {
  TextTable table;
  std::vector<std::string> row = {"", "variance"};
  for (const double difference : differences) row.push_back(shortest(difference));
  const std::size_t columns = row.size();
  table.add(std::move(row));
  row.clear();
  for (const auto& [measure, design, size] : sizes) {
    if (design.systems != systems) continue;
    if (row.empty()) row = {printable(measure), fraction(design.variance, 4)};
    row.push_back(topics_text(size));
    if (row.size() == columns) table.add(std::exchange(row, {}));
  }
  return table;
}

DataTable size_rows(std::span<const MeasureTopicSetSize> sizes, ResidualVariance variance) {
  DataTable table{"topic_set_sizes",
                  {"measure", "test", "systems", "difference", "topics", "power", "variance",
                   "residual", "alpha", "beta"},
                  {}};
  const std::string residual = variance == ResidualVariance::one_way ? "one-way" : "two-way";
  for (const auto& [measure, design, size] : sizes) {
    Cell topics;
    if (size.topics) topics = whole(*size.topics);
    table.rows.push_back({measure, design.systems ? "anova" : "t",
                          whole(design.systems.value_or(2)), design.difference, topics, size.power,
                          design.variance, residual, design.alpha, design.beta});
  }
  return table;
}

AnalysisResult topic_set_size(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                              const PairsDone&) {
  const TopicSetGrid& grid = options.sizes;
  const auto sizes = topic_set_sizes(groups, grid);
  AnalysisResult made;
  made.warnings = variance_warnings(groups, sizes);
  made.report.tables.push_back(size_rows(sizes, grid.variance));
  made.report.text.add(
      fmt::format("Topics that show a difference of means with power {} at alpha = {}\n"
                  "(variance: residual of {} ANOVA)\n",
                  shortest(1 - grid.beta), shortest(grid.alpha),
                  grid.variance == ResidualVariance::one_way ? "one-way" : "two-way"));
  std::vector<std::optional<std::uint32_t>> tests = {std::nullopt};
  tests.insert(tests.end(), grid.systems.begin(), grid.systems.end());
  for (const auto& systems : tests) {
    made.report.text.add("\nBetween " + test_text(systems) + "\n\n");
    made.report.text.add(size_table(sizes, systems, grid.differences));
  }
  return made;
}

}  // namespace

Analysis topic_set_size_analysis() {
  Analysis analysis;
  analysis.name = "topic-set-size";
  analysis.summary = "how many topics show a difference, given the variance of these scores";
  analysis.parameters = {"alpha", "beta", "differences", "systems", "residual"};
  analysis.compares_runs = false;
  analysis.run = topic_set_size;
  return analysis;
}

}  // namespace subintent::internal
