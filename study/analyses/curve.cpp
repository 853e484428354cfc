// Measures against the number of documents that are read.
#include <fmt/format.h>

#include <algorithm>

#include "compare/mean_interval.h"
#include "study/analyses/analysis.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

const TableRecord& record() {
  using enum CellKind;
  static const TableRecord made = {"curve",
                                   "a row per measure, run and cutoff",
                                   {{"measure", text, "name, without cutoff"},
                                    {"run", text, "name"},
                                    {"cutoff", whole, "documents that are read"},
                                    {"mean", number, "over topics"},
                                    {"low", number, "of the interval of the mean"},
                                    {"high", number, "of the interval of the mean"},
                                    {"alpha", number, "the interval has confidence 1 - alpha"}}};
  return made;
}

// All measures at the first cutoff, then at the next one.
std::vector<Measure> measures(const AnalysisValues& values, MeasureContext context) {
  std::vector<std::string> names;
  for (const std::uint32_t cutoff : values.wholes("cutoffs")) {
    for (const std::string& name : values.texts("measures")) {
      names.push_back(name_at(name, cutoff));
    }
  }
  return parse_measures(names, context);
}

void add_line(const std::string& name, std::vector<std::pair<double, double>> points,
              LineChart& chart) {
  for (const auto& [cutoff, mean] : points) chart.y_max = std::max(chart.y_max, mean);
  chart.lines.push_back({name, std::move(points)});
}

AnalysisResult run(AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
  AnalysisResult made;
  const ScoreGroup scores =
      score_runs(inputs.runs, inputs.data.scorer(inputs.measures), made.remarks);
  const std::vector<std::string> names = values.texts("measures");
  const std::vector<std::uint32_t> cutoffs = values.wholes("cutoffs");
  const double alpha = *values.number("alpha");
  DataTable table = table_of(record());
  LineChart chart;
  chart.title = "Measures by cutoff";
  chart.description = "Means over topics of the measures by the number of documents that are read";
  chart.x_label = "documents read";
  chart.y_label = "mean";
  chart.marks = true;
  chart.x_min = std::ranges::min(cutoffs);
  chart.x_max = std::max<double>(std::ranges::max(cutoffs), chart.x_min + 1);
  for (const std::string& name : names) {
    TextTable text(1);
    std::vector<std::string> header = {"run"};
    for (const std::uint32_t cutoff : cutoffs) header.push_back(fmt::format("@{}", cutoff));
    text.add(header);
    for (std::size_t r = 0; r < scores.runs.size(); ++r) {
      std::vector<std::string> cells = {printable(scores.runs[r])};
      std::vector<std::pair<double, double>> points;
      for (const std::uint32_t cutoff : cutoffs) {
        const ScoreMatrix& matrix =
            scores.measures[scores.find_measure(fmt::format("{}@{}", name, cutoff))];
        std::vector<double> of_topics;
        for (std::size_t t = 0; t < matrix.topics; ++t) of_topics.push_back(matrix.at(t, r));
        const double mean = matrix.mean(r);
        const auto [low, high] = mean_interval(of_topics, alpha);
        table.rows.push_back({name, scores.runs[r], std::int64_t{cutoff}, mean, low, high, alpha});
        cells.push_back(fmt::format("{:.4f}", mean));
        points.emplace_back(cutoff, mean);
      }
      text.add(std::move(cells));
      add_line(names.size() > 1 ? scores.runs[r] + ", " + name : scores.runs[r], std::move(points),
               chart);
    }
    made.report.text.add(fmt::format("{}{}, means over {}\n\n", &name == names.data() ? "" : "\n",
                                     printable(name), count_of(scores.topics.size(), "topic")));
    made.report.text.add(std::move(text));
  }
  made.report.tables.push_back(std::move(table));
  if (inputs.draws) made.chart = std::move(chart);
  return made;
}

}  // namespace

Analysis curve_analysis() {
  Analysis analysis;
  analysis.name = "curve";
  analysis.summary = "measures against the number of documents that are read, with intervals";
  analysis.source = "t intervals of means over topics";
  analysis.need = Need::runs;
  analysis.usage = "--qrels Q [NAME=]RUN...";
  analysis.options = {measures_option("I-rec,alpha-nDCG"), cutoffs_option("1,2,3,5,10,20,50,100"),
                      alpha_option()};
  analysis.tables = {record()};
  analysis.draws = true;
  analysis.compares_runs = false;
  analysis.measures = measures;
  analysis.run = run;
  return analysis;
}

}  // namespace subintent::internal
