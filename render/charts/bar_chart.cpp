#include "render/charts/bar_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/charts/axes.h"

namespace subintent::internal {
namespace {

constexpr double row_height = 22, longest_name = 220, plot_width = 400, top = 40, longest_text = 80;

}  // namespace

std::string svg_of(const BarChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  double names = 0;
  for (const BarChart::Bar& bar : chart.bars) {
    names = std::max(names, text_width(shortened(bar.name, longest_name)));
  }
  const double left = names + 18, height = row_height * static_cast<double>(chart.bars.size());
  const double high = chart.high > 0 ? chart.high : 1;
  out.text(10, 20, chart.title, {.width = left + plot_width});
  for (const double tick : round_ticks(0, high)) {
    const double x = left + plot_width * tick / high;
    out.add(fmt::format("<path class=\"grid\" d=\"M{:.2f} {}v{}\"/>\n", x, top, height));
    out.text(x, top + height + 16, fmt::format("{:.6g}", tick), {.anchor = "middle"});
  }
  out.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v{}\"/>\n", left, top, height));
  double y = top;
  for (const BarChart::Bar& bar : chart.bars) {
    const double width = plot_width * std::clamp(bar.value / high, 0.0, 1.0);
    out.text(left - 8, y + 15, bar.name, {.anchor = "end", .width = longest_name});
    out.add(
        fmt::format("<rect class=\"f0\" x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\"/>\n",
                    left, y + 3, width, row_height - 6));
    out.text(left + width + 6, y + 15, bar.text, {.width = longest_text});
    y += row_height;
  }
  out.text(left + plot_width / 2, top + height + 36, chart.label,
           {.anchor = "middle", .width = plot_width});
  return out.finish(left + plot_width + longest_text + 16, top + height + 50, chart.title,
                    chart.description);
}

}  // namespace subintent::internal
