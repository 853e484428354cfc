// One measure against another: a point for each run.

#include "report/charts/scatter_chart.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

struct Axes {
  std::size_t x = 0, y = 1;  // measures
  bool are_parts = false;    // of D♯
};

// I-rec and D where they are there at one cutoff [SakaiSong11 Fig. 4]; else the first two.
Axes axes_of(const PageInput& input) {
  std::vector<Measure> measures;
  std::vector<std::size_t> places;
  for (const Measure& measure : input.scorer->measures()) {
    if (const auto place = place_of(measure, input.scores)) {
      measures.push_back(measure);
      places.push_back(*place);
    }
  }
  const auto is_flat = [](const Measure& m) { return !m.layer_aware && m.similarity == nullptr; };
  for (std::size_t x = 0; x < measures.size(); ++x) {
    if (measures[x].record->name != "I-rec" || !is_flat(measures[x])) continue;
    for (std::size_t y = 0; y < measures.size(); ++y)
      if (measures[y].record->name.starts_with("D-") && is_flat(measures[y]) &&
          measures[x].parameters.cutoff == measures[y].parameters.cutoff)
        return {places[x], places[y], true};
  }
  return {};
}

}  // namespace

Html plot_section(const PageContext& context) {
  if (context.measures() < 2 || context.runs() < 2) return {};
  const auto [at_x, at_y, are_parts] = axes_of(context.input);
  const std::string &x = context.measure(at_x), &y = context.measure(at_y);
  const std::vector<double> across = context.input.scores.measures[at_x].means();
  const std::vector<double> up = context.input.scores.measures[at_y].means();
  ScatterChart chart;
  chart.title = y + " against " + x;
  chart.description = "A point for each run. The table has the numbers.";
  chart.x = axis_around(x, across);
  chart.y = axis_around(y, up);
  for (std::size_t run = 0; run < context.runs(); ++run)
    chart.points.push_back({context.input.scores.runs[run], across[run], up[run]});
  if (are_parts) chart.contours = {"D♯", Parameters().gamma, 1 - Parameters().gamma};
  PageTable table({{"Run", "row"}, {html_name(x)}, {html_name(y)}}, "points");
  for (const ScatterChart::Point& point : chart.points)
    table.row(html_name(point.name), score_text(point.x), score_text(point.y));
  return html(
      "<p>Means over the topics.{}</p>\n<div id=\"plot-area\" data-x=\"{}\" "
      "data-y=\"{}\">{}</div>\n{}",
      are_parts ? " All points on a dashed line have the same D♯." : "", at_x, at_y,
      figure(chart, "scatter"),
      numbers("The points as a table", table.html_of(html("Means of the runs by two measures"))));
}

}  // namespace subintent::internal
