// Two rankings of the same things side by side, with a line from each to itself.
#pragma once

#include <string>
#include <vector>

#include "render/charts/svg.h"

namespace subintent::internal {

struct RankChart {
  std::string title, description;
  std::string left, right;  // what the rankings are called
  struct Thing {
    std::string name;
    double left_value, right_value;  // the highest is first; of equal ones the first given
  };
  std::vector<Thing> things;
};

// Colours and dashes tell apart what rises, falls and stays, and a number behind the name on
// the right: "+2" has risen by two places.
std::string svg_of(const RankChart& chart, const SvgFrame& frame = {});

}  // namespace subintent::internal
