#include "report/charts/line_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axes.h"

namespace subintent::internal {
namespace {

void draw_line(SvgWriter& out, const PlotArea& area, const LineChart& chart, std::size_t number) {
  const ChartLine& line = chart.lines[number];
  std::string points, circles;
  for (const auto& [x, y] : line.points) {
    points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", area.x_of(x), area.y_of(y));
    if (!chart.marks) continue;
    circles += fmt::format(
        "<circle class=\"f{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3\"><title>{}: {:.6g}, "
        "{:.6g}</title></circle>\n",
        number % series_colours, area.x_of(x), area.y_of(y), svg_text(shortened(line.name, 400)), x,
        y);
  }
  out.add(fmt::format("<g clip-path=\"url(#{})\"><polyline points=\"{}\" {}/>\n{}</g>\n",
                      svg_text(out.id("plot")), points, series_pen(number), circles));
}

}  // namespace

std::string svg_of(const LineChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  PlotArea area;
  area.x = {chart.x_label, chart.x_min, chart.x_max, chart.logarithmic_x, chart.x_ticks};
  area.y = {chart.y_label, chart.y_min, chart.y_max};
  PlotLegend legend{.rows = chart.lines.size()};
  area.height = std::clamp(legend.row_height * static_cast<double>(legend.rows), 360.0, 720.0);
  legend.fit(area, frame);
  out.words(area.left + area.width / 2, 22, chart.title, {.anchor = "middle", .width = area.width});
  area.draw(out);
  out.add(fmt::format(
      "<clipPath id=\"{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
      svg_text(out.id("plot")), area.left, area.top, area.width, area.height));
  for (std::size_t i = 0; i < chart.lines.size(); ++i) {
    draw_line(out, area, chart, i);
    legend.draw(out, area, i, series_pen(i), chart.lines[i].name);
  }
  return legend.finish(out, area, chart.title, chart.description);
}

}  // namespace subintent::internal
