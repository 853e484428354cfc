#include "render/charts/rank_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace subintent::internal {
namespace {

constexpr double row_height = 20, longest_name = 230, value_width = 56, lines_width = 240, top = 66;

using Values = double RankChart::Thing::*;

// By thing, its place in the ranking by one of its values.
std::vector<std::size_t> places(const RankChart& chart, Values value) {
  std::vector<std::size_t> order(chart.things.size()), places(order.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t i) { return chart.things[i].*value; });
  for (std::size_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

double y_of(std::size_t place) {
  return top + row_height * (static_cast<double>(place) + 0.5);
}

// "+2" for who rises by two places; empty for who stays.
std::string moved(std::size_t from, std::size_t to) {
  if (from == to) return {};
  return from > to ? fmt::format(" (+{})", from - to) : fmt::format(" (−{})", to - from);
}

std::string pen(std::size_t from, std::size_t to) {
  return from == to ? "class=\"grid\"" : series_pen(from > to ? 0 : 1);
}

}  // namespace

std::string svg_of(const RankChart& chart, const SvgFrame& frame) {
  SvgWriter out(frame);
  const std::vector<std::size_t> left = places(chart, &RankChart::Thing::left_value),
                                 right = places(chart, &RankChart::Thing::right_value);
  double names = text_width(chart.left);
  for (const RankChart::Thing& thing : chart.things) {
    names = std::max(names, text_width(shortened(thing.name, longest_name)));
  }
  const double value = 10 + names + value_width, from = value + 10, to = from + lines_width;
  const double width = to + 10 + value_width + names + text_width(" (−000)") + 10;
  out.text(10, 22, chart.title, {.width = width - 20});
  out.text(value, top - 12, chart.left, {.anchor = "end", .width = value - 10});
  out.text(to + 10, top - 12, chart.right, {.width = width - to - 20});
  for (std::size_t i = 0; i < chart.things.size(); ++i) {
    const RankChart::Thing& thing = chart.things[i];
    const double y = y_of(left[i]), then = y_of(right[i]);
    out.add(fmt::format("<path d=\"M{:.1f} {}L{:.1f} {}\" {}/>\n", from, y, to, then,
                        pen(left[i], right[i])));
    out.text(value - value_width, y + 4, thing.name, {.anchor = "end", .width = longest_name});
    out.text(value, y + 4, fmt::format("{:.4f}", thing.left_value),
             {.anchor = "end", .width = value_width});
    out.text(to + 10, then + 4, fmt::format("{:.4f}", thing.right_value), {.width = value_width});
    const double at = to + 10 + value_width;
    const double used = out.text(at, then + 4, thing.name, {.width = longest_name});
    out.text(at + used, then + 4, moved(left[i], right[i]), {.width = text_width(" (−000)")});
  }
  const double height = top + row_height * static_cast<double>(chart.things.size());
  return out.finish(width, height + 14, chart.title, chart.description);
}

}  // namespace subintent::internal
