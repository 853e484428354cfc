// Estimates what the best of several runs would score on other topics.
#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/other_topics.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> selection_tables() {
  using enum CellKind;
  return {
      {"selected", "a row per measure",
       all_columns(
           {{"group", whole, "of runs with the same topics, from 1"},
            {"measure", text, "name"},
            {"run", text, "with the highest mean"},
            {"mean", number, "of its scores, too high as it was chosen for it"},
            {"estimate", number, "of its mean on other topics, from topics that did not choose"},
            interval_columns("of the interval of the estimate"),
            {"optimism", number, "mean - estimate"},
            {"share", number, "of topics and splits where the other folds choose this run"},
            {"runs", whole, "to choose from"},
            {"topics", whole, "that all have"},
            {"folds", whole, "of each split"},
            bootstrap_columns("random splits", "of the splits")})},
      {"choices",
       "a row per measure and run",
       {{"group", whole, "of runs with the same topics, from 1"},
        {"measure", text, "name"},
        {"run", text, "name"},
        {"mean", number, "of its scores"},
        {"share", number, "of topics and splits where the other folds choose it"}}}};
}

constexpr std::size_t most_choices_shown = 5;

// The runs that are chosen most often.
std::string often_chosen(const ScoreGroup& group, const Selection& selection) {
  const auto order =
      ordered(group.runs.size(), [&](std::size_t run) { return -selection.chosen[run]; });
  std::string text;
  for (std::size_t i = 0; i < std::min(order.size(), most_choices_shown); ++i) {
    if (selection.chosen[order[i]] <= 0) break;
    text += fmt::format("{}{} {:.0f}%", i == 0 ? "" : ", ", printable(group.runs[order[i]]),
                        100 * selection.chosen[order[i]]);
  }
  return text;
}

AnalysisResult run_selected(AnalysisInputs& inputs, const AnalysisValues& values,
                            const ProgressCallback& progress) {
  const SelectionSettings settings{static_cast<std::size_t>(*values.whole("folds")),
                                   *values.whole("trials"), *values.whole("seed"),
                                   *values.number("alpha")};
  AnalysisResult result;
  result.report.tables = {table_of(selection_tables(), "selected"),
                          table_of(selection_tables(), "choices")};
  TextTable text(2);
  text.add({"measure", "best run", "mean", "estimate", name_of_interval(settings.alpha), "optimism",
            "chosen"});
  const auto groups = comparable(inputs.groups);
  warn_of_few_topics(inputs.groups, result.remarks.warnings);
  ProgressMeter meter(progress, "choosing", "measures", groups.size() * groups[0]->measures.size());
  for (const ScoreGroup* const group : groups) {
    const auto number = whole(static_cast<std::uint64_t>(group - inputs.groups.data()) + 1);
    for (const ScoreMatrix& scores : group->measures) {
      const Selection selection = selected(scores, group->runs, settings);
      meter.advance();
      const std::string& best = group->runs[selection.best];
      add_row(result.report.tables[0], number, scores.measure, best, selection.mean,
              selection.estimate, selection.low, selection.high,
              selection.mean - selection.estimate, selection.chosen[selection.best], scores.runs,
              scores.topics, settings.folds, settings.alpha, settings.splits, settings.seed);
      for (std::size_t run = 0; run < scores.runs; ++run) {
        add_row(result.report.tables[1], number, scores.measure, group->runs[run], scores.mean(run),
                selection.chosen[run]);
      }
      text.add({printable(scores.measure), printable(best), decimals(selection.mean),
                decimals(selection.estimate),
                fmt::format("{:.4f} {:.4f}", selection.low, selection.high),
                signed_decimals(selection.mean - selection.estimate),
                often_chosen(*group, selection)});
    }
  }
  result.report.text.add(
      fmt::format("The best of {} by mean, and an estimate of its mean on other topics: that of "
                  "the runs that\n"
                  "the other folds choose ({} in {} folds, seed {})\n\n",
                  count_of(groups[0]->runs.size(), "run"),
                  count_of(settings.splits, "random split"), settings.folds, settings.seed),
      std::move(text));
  return result;
}

}  // namespace

Analysis selected_analysis() {
  Analysis analysis;
  analysis.name = "selected";
  analysis.summary = "what the best of several runs can be expected to score on other topics";
  analysis.source = "Stone 1974; Varma and Simon 2006";
  analysis.usage = "SCORES...";
  const AnalysisOption folds = record_option(
      "folds", OptionKind::whole, "N",
      "parts of the topics, each scored by the choice of the others", "5", {2, 1'000'000});
  AnalysisOption splits = trials_option();
  splits.default_value = "100";
  analysis.options = {standardise_option(), folds, alpha_option(), splits, seed_option()};
  analysis.tables = selection_tables();
  analysis.resamples = true;
  analysis.run = run_selected;
  return analysis;
}

}  // namespace subintent::internal
