// The report of `compare concordance`.
#include "compare/concordance.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "render/analysis.h"

namespace subintent::internal {
namespace {

std::string cell_of(const MeasureConcordance& tested) {
  if (tested.disagreements == 0) return "- (0)";
  const char* const mark = tested.p < 0.01 ? "‡" : tested.p < 0.05 ? "†" : "";
  return fmt::format("{}/{}{} ({})", fraction(tested.concordance1), fraction(tested.concordance2),
                     mark, tested.disagreements);
}

std::vector<Cell> row_of(const std::string& gold, const MeasureConcordance& c) {
  return {gold,
          c.measure1,
          c.measure2,
          whole(c.disagreements),
          whole(c.correct1),
          whole(c.correct2),
          c.concordance1,
          c.concordance2,
          whole(c.only1),
          whole(c.only2),
          c.p};
}

}  // namespace

Report concordance_report(std::span<const MeasureConcordance> found) {
  Report report;
  DataTable& table = report.tables.emplace_back(
      DataTable{"concordance",
                {"gold", "measure1", "measure2", "disagreements", "correct1", "correct2",
                 "concordance1", "concordance2", "only1", "only2", "p"},
                {}});
  for (std::size_t part = 1; !found.empty(); ++part) {
    const auto end = std::ranges::find_if(
        found, [&](const MeasureConcordance& c) { return c.gold != found[0].gold; });
    const auto rows = found.first(static_cast<std::size_t>(end - found.begin()));
    const std::string gold = fmt::format("{}", fmt::join(found[0].gold, " AND "));
    report.text.add(fmt::format("{}({}) Gold standard: {}\n\n", part == 1 ? "" : "\n", part,
                                printable(gold, 200)));
    report.text.add(triangle(rows, cell_of));
    for (const MeasureConcordance& row : rows) table.rows.push_back(row_of(gold, row));
    found = found.subspan(rows.size());
  }
  report.text.add(
      "\nConcordance of the row's measure / the column's (disagreements); two-sided sign test: "
      "† p < 0.05, ‡ p < 0.01\n");
  return report;
}

Analysis concordance_analysis() {
  Analysis analysis;
  analysis.name = "concordance";
  analysis.summary = "which of two measures agrees better with gold standards";
  analysis.parameters = {"gold"};
  analysis.run = [](const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                    const PairsDone&) {
    return AnalysisResult{concordance_report(measure_concordances(groups, options.gold)), {}, {}};
  };
  return analysis;
}

}  // namespace subintent::internal
