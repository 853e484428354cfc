#include "report/charts/distribution_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axes.h"

namespace subintent::internal {
namespace {

constexpr double distribution_legend_width = 320, distribution_legend_row = 20;

// Beside the plot: a sample, and what it stands for.
void legend(SvgWriter& out, const PlotArea& area, std::size_t row, const std::string& sample,
            const std::string& name) {
  const double x = area.left + area.width + 15;
  const double y = area.top + 10 + distribution_legend_row * static_cast<double>(row);
  out.add(fmt::format("<path d=\"M{} {}h30\" {}/>\n", x, y, sample));
  out.text(x + 37, y + 4, name, {.width = distribution_legend_width - 60});
}

// The outline of the bins, filled.
void draw(SvgWriter& out, const PlotArea& area, const Distribution& one, std::size_t number) {
  const double bins = static_cast<double>(one.shares.size());
  const double step = (area.x.high - area.x.low) / bins;
  std::string path = fmt::format("M{:.2f} {:.2f}", area.left, area.top + area.height);
  for (std::size_t i = 0; i < one.shares.size(); ++i) {
    path += fmt::format("V{:.2f}H{:.2f}", area.y_of(one.shares[i]),
                        area.x_of(area.x.low + step * static_cast<double>(i + 1)));
  }
  path += fmt::format("V{:.2f}", area.top + area.height);
  out.add(fmt::format("<path class=\"f{}\" fill-opacity=\"0.2\" d=\"{}z\"/>\n<path d=\"{}\" {}/>\n",
                      number % series_colours, path, path, series_pen(number)));
  for (std::size_t i = 0; i < one.shares.size(); ++i) {
    const double low = area.x.low + step * static_cast<double>(i), x = area.x_of(low);
    out.add(fmt::format(
        "<rect fill=\"none\" pointer-events=\"all\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" "
        "height=\"{:.2f}\"><title>{}, {:.4g} to {:.4g}: {:.4f}</title></rect>\n",
        x, area.y_of(one.shares[i]), area.x_of(low + step) - x,
        area.top + area.height - area.y_of(one.shares[i]), svg_text(shortened(one.name, 400)), low,
        low + step, one.shares[i]));
  }
}

}  // namespace

std::string svg_of(const DistributionChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  PlotArea area;
  double highest = 0;
  for (const Distribution& one : chart.distributions) {
    for (const double share : one.shares) highest = std::max(highest, share);
  }
  area.x = {chart.x_label, chart.low, chart.high};
  area.y = {chart.y_label, 0, highest > 0 ? 1.05 * highest : 1};
  out.text(area.left + area.width / 2, 22, chart.title, {.anchor = "middle", .width = area.width});
  area.draw(out);
  std::size_t row = 0;
  for (const Distribution& one : chart.distributions) {
    legend(out, area, row, series_pen(row), one.name);
    draw(out, area, one, row);
    ++row;
  }
  // Marks are lines of ink, each with a dash of its own.
  for (std::size_t i = 0; i < chart.marks.size(); ++i) {
    const std::string ink =
        fmt::format("class=\"axis\" stroke-dasharray=\"{} 3\"", 2 + 3 * (i % 4));
    out.add(fmt::format("<path d=\"M{:.2f} {}v{}\" {}/>\n", area.x_of(chart.marks[i].x), area.top,
                        area.height, ink));
    legend(out, area, row++, ink, chart.marks[i].name);
  }
  const double rows = distribution_legend_row * static_cast<double>(row) + 20;
  return out.finish(area.left + area.width + distribution_legend_width,
                    area.top + std::max(area.height + 60, rows), chart.title, chart.description);
}

}  // namespace subintent::internal
