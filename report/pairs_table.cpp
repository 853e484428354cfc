#include "report/pairs_table.h"

namespace subintent::internal {

const TableRecord& compared_pairs_record() {
  using enum CellKind;
  static const TableRecord made = {
      "pairs",
      "a row per measure, test and pair of runs",
      {{"group", whole, "of runs with the same topics, from 1"},
       {"measure", text, "name"},
       {"test", text, "name"},
       {"run1", text, "name"},
       {"run2", text, "name"},
       {"topics", whole, "that both have"},
       {"mean1", number, "of the first run"},
       {"mean2", number, "of the second run"},
       {"difference", number, "of the means, the first minus the second"},
       {"effect_size", number,
        "Cohen's d of the differences: their mean divided by their standard deviation"},
       {"low", number, "of the interval of the difference, at the level of the correction"},
       {"high", number, "of the interval of the difference, at the level of the correction"},
       {"wins", whole, "topics where the first run is better"},
       {"losses", whole, "topics where the second run is better"},
       {"ties", whole, "topics where they are equal, to within 1e-9"},
       {"p", number, "as the test gives it"},
       {"p_holm", number,
        "by Holm's correction; p itself where that holds for all pairs (maxt, tukey)"},
       {"p_bonferroni", number, "by Bonferroni's correction, likewise"},
       {"p_bh", number, "by the correction of Benjamini and Hochberg, of the false discovery rate"},
       {"winner", text, "the better run where the corrected p-value is below alpha; else empty"},
       {"alpha", number, "the significance level"},
       {"correction", text, "that the winner follows from"},
       {"trials", whole, "of a random test"},
       {"seed", whole, "of a random test"}}};
  return made;
}

std::vector<Cell> cells_of_test(const TestSettings& settings, Correction correction) {
  const bool random = settings.test->is_random();
  return {settings.alpha, std::string(name_of(correction)),
          random ? whole(settings.trials) : Cell(),
          random ? Cell(std::to_string(settings.seed)) : Cell()};
}

DataTable pairs_table(std::span<const TestedGroup> tested) {
  DataTable table = table_of(compared_pairs_record());
  for (const TestedGroup& one : tested) {
    const TestSettings& settings = one.settings;
    const Correction correction = correction_for(*settings.test, one.comparison.correction);
    for (const ComparedPair& pair : one.compared) {
      auto& row = table.rows.emplace_back(std::vector<Cell>{whole(pair.group),
                                                            pair.measure,
                                                            std::string(settings.test->name),
                                                            pair.run1,
                                                            pair.run2,
                                                            whole(pair.topics),
                                                            pair.mean1,
                                                            pair.mean2,
                                                            pair.difference,
                                                            pair.effect_size,
                                                            pair.low,
                                                            pair.high,
                                                            whole(pair.wins),
                                                            whole(pair.losses),
                                                            whole(pair.ties),
                                                            pair.p,
                                                            pair.p_holm,
                                                            pair.p_bonferroni,
                                                            pair.p_bh,
                                                            pair.winner});
      for (Cell& cell : cells_of_test(settings, correction)) row.push_back(std::move(cell));
    }
  }
  // Columns that only some have asked for.
  if (tested.empty() || tested[0].number == 0) table.hidden.emplace_back("group");
  if (tested.empty() || tested[0].comparison.correction != Correction::benjamini_hochberg)
    table.hidden.emplace_back("p_bh");
  return table;
}

}  // namespace subintent::internal
