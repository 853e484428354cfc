#include "report/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace subintent::internal {
namespace {

constexpr int steps = 10;
constexpr double heat_map_row_height = 18, longest_map_name = 160, map_top = 34;

class HeatMapDrawing {
 public:
  HeatMapDrawing(const HeatMap& map, const SvgFrame& frame) : map_(map), out_(frame) {
    low_ = map.scale == ColourScale::diverging ? -map.high : map.low;
    measure();
  }

  std::string draw() {
    header();
    for (std::size_t row = 0; row < map_.rows.size(); ++row) draw_row(row);
    key();
    return out_.finish(width_,
                       cells_ + heat_map_row_height * static_cast<double>(map_.rows.size()) + 74,
                       map_.title, map_.description);
  }

 private:
  // Names of columns are turned where they are wider than their cells.
  void measure() {
    double names = text_width(map_.row_label), columns = 0;
    for (const std::string& name : map_.rows) names = std::max(names, width_of(name));
    for (const std::string& name : map_.columns) columns = std::max(columns, width_of(name));
    left_ = names + 14;
    const double value = map_.show_values ? text_width(number(low_), 11) + 6 : 0;
    column_ = std::max(value, map_.columns.size() > 60 ? 12.0 : 18.0);
    turned_ = columns + 6 > std::max(column_, 60.0);
    if (!turned_) column_ = std::max(column_, columns + 6);
    cells_ = map_top + 18 + (turned_ ? columns + 8 : 18);
    width_ = std::max(left_ + column_ * static_cast<double>(map_.columns.size()), left_ + 320) + 20;
  }

  static double width_of(const std::string& name) {
    return std::min(text_width(shortened(name, longest_map_name)), longest_map_name);
  }

  std::string number(double value) const {
    std::string text = fmt::format("{:.{}f}", value, map_.decimals);
    return map_.scale == ColourScale::diverging && value > 0 ? "+" + text : text;
  }

  int step_of(double value) const {
    const double share = map_.high > low_ ? (value - low_) / (map_.high - low_) : 0;
    return static_cast<int>(std::clamp(std::floor(share * steps), 0.0, steps - 1.0));
  }

  std::string shade(int step) const {
    return fmt::format("{}{}", map_.scale == ColourScale::diverging ? 'd' : 'q', step);
  }

  // The colour of text on a shade.
  std::string ink(int step) const {
    const bool dark = map_.scale == ColourScale::diverging ? step < 3 || step > 6 : step > 5;
    return dark ? " class=\"ondark\"" : " class=\"onlight\"";
  }

  double x_of(std::size_t column) const { return left_ + column_ * static_cast<double>(column); }

  void header() {
    out_.text(10, 20, map_.title, {.width = width_ - 20});
    out_.text(left_, map_top + 10, map_.column_label, {.width = width_ - left_, .size = 11});
    out_.text(left_ - 8, cells_ - 6, map_.row_label,
              {.anchor = "end", .width = longest_map_name, .size = 11});
    for (std::size_t i = 0; i < map_.columns.size(); ++i) {
      const double x = x_of(i) + column_ / 2 + (turned_ ? 4 : 0), y = cells_ - 6;
      const std::string turn =
          turned_ ? fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", x, y) : "";
      out_.text(
          x, y, map_.columns[i],
          {.anchor = turned_ ? "start" : "middle", .width = longest_map_name, .attributes = turn});
    }
  }

  void draw_row(std::size_t row) {
    out_.add(fmt::format("<g data-row=\"{}\" transform=\"translate(0 {})\">\n", row,
                         cells_ + heat_map_row_height * static_cast<double>(row)));
    out_.text(left_ - 8, heat_map_row_height - 5, map_.rows[row],
              {.anchor = "end", .width = longest_map_name});
    const std::string name = svg_text(shortened(map_.rows[row], longest_map_name));
    for (std::size_t column = 0; column < map_.columns.size(); ++column)
      cell(name, column, map_.values[row * map_.columns.size() + column]);
    out_.add("</g>\n");
  }

  void cell(const std::string& row, std::size_t column, const std::optional<double>& value) {
    const std::string of = row + ", " + svg_text(shortened(map_.columns[column], longest_map_name));
    const std::string fill = value ? "class=\"" + shade(step_of(*value)) + "\"" : "fill=\"none\"";
    out_.add(fmt::format(
        "<rect {} data-column=\"{}\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\"><title>{}: "
        "{}</title></rect>\n",
        fill, column, x_of(column), column_ - 1, heat_map_row_height - 1, of,
        value ? number(*value) : "-"));
    if (value && !map_.show_values) return;
    const std::string style = value ? ink(step_of(*value)) : "";
    const std::string attributes = style + " pointer-events=\"none\"";
    out_.text(x_of(column) + (column_ - 1) / 2, heat_map_row_height - 5,
              value ? number(*value) : "–",
              {.anchor = "middle", .size = 11, .attributes = attributes});
  }

  // Draws the key of the shades.
  void key() {
    const double y = cells_ + heat_map_row_height * static_cast<double>(map_.rows.size()) + 16;
    out_.text(left_, y + 10, map_.value_label, {.width = width_ - left_ - 20, .size = 11});
    for (int i = 0; i < steps; ++i) {
      out_.add(
          fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"28\" height=\"12\"/>\n",
                      shade(i), left_ + 30 * i, y + 16));
    }
    const char* const anchors[] = {"start", "middle", "end"};
    for (int i = 0; i < 3; ++i) {
      out_.text(left_ + 149 * i, y + 42, number(low_ + (map_.high - low_) * i / 2),
                {.anchor = anchors[i], .size = 11});
    }
  }

  const HeatMap& map_;
  SvgWriter out_;
  double low_ = 0, left_ = 0, column_ = 0, cells_ = 0, width_ = 0;
  bool turned_ = false;
};

}  // namespace

std::string svg_of(const HeatMap& map, const SvgFrame& frame) {
  return HeatMapDrawing(map, frame).draw();
}

}  // namespace subintent::internal
