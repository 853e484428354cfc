// An analysis of scores with the hierarchies that several cutoffs of pruning make.

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

// Puts those of a cutoff before those of the context. Throws Error::argument if that has one of
// their names.
void add_delta_hierarchies(MeasureContext& context) {
  const std::vector<std::string> names = delta_hierarchies();
  for (const std::string& name : names) {
    if (std::ranges::count(context.hierarchies, name) == 0) continue;
    throw Error::argument(
        "hierarchy",
        fmt::format("hierarchy: {} is the name of a hierarchy that `deltas` makes", name),
        "choose another name");
  }
  context.hierarchies.insert(context.hierarchies.begin(), names.begin(), names.end());
}

// Measures refer to hierarchies of a cutoff, then to given ones.
std::vector<Measure> measures_of_delta(const AnalysisValues& values, MeasureContext context) {
  add_delta_hierarchies(context);
  const std::vector<Measure> parsed = parse_measures(values.texts("measures"), context);
  if (values.given("placebo")) {
    if (values.find("no_overlaps") == nullptr)
      throw Error::argument("placebo", "placebo goes with discriminative-power", "leave it out");
    require_hierarchies(parsed);
  }
  return parsed;
}

AnalysisResult run_delta(AnalysisInputs& inputs, const AnalysisValues& values,
                         const ProgressCallback& progress) {
  DeltaOptions options;
  options.deltas = values.numbers("deltas");
  options.measures = inputs.measures;
  options.placebo = {static_cast<std::uint32_t>(values.whole("placebo").value_or(0)),
                     values.find("seed") == nullptr ? 1 : *values.whole("seed")};
  options.sources = inputs.sources;
  options.superintents = inputs.superintents;
  if (options.superintents.empty() && need_superintents(options.measures))
    throw Error::argument("superintents", "superintents is missing; SUP+WI and SUP+WD need it");
  Remarks remarks = checked_runs(inputs);
  const bool placebo = options.placebo.count > 0;
  Series series{{"delta"}, {}, {}};
  for (const Measure& measure : options.measures) series.measures.push_back(measure.name);
  std::vector<PlaceboPoint> placebos;
  const auto add = [&](double delta, const ScoreGroup& scores) {
    add_point(series, {delta}, *inputs.each, values, scores);
    if (placebo) placebos.push_back(placebo_point({delta}, values, scores));
  };
  const auto add_one = [&](const ScoreGroup& scores) {
    add_placebo(placebos.back(), values, scores);
  };
  score_deltas(inputs.data, inputs.runs, inputs.dendrograms, options, add, progress, add_one);
  AnalysisResult result = joined(std::move(remarks), series_result(series, inputs.draws));
  if (!placebo) return result;
  if (result.chart) add_placebo_lines(placebos, 0, std::get<LineChart>(*result.chart));
  result.report.text.add("\n");
  append(result.report,
         placebo_report(placebos, series.columns, correction_of(values), options.placebo));
  return result;
}

}  // namespace

Analysis delta_analysis() {
  Analysis analysis;
  analysis.name = "delta";
  analysis.summary = "an analysis of scores, with hierarchies pruned at several cutoffs";
  analysis.source = "Dou et al. 2019, Fig. 8";
  analysis.need = Need::runs;
  analysis.usage = "[ANALYSIS] --qrels Q [NAME=]RUN...";
  AnalysisOption placebo = placebo_option();
  placebo.default_value = "";
  analysis.options = {measures_option("HD#-nDCG_WI@20,HD#-nDCG_WD@20"), deltas_option("0:0.7:0.1"),
                      placebo};
  analysis.settings = {{"delta", CellKind::number, "the cutoff"}};
  analysis.tables = {placebo_record()};  // where there are placebos
  analysis.draws = true;
  analysis.has_dendrograms = true;
  analysis.makes_series = true;
  analysis.measures = measures_of_delta;
  analysis.run = run_delta;
  return analysis;
}

}  // namespace subintent::internal
