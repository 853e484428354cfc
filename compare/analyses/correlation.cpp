#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/reliability.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_changes_shown = 10;

[[gnu::cold]] std::vector<TableRecord> judge_correlation_tables() {
  using enum CellKind;
  return {
      {"judges", "where judges are named: a row per two judges and coefficient",
       all_columns({{"group", whole, "of runs with the same topics, from 1"},
                    {"judge1", text, "the truth where there is one, JUDGE:MEASURE"},
                    {"judge2", text, "JUDGE:MEASURE"},
                    {"coefficient", text,
                     "tau_b, tau_ap (judge1 is the truth), tau_b of the best, spearman, pearson"},
                    {"value", number, "of the rankings of runs by mean, or of their means"},
                    interval_columns("of its interval over topics"),
                    {"runs", whole, "that are ranked"},
                    {"topics", whole, "that means are over"},
                    bootstrap_columns("of the bootstrap over topics", "of the bootstrap")})},
      {"advantages", "with a truth: a row per two judges and coefficient",
       all_columns({{"group", whole, "of runs with the same topics, from 1"},
                    {"truth", text, "JUDGE:MEASURE"},
                    {"judge1", text, "JUDGE:MEASURE"},
                    {"judge2", text, "JUDGE:MEASURE"},
                    {"coefficient", text, "as in the table judges"},
                    {"difference", number,
                     "agreement of the first with the truth, minus that of the second"},
                    interval_columns("of its interval over topics")})},
      {"changes",
       "where judges are named: a row per two judges and pair of runs that they order differently",
       {{"group", whole, "of runs with the same topics, from 1"},
        {"judge1", text, "JUDGE:MEASURE"},
        {"judge2", text, "JUDGE:MEASURE"},
        {"run1", text, "name"},
        {"run2", text, "name"},
        {"difference1", number, "of the means by the first judge, run1 minus run2"},
        {"difference2", number, "by the second judge"},
        {"p1", number, "of the first difference, by the paired t-test, not corrected"},
        {"p2", number, "of the second difference"}}}};
}

std::string coefficient_text(const Estimate& estimate, bool is_signed) {
  const auto number = [&](double value) {
    return fmt::format(fmt::runtime(is_signed ? "{:+.3f}" : "{:.3f}"), value);
  };
  if (!estimate.value) return "-";
  if (!estimate.interval) return number(*estimate.value);
  return fmt::format("{} ({} {})", number(*estimate.value), number(estimate.interval->low),
                     number(estimate.interval->high));
}

// One group of runs.
class JudgesReport {
 public:
  JudgesReport(const ScoreGroup& group, std::size_t number, const AnalysisValues& values)
      : group_(group),
        number_(whole(number)),
        truth_(values.text("truth")),
        best_(static_cast<std::size_t>(*values.whole("top"))),
        bootstrap_(bootstrap_of(values)),
        found_(judge_correlations(group, truth_, best_, bootstrap_)) {}

  void add_to(Report& report) const {
    report.text.add(fmt::format(
        "{}Rankings of {} by judges{}, {}; {:.4g}% intervals over topics (B = {}, seed {})\n\n",
        report.text.empty() ? "" : "\n", count_of(group_.runs.size(), "run"),
        truth_ ? " against " + printable(*truth_) : "", count_of(group_.topics.size(), "topic"),
        100 * (1 - bootstrap_.alpha), bootstrap_.trials, bootstrap_.seed));
    add_judges(report);
    if (!found_.advantages.empty()) add_advantages(report);
    for (const ComparedJudges& judges : found_.compared) add_changes(judges, report);
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
    for (const ComparedJudges& judges : found_.compared) {
      std::vector<std::string> row = {printable(name(judges.first)),
                                      printable(name(judges.second))};
      for (std::size_t c = 0; c < judges.coefficients.size(); ++c) {
        const auto& [value, interval] = judges.coefficients[c];
        row.push_back(coefficient_text(judges.coefficients[c], false));
        add_row(report.tables[0], number_, name(judges.first), name(judges.second),
                judge_coefficients[c], value, interval, group_.runs.size(), group_.topics.size(),
                bootstrap_);
      }
      shown.add(std::move(row));
    }
    report.text.add(std::move(shown));
  }

