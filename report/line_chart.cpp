#include "report/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/svg.h"
#include "support/error.h"
#include "support/portable_math.h"

namespace subintent::internal {
namespace {

constexpr double left = 70, top = 40, width = 560, height = 360, legend_width = 240;

constexpr std::array<const char*, 4> dashes = {"", "7 3", "2 3", "9 3 2 3"};

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

class Painter {
 public:
  explicit Painter(const LineChart& chart) : chart_(chart) {}

  std::string paint() {
    const double legend_height = 20.0 * static_cast<double>(chart_.lines.size()) + top;
    const double all_height = std::max(top + height + 60, legend_height);
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"#ffffff\"/>\n",
        left + width + legend_width, all_height);
    text(left + width / 2, 22, "middle", chart_.title);
    axes();
    out_ += fmt::format(
        "<clipPath id=\"plot\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
        left, top, width, height);
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) line(i);
    return out_ + "</svg>\n";
  }

 private:
  double x_of(double x) const {
    if (chart_.logarithmic_x) {
      return left +
             width * portable::log(x / chart_.x_min) / portable::log(chart_.x_max / chart_.x_min);
    }
    return left + width * (x - chart_.x_min) / (chart_.x_max - chart_.x_min);
  }
  double y_of(double y) const {
    return top + height * (1 - (y - chart_.y_min) / (chart_.y_max - chart_.y_min));
  }

  void text(double x, double y, const char* anchor, std::string_view words, const char* more = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, more, svg_text(printable(words, 200)));
  }

  std::vector<double> x_ticks() const {
    if (!chart_.x_ticks.empty()) return chart_.x_ticks;
    std::vector<double> ticks;
    const double step = step_of(chart_.x_max - chart_.x_min);
    for (double x = std::ceil(chart_.x_min / step) * step; x <= chart_.x_max + step / 1e6;
         x += step) {
      ticks.push_back(x);
    }
    return ticks;
  }

  void axes() {
    out_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#000000\"/>\n",
        left, top, width, height);
    for (const double x : x_ticks()) {
      out_ +=
          fmt::format("<path d=\"M{:.1f} {}v-5\" stroke=\"#000000\"/>\n", x_of(x), top + height);
      text(x_of(x), top + height + 17, "middle", fmt::format("{:.6g}", x));
    }
    const double y_step = step_of(chart_.y_max - chart_.y_min);
    for (double y = std::ceil(chart_.y_min / y_step) * y_step; y <= chart_.y_max + y_step / 1e6;
         y += y_step) {
      out_ += fmt::format("<path d=\"M{} {:.1f}h{}\" stroke=\"#dddddd\"/>\n", left, y_of(y), width);
      text(left - 7, y_of(y) + 4, "end", fmt::format("{:.6g}", y));
    }
    text(left + width / 2, top + height + 40, "middle", chart_.x_label);
    text(20, top + height / 2, "middle", chart_.y_label,
         fmt::format(" transform=\"rotate(-90 20 {})\"", top + height / 2).c_str());
  }

  void line(std::size_t number) {
    const ChartLine& line = chart_.lines[number];
    // Neighbours differ in colour, and lines of one colour in their dashes.
    const std::size_t round = number / svg_colours.size();
    const std::string pen = fmt::format(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"{}\"",
        svg_colours[number % svg_colours.size()], dashes[(number / 2 + round) % dashes.size()]);
    std::string points, circles;
    for (const auto& [x, y] : line.points) {
      points += fmt::format("{}{:.2f},{:.2f}", points.empty() ? "" : " ", x_of(x), y_of(y));
      circles += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3\" fill=\"{}\"/>\n", x_of(x),
                             y_of(y), svg_colours[number % svg_colours.size()]);
    }
    out_ += fmt::format("<g clip-path=\"url(#plot)\"><polyline points=\"{}\" {}/>\n{}</g>\n",
                        points, pen, chart_.marks ? circles : "");
    const double y = top + 10 + 20 * static_cast<double>(number);
    out_ += fmt::format("<path d=\"M{} {}h30\" {}/>\n", left + width + 15, y, pen);
    text(left + width + 52, y + 4, "start", line.name);
  }

  const LineChart& chart_;
  std::string out_;
};

}  // namespace

std::string svg_of(const LineChart& chart) {
  return Painter(chart).paint();
}

}  // namespace subintent::internal
