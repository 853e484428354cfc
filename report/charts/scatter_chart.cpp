#include "report/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace subintent::internal {
namespace {

constexpr double radius = 4, scatter_legend_row = 16, longest_scatter_name = 150;
constexpr std::size_t most_names = 20;

struct Box {
  double left, top, right, bottom;
  bool overlaps(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  bool within(const Box& other) const {
    return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
  }
};

struct Segment {
  double x1, y1, x2, y2;

  bool crosses(const Box& box) const {
    double from = 0, to = 1;  // the part of it that is within, as shares
    const auto cut = [&](double start, double length, double low, double high) {
      if (length == 0 && (start <= low || start >= high)) to = -1;
      if (length == 0) return;
      const auto [first, last] = std::minmax({(low - start) / length, (high - start) / length});
      from = std::max(from, first);
      to = std::min(to, last);
    };
    cut(x1, x2 - x1, box.left, box.right);
    cut(y1, y2 - y1, box.top, box.bottom);
    return from < to;
  }
  bool crosses(const Segment& other) const {
    return other.parts(x1, y1, x2, y2) && parts(other.x1, other.y1, other.x2, other.y2);
  }

 private:
  // Whether two points are on different sides of its line.
  bool parts(double ax, double ay, double bx, double by) const {
    const auto side = [&](double x, double y) {
      return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
    };
    return (side(ax, ay) > 0) != (side(bx, by) > 0);
  }
};

// A label by the left end of its base line, and a line that leads to it where other points are as
// near.
struct Place {
  double x, y;
  std::optional<Segment> leader;
};

Box box_of(const Place& place, double width) {
  return {place.x - 1, place.y - 10, place.x + width + 1, place.y + 3};
}

class ScatterDrawing {
 public:
  ScatterDrawing(const ScatterChart& chart, const SvgFrame& frame)
      : chart_(chart), out_(frame), margin_(frame.is_narrow() ? 36 : 60) {
    area_.top = frame.document ? 56 : 36;  // with room for the numbers of contours
    area_.height = frame.is_narrow() ? 300 : 480;
    if (frame.is_narrow()) area_.left = 62;
    if (frame.width > 0) area_.width = frame.width - area_.left - margin_;
    area_.x = chart.x;
    area_.y = chart.y;
    inside_ = {area_.left + 1, area_.top + 1, area_.left + area_.width - 1,
               area_.top + area_.height - 1};
  }

  std::string draw() {
    out_.words(area_.left + area_.width / 2, 22, chart_.title,
               {.anchor = "middle", .width = area_.width});
    area_.draw(out_);
    if (chart_.contours) contours();
    for (const auto& point : chart_.points) {
      const double x = area_.x_of(point.x), y = area_.y_of(point.y);
      taken_.push_back({x - radius - 1, y - radius - 1, x + radius + 1, y + radius + 1});
    }
    numbered_ = chart_.points.size() > most_names || !place_labels();
    if (numbered_) place_labels();
    for (std::size_t i = 0; i < chart_.points.size(); ++i) point(i);
    return out_.finish(area_.left + area_.width + margin_, legend(), chart_.title,
                       chart_.description);
  }

 private:
  // Each from where it leaves the plot on the left to where it does so on the right.
  void contours() {
    const auto& [name, a, b] = *chart_.contours;
    const auto level = [a = a, b = b](double x, double y) { return a * x + b * y; };
    const double low = level(chart_.x.low, chart_.y.low),
                 high = level(chart_.x.high, chart_.y.high);
    for (const double value : round_ticks(low, high)) {
      const double x1 = std::max(chart_.x.low, (value - b * chart_.y.high) / a);
      const double x2 = std::min(chart_.x.high, (value - b * chart_.y.low) / a);
      if (x2 - x1 < 0.05 * (chart_.x.high - chart_.x.low)) continue;
      const double y1 = (value - a * x1) / b, y2 = (value - a * x2) / b;
      const Segment& line = contours_.emplace_back(
          Segment{area_.x_of(x1), area_.y_of(y1), area_.x_of(x2), area_.y_of(y2)});
      out_.add(fmt::format(
          "<path class=\"contour\" stroke-dasharray=\"6 4\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\"/>\n",
          line.x1, line.y1, line.x2, line.y2));
      contour_label(fmt::format("{:.6g}", value), line);
    }
    out_.text(area_.left, area_.top - 20, "- - equal " + name, {.width = area_.width, .size = 11});
  }

  // To the right of the plot where the line ends there, else above it where it begins there, else
  // along the bottom, where points keep clear of it.
  void contour_label(const std::string& text, const Segment& line) {
    const auto [x1, y1, x2, y2] = line;
    const double right = area_.left + area_.width, wide = text_width(text, 10);
    const SvgText style{.size = 10};
    if (x2 > right - 1) {
      out_.text(right + 5, y2 + 3, text, style);
    } else if (y1 < area_.top + 1) {
      out_.text(x1, area_.top - 5, text, style);
    } else if (x2 - wide - 8 > area_.left) {
      const Place place{x2 - wide - 8, y2 - 3, {}};
      const Box box = box_of(place, wide);
      if (std::ranges::any_of(taken_, [&](const Box& other) { return other.overlaps(box); }))
        return;
      taken_.push_back(box);
      out_.text(place.x, place.y, text, style);
    }
  }

  double x_of(std::size_t point) const { return area_.x_of(chart_.points[point].x); }
  double y_of(std::size_t point) const { return area_.y_of(chart_.points[point].y); }

