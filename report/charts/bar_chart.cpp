#include "report/charts/bar_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axes.h"

namespace subintent::internal {
namespace {

constexpr double bar_row_height = 22, longest_bar_name = 220, bar_plot_width = 400, bar_top = 40,
                 longest_text = 80;

}  // namespace

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

}  // namespace subintent::internal
