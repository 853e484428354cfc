#include "report/pairs_table.h"

namespace subintent::internal {
namespace {

const RowsOf<TestedGroup, ComparedPair> compared_rows = {
    "pairs", "a row per measure, test and pair of runs",
    [](RowColumns& row, const TestedGroup& tested, const ComparedPair& pair) {
      const SignificanceTest* const test = tested.settings.test;  // none where columns are declared
      const std::vector<Cell> of_test =
          test == nullptr
              ? std::vector<Cell>(4)
              : cells_of_test(tested.settings, correction_for(*test, tested.comparison.correction));
      row.add("group", CellKind::whole, "of runs with the same topics, from 1", whole(pair.group));
      row.add("measure", CellKind::text, "name", pair.measure);
      row.add("test", CellKind::text, "name",
              test == nullptr ? Cell() : Cell(std::string(test->name)));
      row.add("run1", CellKind::text, "name", pair.run1);
      row.add("run2", CellKind::text, "name", pair.run2);
      row.add("topics", CellKind::whole, "that both have", whole(pair.topics));
      row.add("mean1", CellKind::number, "of the first run", pair.mean1);
      row.add("mean2", CellKind::number, "of the second run", pair.mean2);
      row.add("difference", CellKind::number, "of the means, the first minus the second",
              pair.difference);
      row.add("effect_size", CellKind::number,
              "Cohen's d of the differences: their mean divided by their standard deviation",
              pair.effect_size);
      row.add("low", CellKind::number,
              "of the interval of the difference, at the level of the correction", pair.low);
      row.add("high", CellKind::number,
              "of the interval of the difference, at the level of the correction", pair.high);
      row.add("wins", CellKind::whole, "topics where the first run is better", whole(pair.wins));
      row.add("losses", CellKind::whole, "topics where the second run is better",
              whole(pair.losses));
      row.add("ties", CellKind::whole, "topics where they are equal, to within 1e-9",
              whole(pair.ties));
      row.add("p", CellKind::number, "as the test gives it", pair.p);
      row.add("p_holm", CellKind::number,
              "by Holm's correction; p itself where that holds for all pairs (maxt, tukey)",
              pair.p_holm);
      row.add("p_bonferroni", CellKind::number, "by Bonferroni's correction, likewise",
              pair.p_bonferroni);
      row.add("p_bh", CellKind::number,
              "by the correction of Benjamini and Hochberg, of the false discovery rate",
              pair.p_bh);
      row.add("winner", CellKind::text,
              "the better run where the corrected p-value is below alpha; else empty", pair.winner);
      row.add("alpha", CellKind::number, "the significance level", of_test[0]);
      row.add("correction", CellKind::text, "that the winner follows from", of_test[1]);
      row.add("trials", CellKind::whole, "of a random test", of_test[2]);
      row.add("seed", CellKind::whole, "of a random test", of_test[3]);
    }};

}  // namespace

const TableRecord& compared_pairs_record() {
  static const TableRecord record = compared_rows.record();
  return record;
}

std::vector<Cell> cells_of_test(const TestSettings& settings, Correction correction) {
  const bool random = settings.test->is_random();
  return {settings.alpha, std::string(name_of(correction)),
          random ? whole(settings.trials) : Cell(),
          random ? Cell(std::to_string(settings.seed)) : Cell()};
}

DataTable pairs_table(std::span<const TestedGroup> tested) {
  DataTable table = compared_rows.table();
  for (const TestedGroup& one : tested)
    for (const ComparedPair& pair : one.compared) compared_rows.fill(table, one, pair);
  // Columns that only some have asked for.
  if (tested.empty() || tested[0].number == 0) table.hidden.emplace_back("group");
  if (tested.empty() || tested[0].comparison.correction != Correction::benjamini_hochberg)
    table.hidden.emplace_back("p_bh");
  return table;
}

}  // namespace subintent::internal
