// Parts of the reports and charts of analyses that others show, too.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/agreement.h"
#include "compare/concordance.h"
#include "compare/correction.h"
#include "compare/discriminative_power.h"
#include "compare/measure_correlations.h"
#include "compare/tested_pairs.h"
#include "report/charts/critical_difference.h"
#include "report/charts/heat_map.h"
#include "report/charts/line_chart.h"
#include "report/report.h"
#include "report/run_table.h"
#include "subintent/program.h"

namespace subintent::internal {

// A p-value for people: "0.0312", or "<0.0001". Of a random test that no trial speaks against,
// "<0.0002": less than 1 / B is all it says.
std::string p_value_text(double p);
std::string p_value_text(double p, const TestSettings& settings);

// Winners among runs. A pair is significant if its p-value, corrected within its family (not for
// Tukey HSD, which is family-wise by itself), is below alpha. Table "pairs".
Report significance_report(std::span<const TestedGroup> tested, bool shows_text = true);

// The runs of a group by one measure under a test of all pairs.
CriticalDifferenceChart difference_chart(const TestedGroup& tested, std::size_t measure);

// Discriminative power of measures under one test [Sakai12 Tables 2-4; SakaiSong11 Table 5].
struct TestedMeasures {
  TestSettings settings;
  std::vector<MeasurePower> powers;
  std::vector<MeasureOverlap> overlaps;
};

// The layout of a report of discriminative power.
struct PowerLayout {
  bool by_hierarchy = false;  // people see measures as rows, hierarchies as columns
  bool overlaps = true;       // of every two measures
};

// Tables "power" and "overlaps".
Report power_report(std::span<const TestedMeasures> tested, Correction correction,
                    const PowerLayout& layout = {});

// Table "curves": test, measure, rank, p.
DataTable asl_table(std::span<const TestedMeasures> tested);
// Curves of one test; p-values above `limit` are cut off.
LineChart asl_chart(const TestedMeasures& tested, double limit);

// Correlations of the rankings of some items by every two measures.
struct CorrelatedMeasures {
  std::string of;     // "runs", "p-values t"
  std::string title;  // of its text
  std::vector<MeasureCorrelation> correlations;
};

// Table "correlations".
Report correlation_report(std::span<const CorrelatedMeasures> correlated);
// The tau_b of every two measures, row after row, from those of the pairs, and 1 of each with
// itself. Nothing where it is not defined: a measure that has none with any other has none with
// itself.
std::vector<std::optional<double>> correlation_square(
    std::span<const MeasureCorrelation> correlations);
// Kendall's tau_b of all pairs of measures.
HeatMap correlation_chart(const CorrelatedMeasures& correlated);

// The layout of [Sakai12 Table 6]: a part for each gold standard, and one for all of them where
// there are several. Table "concordance".
Report concordance_report(std::span<const MeasureConcordance> found);

// The upper triangle of a table of all pairs of measures. Rows have measure1 and measure2, in the
// order of the pairs.
template <typename Row, typename CellText>
TextTable triangle(std::span<const Row> rows, CellText cell_text) {
  std::vector<std::string> header = {""};
  for (const Row& row : rows) {
    if (row.measure1 == rows[0].measure1) header.push_back(printable(row.measure2));
  }
  TextTable table;
  table.add(header);
  for (std::size_t at = 0, left = header.size() - 1; left > 0; --left) {
    std::vector<std::string> cells(header.size() - left, "-");
    cells[0] = printable(rows[at].measure1);
    for (std::size_t j = 0; j < left; ++j) cells.push_back(cell_text(rows[at++]));
    table.add(cells);
  }
  return table;
}

}  // namespace subintent::internal
