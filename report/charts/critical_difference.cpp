#include "report/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/charts/svg.h"

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
  // By place, the first that differs from it; then from it or a later one.
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

std::vector<std::string> notes_of(const CriticalDifferenceChart& chart) {
  std::vector<std::string> notes;
  if (!chart.critical_difference && !chart.note.empty()) notes.push_back(chart.note);
  const DifferenceGroups groups = difference_groups(chart);
  const std::size_t unjoined = groups.unjoined;
  notes.emplace_back(
      unjoined == 0 && groups.bars.empty()
          ? "Best at the top. All pairs differ significantly."
          : "Best at the top. Runs next to the same bar do not differ significantly.");
  if (unjoined > 0) {
    notes.push_back(
        fmt::format("Nor {} of runs that share no bar.",
                    unjoined == 1 ? "does 1 pair" : fmt::format("do {} pairs", unjoined)));
  }
  return notes;
}

namespace {

constexpr double difference_row_height = 18, line_height = 18;

class DifferenceDrawing {
 public:
  DifferenceDrawing(const CriticalDifferenceChart& chart, const SvgFrame& frame)
      : chart_(chart),
        out_(frame),
        groups_(difference_groups(chart)),
        top_(frame.document ? 86 : 62),
        has_means_(!frame.is_narrow()),
        longest_(frame.is_narrow() ? 140 : 260),
        most_(frame.width) {
    std::vector<double> means;
    for (const auto& run : chart.runs) {
      means.push_back(run.mean);
      names_ = std::max(names_, text_width(shortened(run.name, longest_)));
    }
    axis_ = axis_around(chart.measure, means);
    lengthen_axis();
    height_ = difference_row_height * static_cast<double>(chart.runs.size());
    left_ = 46 + names_;
    place_bars();
    if (frame.width == 0) return;
    // Bars have a third of what names leave at most.
    const double room = frame.width - left_ - beside() - 20;
    bar_step_ = std::min(bar_step_, room / 3 / std::max(columns_, 1.0));
    plot_width_ = room - bar_step_ * columns_;
  }

  std::string draw() {
    out_.words(10, 20, chart_.title, {.width = left_ + plot_width_});
    scale();
    for (std::size_t i = 0; i < groups_.order.size(); ++i) run(i);
    bars();
    below_ = top_ + height_ + 18;
    critical_difference();
    for (const std::string& note : notes_of(chart_)) {
      const double wide = out_.words(10, below_, note, {.size = 11});
      if (wide == 0) continue;
      right_ = std::max(right_, 10 + wide);
      below_ += line_height;
    }
    return out_.finish(
        std::max(left_ + plot_width_ + beside() + bar_step_ * columns_ + 20, right_ + 10),
        below_ + 4, chart_.title, chart_.description);
  }

 private:
  // The means, between the plot and the bars.
  double beside() const { return has_means_ ? 60 : 10; }
  double x_of(double mean) const {
    return left_ + plot_width_ * (mean - axis_.low) / (axis_.high - axis_.low);
  }
  double y_of(std::size_t place) const {
    return top_ + difference_row_height * (static_cast<double>(place) + 0.5);
  }

  // To the shortest that may be, from 0 on where it would go below without need.
  void lengthen_axis() {
    const double more = chart_.shortest_axis - (axis_.high - axis_.low);
    if (!(more > 0)) return;
    const double below = axis_.low < 0 ? more / 2 : std::min(more / 2, axis_.low);
    axis_.low -= below;
    axis_.high += more - below;
  }

