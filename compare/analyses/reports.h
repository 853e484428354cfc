// Parts of the reports and charts of analyses that others show, too.
#pragma once

#include "compare/correlation.h"
#include "compare/participants.h"
#include "compare/study/other_hierarchies.h"
#include "compare/study/similarities.h"
#include "report/charts/critical_difference.h"
#include "report/charts/distribution_chart.h"
#include "report/charts/heat_map.h"
#include "report/charts/line_chart.h"
#include "report/report.h"
#include "report/report_text.h"
#include "report/run_table.h"

namespace subintent::internal {

// Numbers that may be missing, and intervals, as text and as cells: ".512", ".512 [.401, .601]".
inline std::string fraction_or_dash(const std::optional<double>& value) {
  return value ? fraction(*value) : "-";
}
inline std::string interval_text(const std::optional<Interval>& interval,
                                 const char* missing = "-") {
  return interval ? fraction(interval->low) + " " + fraction(interval->high) : missing;
}
inline std::string estimate_text(const Estimate& found) {
  if (!found.value || !found.interval) return fraction_or_dash(found.value);
  return fraction(*found.value) + " [" + fraction(found.interval->low) + ", " +
         fraction(found.interval->high) + "]";
}
inline Cell low_cell(const std::optional<Interval>& interval) {
  return interval ? Cell(interval->low) : Cell();
}
inline Cell high_cell(const std::optional<Interval>& interval) {
  return interval ? Cell(interval->high) : Cell();
}

// A p-value for people: "0.0312", or "<0.0001". Of a random test that no trial speaks against,
// "<0.0002": less than 1 / B is all it says.
std::string p_value_text(double p);
std::string p_value_text(double p, const TestSettings& settings);

// The runs of a group by one measure under a test of all pairs.
CriticalDifferenceChart difference_chart(const TestedGroup& tested, std::size_t measure);

// Discriminative power of measures under one test [Sakai12 Tables 2-4; SakaiSong11 Table 5].
struct TestedMeasures {
  TestSettings settings;
  std::vector<DiscriminativePower> powers;
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

// Curves of one test; p-values above `limit` are cut off.
LineChart asl_chart(const TestedMeasures& tested, double limit);

// The tau_b of every two measures, row after row, from those of the pairs, and 1 of each with
// itself. Nothing where it is not defined: a measure that has none with any other has none with
// itself.
std::vector<std::optional<double>> correlation_square(
    std::span<const MeasureCorrelation> correlations);
// The upper triangle of a table of all pairs of measures. Rows have measure1 and measure2, in the
// order of the pairs.
template <typename Row, typename CellText>
TextTable triangle(std::span<const Row> rows, CellText cell_text) {
  std::vector<std::string> header = {""};
  for (const Row& row : rows)
    if (row.measure1 == rows[0].measure1) header.push_back(printable(row.measure2));
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

// Their tables.
TableRecord rankings_record();
TableRecord pairs_record();

// Their tables.
TableRecord reliability_record();
TableRecord participants_record();
TableRecord preference_tests_record();

// Table "reliability".
Report reliability_report(std::span<const UserReliability> found,
                          const BootstrapSettings& settings);

// Table "participants". Columns of which nothing is known are left out for people.
Report participants_report(std::span<const ParticipantSummary> found, double alpha,
                           double fast_seconds);

// Table "tests". None are a report without text.
Report preference_tests_report(std::span<const PreferenceTest> found, const TestSettings& settings,
                               Correction correction);

// Appends a report of the same kind; the tables that both have hold the rows of both.
void append(Report& to, const Report& more);

struct SimilarityReport {
  std::vector<SimilarityStudy> studies;
  struct Shapes {
    std::string name;  // of what was clustered
    std::vector<DeltaShape> deltas;
  };
  std::vector<Shapes> shapes;
};

// Their distributions, in bins of 0.05, and the means of all pairs.
DistributionChart similarity_chart(const SimilarityReport& found);

}  // namespace subintent::internal
