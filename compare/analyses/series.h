// An analysis repeated over settings of the evaluation: pooling and evaluation depths [Webber Figs.
// 3 and 4], cutoffs delta of hierarchies [Dou19 Fig. 8]; and its discriminative power with
// placebos.
#pragma once

#include "compare/analyses/analysis.h"

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
TableRecord placebo_record();

// Table "placebo"; `columns` name the setting.
Report placebo_report(std::span<const PlaceboPoint> points, std::span<const std::string> columns,
                      Correction correction, const PlaceboOptions& options);

// Adds the mean power with placebos of each measure to the chart of a series of one setting.
void add_placebo_lines(std::span<const PlaceboPoint> points, std::size_t test, LineChart& chart);

// One setting: the columns that name it, and its analysis.
struct SeriesPoint {
  std::vector<double> setting;  // one number a column of Series::columns
  AnalysisResult analysis;
};

// Points with the same first measures in the same order; their names may differ (AP@5, AP@10).
struct Series {
  std::vector<std::string> columns;   // "pool_depth", "depth"; "delta"
  std::vector<std::string> measures;  // names without what the setting says
  std::vector<SeriesPoint> points;
};

// Adds the analysis `each` of one more setting. Its gold standards are named as the measures are,
// without what the setting says.
void add_point(Series& series, std::vector<double> setting, const Analysis& each,
               AnalysisValues values, ScoreGroup scores);

// The warnings of all points, each once.
Warnings warnings_of(const Series& series);

// The reports of all points one after the other, each under its setting; in tables the setting
// comes first. Before them, where the points have discriminative powers, a summary: a row a
// setting, a column a measure.
Report series_report(const Series& series);

// Discriminative power of one test: over the last column of the setting, a line for each measure
// and each value of the columns before.
LineChart series_chart(const Series& series, std::size_t test);

// The report, the warnings, and where inputs.draws the chart; nothing of no points.
AnalysisResult series_result(const Series& series, bool draws);

}  // namespace subintent::internal
