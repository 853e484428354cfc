#include "compare/analyses/judge_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "compare/judge_correlations.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_changes_shown = 10;

std::vector<Column> columns_of_bootstrap() {
  return {{"alpha", CellKind::number, "intervals have confidence 1 - alpha"},
          {"trials", CellKind::whole, "of the bootstrap over topics"},
          {"seed", CellKind::whole, "of the bootstrap"}};
}

const TableRecord& judges_record() {
  using enum CellKind;
  static const TableRecord made = {
      "judges", "where judges are named: a row per two judges and coefficient",
      joined_columns({{"group", whole, "of runs with the same topics, from 1"},
                      {"judge1", text, "the truth where there is one, JUDGE:MEASURE"},
                      {"judge2", text, "JUDGE:MEASURE"},
                      {"coefficient", text,
                       "tau_b, tau_ap (judge1 is the truth), tau_b of the best, spearman, pearson"},
                      {"value", number, "of the rankings of runs by mean, or of their means"},
                      {"low", number, "of its interval over topics"},
                      {"high", number, "of its interval over topics"},
                      {"runs", whole, "that are ranked"},
                      {"topics", whole, "that means are over"}},
                     columns_of_bootstrap())};
  return made;
}

const TableRecord& advantages_record() {
  using enum CellKind;
  static const TableRecord made = {
      "advantages",
      "with a truth: a row per two judges and coefficient",
      {{"group", whole, "of runs with the same topics, from 1"},
       {"truth", text, "JUDGE:MEASURE"},
       {"judge1", text, "JUDGE:MEASURE"},
       {"judge2", text, "JUDGE:MEASURE"},
       {"coefficient", text, "as in the table judges"},
       {"difference", number, "agreement of the first with the truth, minus that of the second"},
       {"low", number, "of its interval over topics"},
       {"high", number, "of its interval over topics"}}};
  return made;
}

const TableRecord& changes_record() {
  using enum CellKind;
  static const TableRecord made = {
      "changes",
      "where judges are named: a row per two judges and pair of runs that they order differently",
      {{"group", whole, "of runs with the same topics, from 1"},
       {"judge1", text, "JUDGE:MEASURE"},
       {"judge2", text, "JUDGE:MEASURE"},
       {"run1", text, "name"},
       {"run2", text, "name"},
       {"difference1", number, "of the means by the first judge, run1 minus run2"},
       {"difference2", number, "by the second judge"},
       {"p1", number, "of the first difference, by the paired t-test, not corrected"},
       {"p2", number, "of the second difference"}}};
  return made;
}

std::string coefficient_text(const JudgeCoefficient& one, bool is_signed) {
  const auto number = [&](double value) {
    return fmt::format(fmt::runtime(is_signed ? "{:+.3f}" : "{:.3f}"), value);
  };
  if (!one.value) return "-";
  if (!one.interval) return number(*one.value);
  return fmt::format("{} ({} {})", number(*one.value), number(one.interval->low),
                     number(one.interval->high));
}

// One group of runs.
class JudgesReport {
 public:
  JudgesReport(const ScoreGroup& group, std::size_t number, const AnalysisValues& values)
      : group_(group),
        number_(whole(number)),
        truth_(values.text("truth")),
        best_(static_cast<std::size_t>(*values.whole("top"))),
        bootstrap_{values.whole("trials").value_or(BootstrapSettings().trials),
                   *values.whole("seed"), *values.number("alpha")},
        found_(judge_correlations(group, truth_, best_, bootstrap_)) {}

  void add_to(Report& report) const {
    report.text.add(fmt::format(
        "{}Rankings of {} by judges{}, {}; {:.4g}% intervals over topics (B = {}, seed {})\n\n",
        report.text.empty() ? "" : "\n", count_of(group_.runs.size(), "run"),
        truth_ ? " against " + printable(*truth_) : "", count_of(group_.topics.size(), "topic"),
        100 * (1 - bootstrap_.alpha), bootstrap_.trials, bootstrap_.seed));
    add_judges(report);
    if (!found_.advantages.empty()) add_advantages(report);
    for (const ComparedJudges& one : found_.compared) add_changes(one, report);
  }

 private:
  const std::string& name(std::size_t measure) const { return group_.measures[measure].measure; }

  std::vector<std::string> head(std::initializer_list<std::string> first) const {
    std::vector<std::string> row(first);
    row.insert(row.end(),
               {"τ_b", "τ_ap", fmt::format("τ_b of the best {}", best_), "Spearman", "Pearson"});
    return row;
  }

