#include "report/charts/specification_curve.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/axes.h"

namespace subintent::internal {
namespace {

constexpr double curve_top = 40, plot_height = 240, curve_plot_width = 640, row_height = 16,
                 curve_gap = 10, longest_answer = 190, longest_question = 100;

class CurveDrawing {
 public:
  CurveDrawing(const SpecificationCurve& chart, const SvgFrame& frame)
      : chart_(chart), out_(frame) {
    std::vector<double> values = {0};
    double answers = 60, questions = 0;
    for (const auto& point : chart.points) {
      values.insert(values.end(), {point.value, point.low, point.high});
    }
    axis_ = axis_around(chart.label, values);
    for (const auto& choice : chart.choices) {
      answers = std::max(answers, text_width(shortened(choice.answer, longest_answer)));
      questions = std::max(questions, text_width(shortened(choice.question, longest_question)));
    }
    left_ = 20 + questions + 12 + answers + 8;
  }

  std::string draw() {
    out_.text(10, 20, chart_.title, {.width = left_ + curve_plot_width});
    scale();
    intervals();
    points();
    double y = curve_top + plot_height + 26;
    for (std::size_t i = 0; i < chart_.choices.size(); ++i) {
      const bool is_new = i == 0 || chart_.choices[i].question != chart_.choices[i - 1].question;
      if (is_new) y += curve_gap;
      row(i, is_new, y);
      y += row_height;
    }
    out_.text(left_, y + 12, "full circles: significant; lines: intervals", {.size = 11});
    return out_.finish(left_ + curve_plot_width + 20, y + 24, chart_.title, chart_.description);
  }

 private:
  double x_of(std::size_t point) const {
    return left_ + curve_plot_width * (static_cast<double>(point) + 0.5) /
                       static_cast<double>(chart_.points.size());
  }

  // Infinite values lie on the edge.
  double y_of(double value) const {
    const double inside = std::clamp(value, axis_.low, axis_.high);
    return curve_top + plot_height * (axis_.high - inside) / (axis_.high - axis_.low);
  }

  void scale() {
    for (const double tick : round_ticks(axis_.low, axis_.high)) {
      out_.add(fmt::format("<path class=\"{}\" d=\"M{:.2f} {:.2f}h{}\"/>\n",
                           tick == 0 ? "axis" : "grid", left_, y_of(tick), curve_plot_width));
      out_.text(left_ - 8, y_of(tick) + 4, fmt::format("{:.6g}", tick), {.anchor = "end"});
    }
    out_.text(10, curve_top + 12, axis_.label, {.width = left_ - 70});
    out_.text(left_ + curve_plot_width / 2, curve_top + plot_height + 18,
              fmt::format("analyses 1 to {}, by {}", chart_.points.size(), chart_.label),
              {.anchor = "middle", .width = curve_plot_width});
  }

  void intervals() {
    std::string path;
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      const auto& point = chart_.points[i];
      path += fmt::format("M{:.2f} {:.2f}V{:.2f}", x_of(i), y_of(point.low), y_of(point.high));
    }
    out_.add(fmt::format("<path class=\"grid\" d=\"{}\"/>\n", path));
  }

  void points() {
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      const auto& point = chart_.points[i];
      out_.add(fmt::format("<circle class=\"{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"2.5\"/>\n",
                           point.is_significant ? "f0" : "s0\" fill=\"none", x_of(i),
                           y_of(point.value)));
    }
  }

  // A mark for each analysis that has made the choice.
  void row(std::size_t choice, bool is_new, double y) {
    const auto& [question, answer] = chart_.choices[choice];
    if (is_new) out_.text(10, y + 11, question, {.width = longest_question});
    out_.text(left_ - 8, y + 11, answer, {.anchor = "end", .width = longest_answer});
    std::string path;
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
      if (std::ranges::count(chart_.points[i].choices, choice) == 0) continue;
      path += fmt::format("M{:.2f} {:.2f}v{}", x_of(i), y + 2, row_height - 5);
    }
    out_.add(fmt::format("<path class=\"s0\" fill=\"none\" d=\"{}\"/>\n", path));
  }

  const SpecificationCurve& chart_;
  SvgWriter out_;
  Axis axis_;
  double left_ = 0;
};

}  // namespace

std::string svg_of(const SpecificationCurve& chart, const SvgFrame& frame) {
  return CurveDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