  // The line that leads from a point to its label: none if the label is nearer to it than to
  // others.
  std::optional<Segment> leader(std::size_t point, double dx, double dy, const Box& label) const {
    const auto distance = [&](std::size_t other) {
      const double x = x_of(other), y = y_of(other);
      return std::hypot(x - std::clamp(x, label.left, label.right),
                        y - std::clamp(y, label.top, label.bottom));
    };
    bool is_clear = distance(point) <= 14;
    for (std::size_t i = 0; i < chart_.points.size() && is_clear; ++i)
      is_clear = i == point || distance(i) > distance(point) + 3;
    if (is_clear) return {};
    const double x = x_of(point), y = y_of(point);
    return Segment{x + dx, y + dy, std::clamp(x, label.left + 1, label.right - 1),
                   std::clamp(y, label.top + 1, label.bottom - 3)};
  }

  // The first place around a point, near ones first, that nothing has taken and no line crosses,
  // and whose own line crosses nothing.
  std::optional<Place> place_for(std::size_t point, double width,
                                 std::span<const Segment> contours) const {
    const double x = x_of(point), y = y_of(point), farthest = margin_ < 60 ? 40.0 : 100.0;
    struct Direction {
      double x, y;
    };
    constexpr std::array<Direction, 12> directions = {{{1, 0},
                                                       {-1, 0},
                                                       {0.7, -0.7},
                                                       {0.7, 0.7},
                                                       {-0.7, -0.7},
                                                       {-0.7, 0.7},
                                                       {0, -1},
                                                       {0, 1},
                                                       {0.92, -0.38},
                                                       {0.92, 0.38},
                                                       {-0.92, -0.38},
                                                       {-0.92, 0.38}}};
    for (double distance = 8; distance < farthest; distance += 6) {
      for (const auto& [dx, dy] : directions) {
        const double from = dx > 0.1 ? 0 : dx < -0.1 ? -width : -width / 2;
        Place place{x + dx * distance + from, y + dy * (distance + 3) + 4, {}};
        const Box box = box_of(place, width);
        place.leader = leader(point, 8 * dx, 8 * dy, box);
        const auto crosses_box = [&](const Segment& line) { return line.crosses(box); };
        const auto is_in_the_way = [&](const auto& other) {
          return place.leader && place.leader->crosses(other);
        };
        const bool free =
            box.within(inside_) &&
            std::ranges::none_of(taken_, [&](const Box& other) { return other.overlaps(box); }) &&
            std::ranges::none_of(contours, crosses_box) &&
            std::ranges::none_of(leaders_, crosses_box) &&
            std::ranges::none_of(taken_, is_in_the_way) &&
            std::ranges::none_of(leaders_, is_in_the_way);
        if (free) return place;
      }
    }
    return {};
  }

  std::string label(std::size_t point) const {
    return numbered_ ? fmt::format("{}", point + 1)
                     : shortened(chart_.points[point].name, longest_scatter_name, 11);
  }

  // Places for all labels; false if a name finds none.
  bool place_labels() {
    places_.clear();
    leaders_.clear();
    const std::size_t others = taken_.size();
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      const double width = text_width(label(i), 11);
      auto place = place_for(i, width, contours_);
      if (!place && numbered_) place = place_for(i, width, {});
      if (place) taken_.push_back(box_of(*place, width));
      if (place && place->leader) leaders_.push_back(*place->leader);
      places_.push_back(place);
    }
    const bool all =
        std::ranges::all_of(places_, [](const auto& place) { return place.has_value(); });
    if (!all && !numbered_) taken_.resize(others);
    return all;
  }

  void point(std::size_t number) {
    const ScatterChart::Point& shown = chart_.points[number];
    out_.add(fmt::format(
        "<g data-point=\"{}\"><circle class=\"f0\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"><title>{}: "
        "{:.4f}, {:.4f}</title></circle>\n",
        number, x_of(number), y_of(number), radius, svg_text(shortened(shown.name, 400)), shown.x,
        shown.y));
    if (const auto& place = places_[number]) {
      if (const auto& line = place->leader) {
        out_.add(fmt::format("<path class=\"contour\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\"/>\n",
                             x_of(number), y_of(number), line->x2, line->y2));
      }
      const std::string text = numbered_ ? label(number) : shown.name;
      out_.text(place->x, place->y, text, {.width = longest_scatter_name, .size = 11});
    }
    out_.add("</g>\n");
  }

  // Draws what the numbers stand for, column by column, and gives its end.
  double legend() {
    const double top = area_.top + area_.height + 60;
    if (!numbered_) return top;
    const double all = area_.left + area_.width + margin_ - 10;
    double longest = 0;
    for (const auto& point : chart_.points) longest = std::max(longest, text_width(point.name, 11));
    const std::size_t columns = std::clamp<std::size_t>(
        static_cast<std::size_t>(all / (std::min(longest, longest_scatter_name) + 50)), 1, 4);
    const std::size_t rows = (chart_.points.size() + columns - 1) / columns;
    const double wide = all / static_cast<double>(columns);
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      const double x = wide * static_cast<double>(i / rows) + 34;
      const double y = top + 6 + scatter_legend_row * static_cast<double>(i % rows);
      out_.text(x, y, fmt::format("{}", i + 1), {.anchor = "end", .size = 11});
      out_.text(x + 8, y, chart_.points[i].name, {.width = wide - 50, .size = 11});
    }
    return top + scatter_legend_row * static_cast<double>(rows) + 6;
  }

  const ScatterChart& chart_;
  SvgWriter out_;
  PlotArea area_;
  double margin_;  // to the right of the plot
  Box inside_{};
  std::vector<Segment> contours_, leaders_;
  std::vector<Box> taken_;
  std::vector<std::optional<Place>> places_;  // of labels, by point
  bool numbered_ = false;
};

}  // namespace

std::string svg_of(const ScatterChart& chart, const SvgFrame& frame) {
  return ScatterDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
