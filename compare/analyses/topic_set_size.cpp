// How many topics show a difference.
#include "compare/planning.h"

#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "core/base/warning.h"

namespace subintent::internal {
namespace {

TableRecord topic_set_size_record() {
  using enum CellKind;
  return {"topic_set_sizes",
          "by measure: the t-test, then each analysis of variance, by differences",
          {{"measure", text, "name"},
           {"test", text, "t, of two systems, or anova"},
           {"systems", whole, "that are compared"},
           {"difference", number, "of true means that is to be found"},
           {"topics", whole, "that are needed; none for more than 100,000"},
           {"power", number, "with these topics"},
           {"variance", number, "of the scores"},
           {"residual", text, "one-way or two-way"},
           {"alpha", number, "the significance level"},
           {"beta", number, "1 - power"}}};
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
    row.push_back(size.topics ? std::to_string(*size.topics)
                              : fmt::format(">{}", max_designed_topics));
    if (row.size() == columns) table.add(std::exchange(row, {}));
  }
  return table;
}

DataTable size_rows(std::span<const MeasureTopicSetSize> sizes, ResidualVariance variance) {
  DataTable table = table_of(topic_set_size_record());
  const std::string residual = variance == ResidualVariance::one_way ? "one-way" : "two-way";
  for (const auto& [measure, design, size] : sizes) {
    Cell topics;
    if (size.topics) topics = whole(*size.topics);
    add_row(table, measure, design.systems ? "anova" : "t", design.systems.value_or(2),
            design.difference, topics, size.power, design.variance, residual, design.alpha,
            design.beta);
  }
  return table;
}

TopicSetGrid grid_of(const AnalysisValues& values) {
  return {
      *values.number("alpha"), *values.number("beta"), values.numbers("differences"),
      values.wholes("systems"),
      values.text("residual") == "two-way" ? ResidualVariance::two_way : ResidualVariance::one_way};
}

void warn_of_no_variance(const std::vector<ScoreGroup>& groups,
                         std::span<const MeasureTopicSetSize> sizes, Warnings& warnings) {
  std::vector<std::string> names;
  for (const std::string& name : groups.at(0).measure_names())
    if (std::ranges::count(sizes, name, &MeasureTopicSetSize::measure) == 0)
      names.push_back(printable(name));
  if (names.empty()) return;
  add_warning(warnings, "no-variance",
              fmt::format("no number of topics for {}: all scores of a run are the same",
                          join(names, ", ")));
}

AnalysisResult run_topic_set_size(AnalysisInputs& inputs, const AnalysisValues& values,
                                  const ProgressCallback&) {
  const TopicSetGrid grid = grid_of(values);
  const auto sizes = topic_set_sizes(inputs.groups, grid);
  AnalysisResult result;
  warn_of_no_variance(inputs.groups, sizes, result.remarks.warnings);
  result.report.tables.push_back(size_rows(sizes, grid.variance));
  result.report.text.add(
      fmt::format("Topics that show a difference of means with power {} at alpha = {}\n"
                  "(variance: residual of {} ANOVA)\n",
                  shortest(1 - grid.beta), shortest(grid.alpha), *values.text("residual")));
  std::vector<std::optional<std::uint32_t>> tests = {std::nullopt};
  tests.insert(tests.end(), grid.systems.begin(), grid.systems.end());
  for (const auto& systems : tests) {
    result.report.text.add(
        systems ? fmt::format("\nBetween the best and the worst of {} runs, by one-way ANOVA\n\n",
                              *systems)
                : "\nBetween two runs, by the paired t-test\n\n",
        size_table(sizes, systems, grid.differences));
  }
  return result;
}

}  // namespace

Analysis topic_set_size_analysis() {
  Analysis analysis;
  analysis.name = "topic-set-size";
  analysis.summary = "how many topics show a difference, given the variance of these scores";
  analysis.source = "Sakai, Topic set size design, Information Retrieval Journal 2016";
  analysis.usage = "SCORES...";
  const AnalysisOption beta =
      record_option("beta", OptionKind::number, "B", "1 - power: the risk of missing a difference",
                    "0.2", {1e-6, 1, false, true});
  const AnalysisOption differences =
      record_option("differences", OptionKind::numbers, "D,...", "differences of means to be found",
                    "0.05,0.1,0.2", {0, 1e100});
  const AnalysisOption systems = record_option("systems", OptionKind::wholes, "M,...",
                                               "numbers of runs compared by analysis of variance",
                                               "10", {2, max_designed_systems});
  const AnalysisOption residual = choice_option(
      "residual", {"one-way", "two-way"},
      "the variance that runs do not explain (default), or runs and topics", "one-way");
  analysis.options = {standardise_option(), alpha_option(), beta, differences, systems, residual};
  analysis.tables = {topic_set_size_record()};
  analysis.compares_runs = false;
  analysis.check = [](const AnalysisValues& values) { check_grid(grid_of(values)); };
  analysis.run = run_topic_set_size;
  return analysis;
}

}  // namespace subintent::internal
