#include "report/charts/critical_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/charts/axes.h"

namespace subintent::internal {

DifferenceGroups difference_groups(const CriticalDifferenceChart& chart) {
  DifferenceGroups groups;
  groups.order.resize(chart.runs.size());
  std::iota(groups.order.begin(), groups.order.end(), 0);
  std::ranges::stable_sort(groups.order, [&](std::size_t a, std::size_t b) {
    const auto &x = chart.runs[a], &y = chart.runs[b];
    return x.mean != y.mean ? (x.mean > y.mean) != chart.lower_is_better : x.name < y.name;
  });
  std::vector<std::size_t> place(chart.runs.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[groups.order[i]] = i;
  // From each place on, the first that differs from it; then from it or one behind it.
  std::vector<std::size_t> end(place.size() + 1, place.size());
  for (const auto& [a, b] : chart.different) {
    std::size_t& first = end[std::min(place[a], place[b])];
    first = std::min(first, std::max(place[a], place[b]));
  }
  for (std::size_t i = place.size(); i-- > 0;) end[i] = std::min(end[i], end[i + 1]);
  for (std::size_t i = 0, reached = 0; i < place.size(); ++i) {
    if (end[i] - i >= 2 && end[i] > reached) groups.bars.emplace_back(i, end[i] - 1);
    reached = std::max(reached, end[i]);
  }
  groups.unjoined = place.size() * (place.size() - 1) / 2 - chart.different.size();
  for (std::size_t i = 0; i < place.size(); ++i) groups.unjoined -= end[i] - i - 1;
  return groups;
}

namespace {

constexpr double difference_row_height = 18, longest_difference_name = 260,
                 difference_plot_width = 420, bar_step = 14, difference_top = 86, line_height = 18;

class DifferenceDrawing {
 public:
  DifferenceDrawing(const CriticalDifferenceChart& chart, const SvgFrame& frame)
      : chart_(chart), out_(frame), groups_(difference_groups(chart)) {
    std::vector<double> means;
    for (const auto& run : chart.runs) {
      means.push_back(run.mean);
      names_ = std::max(names_, text_width(shortened(run.name, longest_difference_name)));
    }
    axis_ = axis_around(chart.measure, means);
    height_ = difference_row_height * static_cast<double>(chart.runs.size());
    left_ = 46 + names_;
  }

  std::string draw() {
    out_.text(10, 20, chart_.title, {.width = left_ + difference_plot_width});
    scale();
    for (std::size_t i = 0; i < groups_.order.size(); ++i) run(i);
    const double bars = bars_width();
    critical_difference();
    line("Best at the top. Runs next to the same bar do not differ significantly.");
    if (groups_.unjoined > 0) {
      line(fmt::format(
          "Nor {} of runs that share no bar.",
          groups_.unjoined == 1 ? "does 1 pair" : fmt::format("do {} pairs", groups_.unjoined)));
    }
    return out_.finish(std::max(left_ + difference_plot_width + 60 + bars + 20, right_ + 10),
                       below_ + 4, chart_.title, chart_.description);
  }

 private:
  double x_of(double mean) const {
    return left_ + difference_plot_width * (mean - axis_.low) / (axis_.high - axis_.low);
  }
  static double y_of(std::size_t place) {
    return difference_top + difference_row_height * (static_cast<double>(place) + 0.5);
  }

  void scale() {
    out_.text(left_ + difference_plot_width / 2, 44, axis_.label,
              {.anchor = "middle", .width = difference_plot_width});
    out_.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}h{}\"/>\n", left_, difference_top - 8,
                         difference_plot_width));
    for (const double tick : round_ticks(axis_.low, axis_.high)) {
      out_.text(x_of(tick), difference_top - 16, fmt::format("{:.6g}", tick), {.anchor = "middle"});
      out_.add(
          fmt::format("<path class=\"axis\" d=\"M{0:.2f} {1}v6\"/>\n<path class=\"grid\" "
                      "d=\"M{0:.2f} {2}v{3}\"/>\n",
                      x_of(tick), difference_top - 8, difference_top, height_));
    }
  }

  // Below the runs.
  void line(std::string_view words) {
    right_ = std::max(right_, 10 + out_.text(10, below_, words, {.size = 11}));
    below_ += line_height;
  }

  void critical_difference() {
    below_ = difference_top + height_ + 18;
    if (!chart_.critical_difference) {
      if (!chart_.note.empty()) line(chart_.note);
      return;
    }
    const double wide = x_of(*chart_.critical_difference) - x_of(0);
    const bool fits = wide <= difference_plot_width;
    if (fits) {
      out_.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v8m0 -4h{:.2f}m0 -4v8\"/>\n", left_,
                           below_ - 8, wide));
    }
    const double x = fits ? left_ + wide + 6 : left_;
    right_ = x + out_.text(x, below_,
                           fmt::format("critical difference {:.4f}", *chart_.critical_difference),
                           {.size = 11});
    below_ += line_height;
  }

  void run(std::size_t place) {
    const auto& shown = chart_.runs[groups_.order[place]];
    const double y = y_of(place), x = x_of(shown.mean);
    const std::string mean = fmt::format("{:.4f}", shown.mean);
    out_.text(30, y + 4, fmt::format("{}", place + 1), {.anchor = "end"});
    out_.text(36, y + 4, shown.name, {.width = longest_difference_name});
    out_.add(fmt::format(
        "<path class=\"grid\" stroke-dasharray=\"1 3\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n<circle "
        "class=\"f0\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\"><title>{}: {}</title></circle>\n",
        left_, y, x, x, y, svg_text(shortened(shown.name, longest_difference_name)), mean));
    out_.text(left_ + difference_plot_width + 50, y + 4, mean, {.anchor = "end"});
  }

  // Draws the bars, each in the first column that is free there; how wide they are in all.
  double bars_width() {
    std::vector<std::size_t> free;  // by column, the first place that is
    for (const auto& [first, last] : groups_.bars) {
      auto column =
          std::ranges::find_if(free, [first = first](std::size_t f) { return f <= first; });
      if (column == free.end()) column = free.insert(free.end(), 0);
      *column = last + 1;
      const double x = left_ + difference_plot_width + 66 +
                       bar_step * static_cast<double>(column - free.begin());
      out_.add(
          fmt::format("<path class=\"axis\" stroke-width=\"4\" stroke-linecap=\"round\" "
                      "d=\"M{:.2f} {:.2f}V{:.2f}\"><title>ranks {} to {}</title></path>\n",
                      x, y_of(first) - 3, y_of(last) + 3, first + 1, last + 1));
    }
    return bar_step * static_cast<double>(free.size());
  }

  const CriticalDifferenceChart& chart_;
  SvgWriter out_;
  DifferenceGroups groups_;
  Axis axis_;
  double names_ = 0, height_ = 0, left_ = 0;
  double below_ = 0, right_ = 0;  // the next line of words; the end of the longest
};

}  // namespace

std::string svg_of(const CriticalDifferenceChart& chart, const SvgFrame& frame) {
  return DifferenceDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
