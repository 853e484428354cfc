// Charts with numbers on axes: lines, bars, distributions.
#include <fmt/format.h>

#include <algorithm>

#include "report/charts/charts.h"
#include "report/charts/svg.h"

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

constexpr double bar_row_height = 22, longest_bar_name = 220, bar_plot_width = 400, bar_top = 40,
                 longest_text = 80;

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

std::string svg_of(const BarChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  double names = 0;
  for (const BarChart::Bar& bar : chart.bars)
    names = std::max(names, text_width(shortened(bar.name, longest_bar_name)));
  const double left = names + 18, height = bar_row_height * static_cast<double>(chart.bars.size());
  const double high = chart.high > 0 ? chart.high : 1;
  out.text(10, 20, chart.title, {.width = left + bar_plot_width});
  for (const double tick : round_ticks(0, high)) {
    const double x = left + bar_plot_width * tick / high;
    out.add(fmt::format("<path class=\"grid\" d=\"M{:.2f} {}v{}\"/>\n", x, bar_top, height));
    out.text(x, bar_top + height + 16, fmt::format("{:.6g}", tick), {.anchor = "middle"});
  }
  out.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v{}\"/>\n", left, bar_top, height));
  double y = bar_top;
  for (const BarChart::Bar& bar : chart.bars) {
    const double width = bar_plot_width * std::clamp(bar.value / high, 0.0, 1.0);
    out.text(left - 8, y + 15, bar.name, {.anchor = "end", .width = longest_bar_name});
    out.add(
        fmt::format("<rect class=\"f0\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\"/>\n",
                    left, y + 3, width, bar_row_height - 6));
    out.text(left + width + 6, y + 15, bar.text, {.width = longest_text});
    y += bar_row_height;
  }
  out.text(left + bar_plot_width / 2, bar_top + height + 36, chart.label,
           {.anchor = "middle", .width = bar_plot_width});
  return out.finish(left + bar_plot_width + longest_text + 16, bar_top + height + 50, chart.title,
                    chart.description);
}

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
