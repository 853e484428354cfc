#include "report/charts/scatter_chart.h"

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
  double x1, y1, x2, y2;  // x1 < x2

  bool crosses(const Box& box) const {
    const double from = std::max(x1, box.left), to = std::min(x2, box.right);
    if (from > to) return false;
    const auto y_at = [&](double x) { return y1 + (y2 - y1) * (x - x1) / (x2 - x1); };
    const double first = y_at(from), last = y_at(to);
    return std::min(first, last) < box.bottom && std::max(first, last) > box.top;
  }
};

// A label by the left end of its base line.
struct Place {
  double x, y;
  bool far;  // so that a line should lead to it
};

Box box_of(const Place& place, double width) {
  return {place.x - 1, place.y - 10, place.x + width + 1, place.y + 3};
}

class ScatterDrawing {
 public:
  ScatterDrawing(const ScatterChart& chart, const SvgFrame& frame)
      : chart_(chart), out_(frame), legend_columns_(frame.is_narrow() ? 2 : 4) {
    area_.top = frame.document ? 56 : 36;  // with room for the numbers of contours
    area_.height = frame.is_narrow() ? 300 : 480;
    if (frame.is_narrow()) area_.left = 62;
    if (frame.width > 0) area_.width = frame.width - area_.left - (frame.is_narrow() ? 36 : 60);
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
    label_points();
    for (std::size_t i = 0; i < chart_.points.size(); ++i) point(i);
    const double right = area_.left + area_.width + (legend_columns_ == 2 ? 36 : 60);
    return out_.finish(right, legend(), chart_.title, chart_.description);
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
      const Place place{x2 - wide - 8, y2 - 3, false};
      const Box box = box_of(place, wide);
      if (std::ranges::any_of(taken_, [&](const Box& other) { return other.overlaps(box); }))
        return;
      taken_.push_back(box);
      out_.text(place.x, place.y, text, style);
    }
  }

  // The first place around a point, near ones first, that nothing has taken and no contour crosses;
  // where there is none nearby, one that a contour may cross.
  std::optional<Place> place_for(std::size_t point, double width) const {
    const auto clear = place_for(point, width, 40, contours_);
    return clear ? clear : place_for(point, width, 150, {});
  }

  std::optional<Place> place_for(std::size_t point, double width, double farthest,
                                 std::span<const Segment> lines) const {
    const double x = area_.x_of(chart_.points[point].x), y = area_.y_of(chart_.points[point].y);
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
        const Place place{x + dx * distance + from, y + dy * (distance + 3) + 4, distance > 14};
        const Box box = box_of(place, width);
        const bool free =
            box.within(inside_) &&
            std::ranges::none_of(taken_, [&](const Box& other) { return other.overlaps(box); }) &&
            std::ranges::none_of(lines, [&](const Segment& line) { return line.crosses(box); });
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
    const std::size_t others = taken_.size();
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      const double width = text_width(label(i), 11);
      places_.push_back(place_for(i, width));
      if (places_.back()) taken_.push_back(box_of(*places_.back(), width));
    }
    const bool all =
        std::ranges::all_of(places_, [](const auto& place) { return place.has_value(); });
    if (!all && !numbered_) taken_.resize(others);
    return all;
  }

  void label_points() {
    numbered_ = chart_.points.size() > most_names || !place_labels();
    if (numbered_) place_labels();
  }

  void point(std::size_t number) {
    const ScatterChart::Point& shown = chart_.points[number];
    const double x = area_.x_of(shown.x), y = area_.y_of(shown.y);
    out_.add(fmt::format(
        "<g data-point=\"{}\"><circle class=\"f0\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"><title>{}: "
        "{:.4f}, {:.4f}</title></circle>\n",
        number, x, y, radius, svg_text(shortened(shown.name, 400)), shown.x, shown.y));
    if (const auto& place = places_[number]) {
      const double width = text_width(label(number), 11);
      if (place->far) {
        out_.add(fmt::format("<path class=\"contour\" d=\"M{:.2f} {:.2f}L{:.2f} {:.2f}\"/>\n", x, y,
                             std::clamp(x, place->x, place->x + width),
                             std::clamp(y, place->y - 9, place->y)));
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
    const std::size_t rows = (chart_.points.size() + legend_columns_ - 1) / legend_columns_;
    const double wide = (area_.left + area_.width + (legend_columns_ == 2 ? 30 : 50)) /
                        static_cast<double>(legend_columns_);
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
  std::size_t legend_columns_;
  Box inside_{};
  std::vector<Segment> contours_;
  std::vector<Box> taken_;
  std::vector<std::optional<Place>> places_;  // of labels, by point
  bool numbered_ = false;
};

}  // namespace

std::string svg_of(const ScatterChart& chart, const SvgFrame& frame) {
  return ScatterDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
