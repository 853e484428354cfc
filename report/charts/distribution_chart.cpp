#include "report/charts/distribution_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axes.h"

namespace subintent::internal {
namespace {

// The outline of the bins, filled.
void draw_bins(SvgWriter& out, const PlotArea& area, const Distribution& one, std::size_t number) {
  const double bottom = area.top + area.height;
  std::string path = fmt::format("M{:.2f} {:.2f}", area.x_of(one.edges[0]), bottom), boxes;
  for (std::size_t i = 0; i < one.heights.size(); ++i) {
    const double low = one.edges[i], high = one.edges[i + 1], y = area.y_of(one.heights[i]);
    path += fmt::format("V{:.2f}H{:.2f}", y, area.x_of(high));
    boxes += fmt::format(
        "<rect fill=\"none\" pointer-events=\"all\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" "
        "height=\"{:.2f}\"><title>{}, {:.4g} to {:.4g}: {:.4f}</title></rect>\n",
        area.x_of(low), y, area.x_of(high) - area.x_of(low), bottom - y,
        svg_text(shortened(one.name, 400)), low, high, one.heights[i]);
  }
  path += fmt::format("V{:.2f}", bottom);
  out.add(
      fmt::format("<path class=\"f{}\" fill-opacity=\"0.2\" d=\"{}z\"/>\n<path d=\"{}\" {}/>\n{}",
                  number % series_colours, path, path, series_pen(number), boxes));
}

}  // namespace

std::string svg_of(const DistributionChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  PlotArea area;
  double highest = 0, low = chart.distributions[0].edges[0], high = low;
  for (const Distribution& one : chart.distributions) {
    highest = std::max(highest, std::ranges::max(one.heights));
    low = std::min(low, one.edges.front());
    high = std::max(high, one.edges.back());
  }
  area.x = {chart.x_label, low, high};
  area.y = {chart.y_label, 0, highest > 0 ? 1.05 * highest : 1};
  PlotLegend legend{
      .width = 320, .row_height = 20, .rows = chart.distributions.size() + chart.marks.size()};
  legend.fit(area, frame);
  out.words(area.left + area.width / 2, 22, chart.title, {.anchor = "middle", .width = area.width});
  area.draw(out);
  std::size_t row = 0;
  for (const Distribution& one : chart.distributions) {
    legend.draw(out, area, row, series_pen(row), one.name);
    draw_bins(out, area, one, row++);
  }
  // Marks are lines of ink, each with a dash of its own.
  for (std::size_t i = 0; i < chart.marks.size(); ++i) {
    const std::string ink =
        fmt::format("class=\"axis\" stroke-dasharray=\"{} 3\"", 2 + 3 * (i % 4));
    out.add(fmt::format("<path d=\"M{:.2f} {}v{}\" {}/>\n", area.x_of(chart.marks[i].x), area.top,
                        area.height, ink));
    legend.draw(out, area, row++, ink, chart.marks[i].name);
  }
  return legend.finish(out, area, chart.title, chart.description);
}

}  // namespace subintent::internal
