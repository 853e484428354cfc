// Line charts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct ChartLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // x, y; in order of x
};

struct LineChart {
  std::string title, description, x_label, y_label;
  double x_min = 0, x_max = 1, y_min = 0, y_max = 1;  // lines are cut off at these
  std::vector<ChartLine> lines;                       // told apart by colour and dashes
  bool marks = false;                                 // a circle at every point
  bool logarithmic_x = false;                         // x_min must be above 0
  std::vector<double> x_ticks;  // where the x axis is marked; empty: at round numbers
};

std::string svg_of(const LineChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
