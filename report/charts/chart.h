// Any chart that is shown on its own.
#pragma once

#include <string>
#include <variant>

#include "report/charts/bar_chart.h"
#include "report/charts/critical_difference.h"
#include "report/charts/distribution_chart.h"
#include "report/charts/heat_map.h"
#include "report/charts/line_chart.h"

namespace subintent::internal {

using Chart =
    std::variant<BarChart, LineChart, DistributionChart, HeatMap, CriticalDifferenceChart>;

inline std::string svg_of(const Chart& chart, const SvgFrame& frame = {}) {
  return std::visit([&](const auto& one) { return svg_of(one, frame); }, chart);
}

}  // namespace subintent::internal
