// Discriminative power with hierarchies beside that with placebos.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compare/analyses/analysis.h"
#include "compare/correction.h"
#include "compare/placebo_power.h"
#include "compare/study/placebo.h"

namespace subintent::internal {

// One setting of a series, or none.
struct PlaceboPoint {
  std::vector<double> setting;
  struct Tested {
    TestSettings settings;
    std::vector<PlaceboPower> powers;
  };
  std::vector<Tested> tested;
};

// With the scores that the hierarchies give; then of each placebo, the measures of which are some
// of the same. Tests are those of the values, which also say whether to standardise.
PlaceboPoint placebo_point(std::vector<double> setting, const AnalysisValues& values,
                           ScoreGroup scores);
void add_placebo(PlaceboPoint& point, const AnalysisValues& values, ScoreGroup scores);

AnalysisOption placebo_option();
const TableRecord& placebo_record();

// Table "placebo"; `columns` name the setting.
Report placebo_report(std::span<const PlaceboPoint> points, std::span<const std::string> columns,
                      Correction correction, const PlaceboOptions& options);

// Adds the mean power with placebos of each measure to the chart of a series of one setting.
void add_placebo_lines(std::span<const PlaceboPoint> points, std::size_t test, LineChart& chart);

}  // namespace subintent::internal