  void add_judges(Report& report) const {
    TextTable shown(2);
    shown.add(head({"judge", "other judge"}));
    for (const ComparedJudges& one : found_.compared) {
      std::vector<std::string> row = {printable(name(one.first)), printable(name(one.second))};
      for (std::size_t c = 0; c < one.coefficients.size(); ++c) {
        const auto& [value, interval] = one.coefficients[c];
        row.push_back(coefficient_text(one.coefficients[c], false));
        report.tables[0].rows.push_back(
            {number_, name(one.first), name(one.second), std::string(judge_coefficients[c]),
             known(value), interval ? Cell(interval->low) : Cell(),
             interval ? Cell(interval->high) : Cell(), whole(group_.runs.size()),
             whole(group_.topics.size()), bootstrap_.alpha, whole(bootstrap_.trials),
             whole(bootstrap_.seed)});
      }
      shown.add(std::move(row));
    }
    report.text.add(std::move(shown));
  }

  void add_advantages(Report& report) const {
    TextTable shown(2);
    shown.add(head({"judge", "minus judge"}));
    for (const JudgeAdvantage& one : found_.advantages) {
      const ComparedJudges &first = found_.compared[one.first],
                           &second = found_.compared[one.second];
      std::vector<std::string> row = {printable(name(first.second)),
                                      printable(name(second.second))};
      for (std::size_t c = 0; c < one.differences.size(); ++c) {
        const auto& [value, interval] = one.differences[c];
        row.push_back(coefficient_text(one.differences[c], true));
        report.tables[1].rows.push_back({number_, name(first.first), name(first.second),
                                         name(second.second), std::string(judge_coefficients[c]),
                                         known(value), interval ? Cell(interval->low) : Cell(),
                                         interval ? Cell(interval->high) : Cell()});
      }
      shown.add(std::move(row));
    }
    report.text.add("\nAgreement with the truth, one judge minus another\n\n");
    report.text.add(std::move(shown));
  }

  void add_changes(const ComparedJudges& one, Report& report) const {
    TextTable shown(2);
    shown.add({"run", "other run", "difference", "p", "by the other", "p"});
    for (const ChangedOrder& change : one.changes) {
      const std::string &run1 = group_.runs[change.runs.first],
                        &run2 = group_.runs[change.runs.second];
      report.tables[2].rows.push_back({number_, name(one.first), name(one.second), run1, run2,
                                       change.difference1, change.difference2, change.p1,
                                       change.p2});
      if (shown.rows().size() > most_changes_shown) continue;
      shown.add({printable(run1), printable(run2), fmt::format("{:+.4f}", change.difference1),
                 p_value_text(change.p1), fmt::format("{:+.4f}", change.difference2),
                 p_value_text(change.p2)});
    }
    const std::size_t changes = one.changes.size(), rows = shown.rows().size() - 1;
    report.text.add(fmt::format("\n{} and {} order {} of {} of runs differently{}\n",
                                printable(name(one.first)), printable(name(one.second)), changes,
                                count_of(one.pairs, "pair"),
                                rows < changes ? fmt::format("; the first {}:", rows) : ""));
    if (changes == 0) return;
    report.text.add("\n");
    report.text.add(std::move(shown));
  }

  const ScoreGroup& group_;
  Cell number_;
  std::optional<std::string> truth_;
  std::size_t best_;
  BootstrapSettings bootstrap_;
  JudgeCorrelations found_;
};

}  // namespace

std::vector<TableRecord> judge_correlation_records() {
  return {judges_record(), advantages_record(), changes_record()};
}

bool has_judges(const std::vector<ScoreGroup>& groups) {
  return std::ranges::any_of(groups.at(0).measures, [](const ScoreMatrix& scores) {
    return !scores.judged.judge.empty();
  });
}

Report judge_correlation_report(const std::vector<ScoreGroup>& groups,
                                const AnalysisValues& values) {
  Report report;
  for (const TableRecord& record : judge_correlation_records()) {
    DataTable& table = report.tables.emplace_back(table_of(record));
    if (groups.size() == 1) table.hidden = {"group"};
  }
  for (const ScoreGroup* const group : comparable(groups)) {
    const auto number = static_cast<std::size_t>(group - groups.data()) + 1;
    JudgesReport(*group, number, values).add_to(report);
  }
  return report;
}

}  // namespace subintent::internal
