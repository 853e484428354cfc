// The axes of charts with numbers on both.
#pragma once

#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct Axis {
  std::string label;
  double low = 0, high = 1;        // low < high; data outside is cut off
  bool logarithmic = false;        // low must be above 0
  std::vector<double> ticks = {};  // where it is marked; empty: at round numbers
};

// Numbers from low to high that are round, about five.
std::vector<double> round_ticks(double low, double high);

// An axis a little longer than the data needs, 0 to 1 for none. Numbers that are not finite do not
// count; those that differ by rounding only are one.
Axis axis_around(std::string label, const std::vector<double>& data);

// A rectangle with an axis below and one to the left.
struct PlotArea {
  double left = 70, top = 40, width = 560, height = 360;
  Axis x, y;

  double x_of(double value) const;
  double y_of(double value) const;
  // Frame, grid, numbers and labels.
  void draw(SvgWriter& out) const;
};

}  // namespace subintent::internal
