// Histograms of one or more distributions over each other.
#pragma once

#include <string>
#include <vector>

#include "report/charts/svg.h"

namespace subintent::internal {

struct Distribution {
  std::string name;
  std::vector<double> shares;  // of what is counted, by bin
};

struct DistributionChart {
  std::string title, description, x_label, y_label;
  double low = 0, high = 1;  // the bins are as wide as one another from here to there
  std::vector<Distribution> distributions;  // all with the same number of bins, at least one
  struct Mark {
    double x;
    std::string name;
  };
  std::vector<Mark> marks;  // vertical lines, such as means
};

std::string svg_of(const DistributionChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
