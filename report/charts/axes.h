// The axes of charts with numbers on both.
#pragma once

#include <cstddef>
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

// A rectangle with an axis below and one to the left. A page has the title outside of the picture.
struct PlotArea {
  double left = 70, top = 40, width = 560, height = 360;
  Axis x, y;

  double x_of(double value) const;
  double y_of(double value) const;
  // Frame, grid, numbers and labels.
  void draw(SvgWriter& out) const;
};

// What lines and areas of a plot stand for: beside it, or below it in a narrow picture.
struct PlotLegend {
  double width = 240, row_height = 18;
  std::size_t rows = 0;

  // Makes room for the legend.
  void fit(PlotArea& area, const SvgFrame& frame);
  // A sample, a path with these attributes, and what it stands for.
  void draw(SvgWriter& out, const PlotArea& area, std::size_t row, const std::string& sample,
            const std::string& name) const;
  std::string finish(const SvgWriter& out, const PlotArea& area, const std::string& title,
                     const std::string& description) const;

  bool is_below = false;  // after fit()
};

}  // namespace subintent::internal
