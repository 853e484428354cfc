// subintent compare: statistics over scores, and over scores made for a range of depths or deltas.
#include "faces/cli/commands/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/strings.h"
#include "collection/scores.h"
#include "compare/concordance.h"
#include "faces/cli/command.h"
#include "faces/cli/options/preferences.h"
#include "faces/cli/terminal_width.h"
#include "io/input_file.h"
#include "io/output_file.h"
#include "render/table_format.h"
#include "study/measure_names.h"

namespace subintent::internal {
namespace compare_command {

namespace {

ScoreFormat score_format(const Options& o) {
  return o.scores_format == "trec_eval"               ? ScoreFormat::trec_eval
         : o.scores_format == "ir_measures"           ? ScoreFormat::ir_measures
         : o.scores_format == "matrix"                ? ScoreFormat::matrix
         : o.scores_format == "matrix-without-topics" ? ScoreFormat::matrix_without_topics
                                                      : ScoreFormat::automatic;
}

std::vector<ScoreGroup> read_groups(const Options& o, const Plan& plan, const CommandLine& line) {
  ScoreTable table = read_scores(sources(plan.inputs),
                                 o.run_name == "file"  ? ScoreRunName::file
                                 : o.run_name == "tag" ? ScoreRunName::tag
                                                       : ScoreRunName::automatic,
                                 score_format(o));
  for (const std::string& note : table.notes) line.note(note);
  if (o.missing != "group") line.warn(joined_runs_warnings(table, "files"));
  std::vector<std::string> measures;
  if (o.measures) measures = measure_names(*o.measures);
  const std::vector<std::string>& gold = plan.analysis.gold;
  measures = with_gold(measures, gold);
  rename_measures(table, measures.empty() ? gold : measures);
  if (o.missing == "zero") line.warn(zero_filled_warnings(table, measures));
  return make_groups(table, measures,
                     o.missing == "zero"    ? MissingScores::zero
                     : o.missing == "drop"  ? MissingScores::drop
                     : o.missing == "group" ? MissingScores::group
                                            : MissingScores::error);
}

// Together they appear or not at all.
struct Outputs {
  OutputFiles files;
  OutputFile& report;
  OutputFile *curves, *svg;  // null where not wanted

  explicit Outputs(const Options& o)
      : report(files.open(o.output)), curves(files.open(o.curves)), svg(files.open(o.svg)) {}
};

void write(const Options& o, const Report& report, OutputFile& output) {
  output.write(find_table_format(o.format)->report("compare " + o.arguments[0], report,
                                                   o.output == "-" ? terminal_width() : 0));
}

void compare_scores(const Options& o, const Plan& plan, const CommandLine& line, Outputs& outputs) {
  auto groups = read_groups(o, plan, line);
  for (ScoreGroup& group : groups) {
    if (o.standardise) standardise(group);
  }
  ProgressLine progress(line.shows_progress());
  const AnalysisResult made = analyse(plan.analysis, groups, progress.callback());
  line.warn(made.warnings);
  if (outputs.curves != nullptr) {
    const DataTable tables[] = {asl_table(made.tested)};
    outputs.curves->write(tsv_of(tables));
  }
  if (outputs.svg != nullptr) outputs.svg->write(svg_of(made.chart.value()));
  write(o, made.report, outputs.report);
}

void compare_series(const Options& o, const Plan& plan, const CommandLine& line, Outputs& outputs) {
  if (plan.source == ScoreSource::placebo) {
    write(o, placebo_study(o, plan, line), outputs.report);
    return;
  }
  std::vector<PlaceboPoint> placebos;
  const Series series = plan.source == ScoreSource::pooling ? pooling_series(o, plan, line)
                                                            : delta_series(o, plan, line, placebos);
  line.warn(warnings_of(series));
  if (outputs.svg != nullptr) {
    LineChart chart = series_chart(series, 0);
    if (!placebos.empty()) add_placebo_lines(placebos, 0, chart);
    outputs.svg->write(svg_of(chart));
  }
  Report report = series_report(series);
  if (!placebos.empty()) {
    Report more = placebo_report(placebos, series.columns, plan.analysis.correction, plan.placebo);
    report.text.add("\n");
    report.text.add(more.text);
    report.tables.push_back(std::move(more.tables.at(0)));
  }
  write(o, report, outputs.report);
}

}  // namespace
}  // namespace compare_command

Work setup_compare(CommandLine& line) {
  using namespace compare_command;
  auto options = std::make_shared<Options>();
  declare(line, *options);
  line.parse();
  if (is_of_hierarchies(*options)) return hierarchies_work(*options, line);
  if (is_of_judgments(*options)) return judgments_work(*options, line);
  if (is_of_similarities(*options)) return similarities_work(*options, line);
  return [options, plan = plan_of(line, *options), &line]() mutable {
    const Options& o = *options;
    Outputs outputs(o);
    plan.analysis.pools = read_preference_pools(o.preferences);
    if (o.testing.is_random() && plan.placebo.count == 0 && !plan.analysis.analysis->resamples &&
        std::ranges::none_of(plan.analysis.tests, &SignificanceTest::is_random)) {
      line.warn(no_random_test);
    }
    plan.source == ScoreSource::scores ? compare_scores(o, plan, line, outputs)
                                       : compare_series(o, plan, line, outputs);
    outputs.files.close();
  };
}

}  // namespace subintent::internal