  void add_advantages(Report& report) const {
    TextTable shown(2);
    shown.add(head({"judge", "minus judge"}));
    for (const JudgeAdvantage& judges : found_.advantages) {
      const ComparedJudges &first = found_.compared[judges.first],
                           &second = found_.compared[judges.second];
      std::vector<std::string> row = {printable(name(first.second)),
                                      printable(name(second.second))};
      for (std::size_t c = 0; c < judges.differences.size(); ++c) {
        const auto& [value, interval] = judges.differences[c];
        row.push_back(coefficient_text(judges.differences[c], true));
        add_row(report.tables[1], number_, name(first.first), name(first.second),
                name(second.second), judge_coefficients[c], value, interval);
      }
      shown.add(std::move(row));
    }
    report.text.add("\nAgreement with the truth, one judge minus another\n\n", std::move(shown));
  }

  void add_changes(const ComparedJudges& judges, Report& report) const {
    TextTable shown(2);
    shown.add({"run", "other run", "difference", "p", "by the other", "p"});
    for (const ChangedOrder& change : judges.changes) {
      const std::string &run1 = group_.runs[change.runs.first],
                        &run2 = group_.runs[change.runs.second];
      add_row(report.tables[2], number_, name(judges.first), name(judges.second), run1, run2,
              change.difference1, change.difference2, change.p1, change.p2);
      if (shown.rows().size() > most_changes_shown) continue;
      shown.add({printable(run1), printable(run2), signed_decimals(change.difference1),
                 p_value_text(change.p1), signed_decimals(change.difference2),
                 p_value_text(change.p2)});
    }
    const std::size_t changes = judges.changes.size(), rows = shown.rows().size() - 1;
    report.text.add(fmt::format("\n{} and {} order {} of {} of runs differently{}\n",
                                printable(name(judges.first)), printable(name(judges.second)),
                                changes, count_of(judges.pairs, "pair"),
                                rows < changes ? fmt::format("; the first {}:", rows) : ""));
    if (changes == 0) return;
    report.text.add("\n", std::move(shown));
  }

  const ScoreGroup& group_;
  Cell number_;
  std::optional<std::string> truth_;
  std::size_t best_;
  BootstrapSettings bootstrap_;
  JudgeCorrelations found_;
};

Report judge_correlation_report(const std::vector<ScoreGroup>& groups,
                                const AnalysisValues& values) {
  Report report;
  for (const TableRecord& record : judge_correlation_tables()) {
    DataTable& table = report.tables.emplace_back(table_of(record));
    if (groups.size() == 1) table.hidden = {"group"};
  }
  for (const ScoreGroup* const group : comparable(groups)) {
    const auto number = static_cast<std::size_t>(group - groups.data()) + 1;
    JudgesReport(*group, number, values).add_to(report);
  }
  if (report.tables[0].rows.empty())
    throw Error(Location{}, "no two judges have scores by the same measure",
                "give those of other judges; a matrix of runs is by the measure that its file is "
                "called");
  return report;
}

// How similarly measures, or judges, rank runs.

constexpr std::size_t most_values = 40;  // of measures, with numbers in the cells of a chart

TableRecord correlation_record() {
  using enum CellKind;
  return {"correlations",
          "a row per two measures",
          {{"of", text, "what is ranked: runs, or pairs of runs by the p-values of a test"},
           {"measure1", text, "name"},
           {"measure2", text, "name"},
           {"tau_b", number, "Kendall's; none where a measure ranks nothing above another"},
           {"tau_ap_1", number, "with the first ranking as the true one"},
           {"tau_ap_2", number, "with the second ranking as the true one"},
           {"tau_ap_symmetric", number, "the mean of these two"},
           {"items", whole, "that are ranked"}}};
}

// Correlations of the rankings of some items by every two measures.
struct CorrelatedMeasures {
  std::string of;     // "runs", "p-values t"
  std::string title;  // of its text
  std::vector<MeasureCorrelation> correlations;
};

Report correlation_report(std::span<const CorrelatedMeasures> correlated) {
  Report report;
  DataTable& table = report.tables.emplace_back(table_of(correlation_record()));
  for (const CorrelatedMeasures& rankings : correlated) {
    if (!report.text.empty()) report.text.add("\n");
    report.text.add(rankings.title + ": tau_b / symmetric tau_ap\n\n",
                    triangle(std::span(rankings.correlations), [](const MeasureCorrelation& c) {
                      return c.tau_b ? fraction(*c.tau_b) + "/" + fraction(*c.tau_ap_symmetric)
                                     : "-";
                    }));
    for (const MeasureCorrelation& c : rankings.correlations) {
      add_row(table, rankings.of, c.measure1, c.measure2, c.tau_b, c.tau_ap_1, c.tau_ap_2,
              c.tau_ap_symmetric, c.items);
    }
  }
  return report;
}