  void scale() {
    if (has_means_) {
      out_.text(left_ + plot_width_ / 2, top_ - 42, axis_.label,
                {.anchor = "middle", .width = plot_width_});
    } else {
      out_.text(36, top_ - 42, axis_.label, {.width = left_ + plot_width_ - 36});
    }
    out_.add(
        fmt::format("<path class=\"axis\" d=\"M{:.2f} {}h{}\"/>\n", left_, top_ - 8, plot_width_));
    double free = 0;
    for (const double tick : round_ticks(axis_.low, axis_.high)) {
      const std::string number = fmt::format("{:.6g}", tick);
      const double wide = text_width(number) / 2;
      if (x_of(tick) - wide >= free) {
        out_.text(x_of(tick), top_ - 16, number, {.anchor = "middle"});
        free = x_of(tick) + wide + 4;
      }
      out_.add(
          fmt::format("<path class=\"axis\" d=\"M{0:.2f} {1}v6\"/>\n<path class=\"grid\" "
                      "d=\"M{0:.2f} {2}v{3}\"/>\n",
                      x_of(tick), top_ - 8, top_, height_));
    }
  }

  void critical_difference() {
    if (!chart_.critical_difference) return;
    const double wide = x_of(*chart_.critical_difference) - x_of(0);
    out_.add(fmt::format("<path class=\"axis\" d=\"M{:.2f} {}v8m0 -4h{:.2f}m0 -4v8\"/>\n", left_,
                         below_ - 8, wide));
    const std::string words =
        fmt::format("critical difference {:.4f}", *chart_.critical_difference);
    double x = left_ + wide + 6;
    if (most_ > 0 && x + text_width(words, 11) > most_ - 10) {
      x = 36;
      below_ += line_height;
    }
    right_ = x + out_.text(x, below_, words, {.size = 11});
    below_ += line_height;
  }

  void run(std::size_t place) {
    const auto& shown = chart_.runs[groups_.order[place]];
    const double y = y_of(place), x = x_of(shown.mean);
    const std::string mean = fmt::format("{:.4f}", shown.mean);
    out_.text(30, y + 4, fmt::format("{}", place + 1), {.anchor = "end"});
    out_.text(36, y + 4, shown.name, {.width = longest_});
    out_.add(fmt::format(
        "<path class=\"grid\" stroke-dasharray=\"1 3\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n<circle "
        "class=\"f0\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4\"><title>{}: {}</title></circle>\n",
        left_, y, x, x, y, svg_text(shortened(shown.name, 260)), mean));
    if (has_means_) out_.text(left_ + plot_width_ + 50, y + 4, mean, {.anchor = "end"});
  }

  // Each bar in the first column that is free there.
  void place_bars() {
    std::vector<std::size_t> free;  // by column, the first place that is
    for (const auto& [first, last] : groups_.bars) {
      auto column =
          std::ranges::find_if(free, [first = first](std::size_t f) { return f <= first; });
      if (column == free.end()) column = free.insert(free.end(), 0);
      *column = last + 1;
      column_of_.push_back(static_cast<double>(column - free.begin()));
    }
    columns_ = static_cast<double>(free.size());
  }

  void bars() {
    for (std::size_t i = 0; i < groups_.bars.size(); ++i) {
      const auto& [first, last] = groups_.bars[i];
      out_.add(
          fmt::format("<path class=\"axis\" stroke-width=\"{:.3g}\" stroke-linecap=\"round\" "
                      "d=\"M{:.2f} {:.2f}V{:.2f}\"><title>ranks {} to {}</title></path>\n",
                      std::min(4.0, bar_step_ / 2),
                      left_ + plot_width_ + beside() + 6 + bar_step_ * column_of_[i],
                      y_of(first) - 3, y_of(last) + 3, first + 1, last + 1));
    }
  }

  const CriticalDifferenceChart& chart_;
  SvgWriter out_;
  DifferenceGroups groups_;
  double top_;
  bool has_means_;
  double longest_;  // name
  double most_;     // width; 0: any
  Axis axis_;
  double names_ = 0, height_ = 0, left_ = 0, plot_width_ = 420, bar_step_ = 14;
  std::vector<double> column_of_;  // by bar
  double columns_ = 0;
  double below_ = 0, right_ = 0;  // the next line of words; the end of the longest
};

}  // namespace

std::string svg_of(const CriticalDifferenceChart& chart, const SvgFrame& frame) {
  return DifferenceDrawing(chart, frame).draw();
}

}  // namespace subintent::internal
