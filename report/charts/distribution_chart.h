// Histograms of one or more distributions over each other.
#pragma once

#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct Distribution {
  std::string name;
  std::vector<double> edges;    // of the bins, ascending
  std::vector<double> heights;  // by bin
};

struct DistributionChart {
  std::string title, description, x_label, y_label;
  std::vector<Distribution> distributions;  // all with at least one bin
  struct Mark {
    double x;
    std::string name;
  };
  std::vector<Mark> marks;  // vertical lines, such as means
};

std::string svg_of(const DistributionChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
