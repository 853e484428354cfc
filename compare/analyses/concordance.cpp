// Which of two measures agrees better with gold standards.

#include <fmt/format.h>

#include "compare/analyses/analysis.h"

namespace subintent::internal {
namespace {

TableRecord record_of_concordance() {
  using enum CellKind;
  return {"concordance",
          "for each gold standard, and for all of them together, a row per two other measures",
          {{"gold", text, "measures that are the gold standard"},
           {"measure1", text, "name"},
           {"measure2", text, "name"},
           {"disagreements", whole, "pairs of ranked lists that the two order differently"},
           {"correct1", whole, "of these: agreements of the first with the gold standard"},
           {"correct2", whole, "of these: agreements of the second with the gold standard"},
           {"concordance1", number, "correct1 / disagreements"},
           {"concordance2", number, "correct2 / disagreements"},
           {"only1", whole, "the first agrees and the second does not"},
           {"only2", whole, "the second agrees and the first does not"},
           {"p", number, "of the two-sided sign test of only1 against only2"}}};
}

std::string concordance_cell(const MeasureConcordance& tested) {
  if (tested.disagreements == 0) return "- (0)";
  const char* const mark = tested.p < 0.01 ? "‡" : tested.p < 0.05 ? "†" : "";
  return fmt::format("{}/{}{} ({})", fraction(tested.concordance1()),
                     fraction(tested.concordance2()), mark, tested.disagreements);
}

Report concordance_report(std::span<const MeasureConcordance> found) {
  Report report;
  DataTable& table = report.tables.emplace_back(table_of(record_of_concordance()));
  for (std::size_t part = 1; !found.empty(); ++part) {
    const auto end = std::ranges::find_if(
        found, [&](const MeasureConcordance& c) { return c.gold != found[0].gold; });
    const auto rows = found.first(static_cast<std::size_t>(end - found.begin()));
    const std::string gold = join(found[0].gold, " AND ");
    report.text.add(fmt::format("{}({}) Gold standard: {}\n\n", part == 1 ? "" : "\n", part,
                                printable(gold, 200)),
                    triangle(rows, concordance_cell));
    for (const MeasureConcordance& c : rows)
      add_row(table, gold, c.measure1, c.measure2, c.disagreements, c.correct1, c.correct2,
              c.concordance1(), c.concordance2(), c.only1, c.only2, c.p);
    found = found.subspan(rows.size());
  }
  report.text.add(
      "\nConcordance of the row's measure / the column's (disagreements); two-sided sign test: "
      "† p < 0.05, ‡ p < 0.01\n");
  return report;
}

}  // namespace

Analysis concordance_analysis() {
  Analysis analysis;
  analysis.name = "concordance";
  analysis.summary = "which of two measures agrees better with gold standards";
  analysis.source = "Sakai 2012, section 4.2, Fig. 6";
  analysis.usage = "--gold MEASURE... SCORES...";
  AnalysisOption gold =
      record_option("gold", OptionKind::measure, "MEASURE", "a gold standard among the measures",
                    "", {}, "the measure that is the gold standard");
  gold.required = true;
  analysis.options = {standardise_option(), gold};
  analysis.tables = {record_of_concordance()};
  analysis.run = [](AnalysisInputs& inputs, const AnalysisValues& values, const ProgressCallback&) {
    const auto found = measure_concordances(inputs.groups, values.texts("gold"));
    return AnalysisResult{concordance_report(found)};
  };
  return analysis;
}

}  // namespace subintent::internal
