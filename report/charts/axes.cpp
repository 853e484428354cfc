#include "report/charts/axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"

namespace subintent::internal {
namespace {

// The highest power of ten up to x > 0.
double power_of_ten_below(double x) {
  double power = 1;
  while (power * 10 <= x) power *= 10;
  if (x >= 1) return power;
  while (1 / power > x) power *= 10;
  return 1 / power;
}

// A step of 1, 2 or 5 times a power of ten that makes about five of them.
double step_of(double span) {
  const double power = power_of_ten_below(span / 5);
  const double times = span / 5 / power;
  return power * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
}

std::vector<double> ticks_of(const Axis& axis) {
  return axis.ticks.empty() ? round_ticks(axis.low, axis.high) : axis.ticks;
}

// From 0 to 1 along the axis.
double share_of(const Axis& axis, double value) {
  if (axis.logarithmic)
    return portable::log(value / axis.low) / portable::log(axis.high / axis.low);
  return (value - axis.low) / (axis.high - axis.low);
}

}  // namespace

std::vector<double> round_ticks(double low, double high) {
  constexpr int most = 20;  // also where numbers are too large for the step to change them
  std::vector<double> ticks;
  if (!std::isfinite(high - low)) return ticks;
  const double step = step_of(high - low), first = std::ceil(low / step);
  for (int i = 0; i < most; ++i) {
    const double tick = (first + i) * step;
    if (!(tick <= high + step / 1e6) || (i > 0 && tick == ticks.back())) break;
    ticks.push_back(tick == 0 ? 0 : tick);  // not -0, which ceil() may give
  }
  return ticks;
}

Axis axis_around(std::string label, const std::vector<double>& data) {
  Axis axis;
  axis.label = std::move(label);
  bool any = false;
  for (const double x : data) {
    if (!std::isfinite(x)) continue;
    axis.low = any ? std::min(axis.low, x) : x;
    axis.high = any ? std::max(axis.high, x) : x;
    any = true;
  }
  const double size = std::max(std::fabs(axis.low), std::fabs(axis.high));
  const bool differ = axis.high - axis.low > 1e-9 * size;  // by more than rounding
  const double margin = differ ? 0.06 * (axis.high - axis.low) : std::max(size * 0.1, 0.05);
  if (any) axis.low -= margin, axis.high += margin;
  return axis;
}

double PlotArea::x_of(double value) const {
  return left + width * share_of(x, value);
}

double PlotArea::y_of(double value) const {
  return top + height * (1 - share_of(y, value));
}

void PlotArea::draw(SvgWriter& out) const {
  for (const double value : ticks_of(y)) {
    out.add(fmt::format("<path class=\"grid\" d=\"M{} {:.2f}h{}\"/>\n", left, y_of(value), width));
    out.text(left - 7, y_of(value) + 4, fmt::format("{:.6g}", value), {.anchor = "end"});
  }
  out.add(fmt::format("<rect class=\"axis\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", left,
                      top, width, height));
  double free = left - 40;  // from where on there is room for a number
  for (const double value : ticks_of(x)) {
    const std::string number = fmt::format("{:.6g}", value);
    const double wide = text_width(number) / 2;
    out.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v-5\"/>\n", x_of(value), top + height));
    if (x_of(value) - wide < free) continue;
    out.text(x_of(value), top + height + 17, number, {.anchor = "middle"});
    free = x_of(value) + wide + 4;
  }
  out.text(left + width / 2, top + height + 40, x.label, {.anchor = "middle", .width = width});
  const double beside = left - 50;
  const std::string turned =
      fmt::format(" transform=\"rotate(-90 {} {})\"", beside, top + height / 2);
  out.text(beside, top + height / 2, y.label,
           {.anchor = "middle", .width = height, .attributes = turned});
}

void PlotLegend::fit(PlotArea& area, const SvgFrame& frame) {
  if (!frame.document) area.top = 16;
  if (frame.width == 0) return;
  is_below = frame.is_narrow();
  if (is_below) area.left = 62, area.height = 240;
  area.width = frame.width - area.left - (is_below ? 14 : width);
}

void PlotLegend::draw(SvgWriter& out, const PlotArea& area, std::size_t row,
                      const std::string& sample, const std::string& name) const {
  const double down = row_height * static_cast<double>(row);
  const double x = is_below ? area.left - 40 : area.left + area.width + 15;
  const double y = area.top + 10 + down + (is_below ? area.height + 50 : 0);
  out.add(fmt::format("<path d=\"M{} {}h30\" {}/>\n", x, y, sample));
  out.text(x + 37, y + 4, name, {.width = is_below ? area.width : width - 60});
}

std::string PlotLegend::finish(const SvgWriter& out, const PlotArea& area, const std::string& title,
                               const std::string& description) const {
  const double below = row_height * static_cast<double>(rows) + 20;
  if (is_below) {
    return out.finish(area.left + area.width + 14, area.top + area.height + 50 + below, title,
                      description);
  }
  return out.finish(area.left + area.width + width, area.top + std::max(area.height + 60, below),
                    title, description);
}

}  // namespace subintent::internal
