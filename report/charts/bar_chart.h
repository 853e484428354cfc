// Bars with names: numbers that are no less than 0.
#pragma once

#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct BarChart {
  std::string title, description, label;  // of the axis
  double high = 1;                        // where the axis ends
  struct Bar {
    std::string name;
    double value;
    std::string text;  // beside the bar: "66.7%"
  };
  std::vector<Bar> bars;  // from the top
};

std::string svg_of(const BarChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