HeatMap correlation_chart(const CorrelatedMeasures& correlated) {
  HeatMap map;
  map.title = correlated.title + ": tau_b";
  map.description = "Rows and columns are measures; each cell shows their correlation.";
  map.row_label = map.column_label = "measure";
  map.value_label = "Kendall's tau_b";
  map.scale = ColourScale::diverging;
  map.decimals = 2;
  const std::vector<MeasureCorrelation>& pairs = correlated.correlations;
  map.rows.push_back(pairs.at(0).measure1);
  for (const MeasureCorrelation& pair : pairs)
    if (pair.measure1 == map.rows[0]) map.rows.push_back(pair.measure2);
  map.columns = map.rows;
  map.show_values = map.rows.size() <= most_values;
  map.values = correlation_square(pairs);
  return map;
}

AnalysisResult run_correlation(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const std::string ranked = *values.text("of");
  const bool of_judges =
      std::ranges::any_of(inputs.groups.at(0).measures,
                          [](const ScoreMatrix& scores) { return !scores.judged.judge.empty(); });
  for (const std::string option : {"truth", "top", "alpha", "trials", "seed"}) {
    const bool of_tests = option != "truth" && option != "top";
    if (of_judges || !values.given(option) || (of_tests && ranked != "runs")) continue;
    throw Error::argument(option, option + ": no judges are named",
                          of_tests ? "name them, NAME=FILE, or add `of=p-values` or `of=both`"
                                   : "name them: NAME=FILE");
  }
  std::vector<CorrelatedMeasures> correlated;
  if (ranked != "p-values") {
    auto correlations = run_correlations(inputs.groups);
    const std::string runs = count_of(correlations.at(0).items, "run");
    correlated.push_back({"runs", "Rankings of " + runs, std::move(correlations)});
  }
  if (ranked != "runs") {
    const std::vector<TestSettings> tests = tests_of(values, false);
    PairProgress meter(progress, inputs.groups, {}, tests.size());
    for (const TestSettings& settings : tests) {
      auto correlations =
          p_value_correlations(inputs.groups, settings, correction_of(values), meter.done());
      const std::string pairs = count_of(correlations.at(0).items, "pair");
      correlated.push_back(
          {"p-values " + std::string(settings.test->name),
           fmt::format("Order of {} of runs by p-value, {}", pairs, description(settings)),
           std::move(correlations)});
    }
  }
  AnalysisResult result;
  result.report = correlation_report(correlated);
  if (of_judges) {
    Report judges = judge_correlation_report(inputs.groups, values);
    result.report.tables.insert(result.report.tables.end(), judges.tables.begin(),
                                judges.tables.end());
    if (ranked != "runs") judges.text.add("\n"), judges.text.add(result.report.text);
    result.report.text = std::move(judges.text);
  }
  if (inputs.draws) result.chart = correlation_chart(correlated.at(0));
  return result;
}

void check_correlation(const AnalysisValues& values) {
  if (values.text("of") != "runs") return;
  for (const char* option : {"test", "correction"}) {
    if (!values.given(option)) continue;
    throw Error::argument(option, std::string(option) + ": rankings of runs are not tested",
                          "add `of=p-values` or `of=both`");
  }
}

}  // namespace

std::vector<std::optional<double>> correlation_square(
    std::span<const MeasureCorrelation> correlations) {
  std::size_t count = 2;
  while (count * (count - 1) / 2 < correlations.size()) ++count;
  std::vector<std::optional<double>> square(count * count);
  std::size_t pair = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j, ++pair) {
      const std::optional<double> tau = correlations[pair].tau_b;
      square[i * count + j] = square[j * count + i] = tau;
      if (tau) square[i * count + i] = square[j * count + j] = 1;
    }
  }
  return square;
}

Analysis correlation_analysis() {
  Analysis analysis;
  analysis.name = "correlation";
  analysis.summary = "how similarly measures, or judges, rank runs";
  analysis.source = "Webber, Moffat and Zobel, EVIA 2010, Table 3";
  analysis.usage = "[--truth NAME=SCORES] [NAME=]SCORES...";
  const AnalysisOption ranked =
      choice_option("of", {"runs", "p-values", "both"},
                    "rankings of runs (default), of pairs of runs by p-value, or both", "runs");
  const AnalysisOption top = record_option(
      "top", OptionKind::whole, "K",
      "runs at the top of the first judge, of which τ_b is given, too", "10", {2, 1'000'000});
  analysis.options = joined({standardise_option(), ranked, truth_option(), top},
                            test_options(default_test, Correction::none));
  analysis.tables = {correlation_record()};
  std::ranges::move(judge_correlation_tables(), std::back_inserter(analysis.tables));
  analysis.resamples = true;
  analysis.draws = true;
  analysis.check = check_correlation;
  analysis.run = run_correlation;
  return analysis;
}

}  // namespace subintent::internal
