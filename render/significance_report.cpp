// The report of `compare significance`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/strings.h"
#include "compare/discriminative_power.h"
#include "render/analysis.h"

namespace subintent::internal {
namespace {

constexpr std::size_t most_pairs_shown = 45;  // those of ten runs

// One measure of one tested group.
class MeasureReport {
 public:
  MeasureReport(const TestedGroup& tested, std::size_t measure)
      : tested_(tested),
        scores_(tested.group->measures[measure]),
        compared_(tested.by_measure(measure)),
        correction_(correction_for(*tested.settings.test, tested.comparison.correction)) {}

  void add_rows(DataTable& table) const {
    const TestSettings& settings = tested_.settings;
    const bool random = settings.test->is_random();
    for (const ComparedPair& pair : compared_) {
      auto& row = table.rows.emplace_back();
      if (tested_.number > 0) row.emplace_back(whole(pair.group));
      const std::vector<Cell> cells = {
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
          pair.winner,
          settings.alpha,
          std::string(name_of(correction_)),
          random ? Cell(static_cast<std::int64_t>(settings.trials)) : Cell(),
          random ? Cell(std::to_string(settings.seed)) : Cell()};
      row.insert(row.end(), cells.begin(), cells.end());
      if (shows_bh(tested_.comparison)) row.insert(row.end() - columns_behind_p, pair.p_bh);
    }
  }

  ReportText text() const {
    ReportText out = fmt::format(
        "{}: {}, {}{}, alpha = {}{}\n", printable(scores_.measure), description(tested_.settings),
        tested_.number > 0 ? fmt::format("group {}, ", tested_.number) : "",
        count_of(scores_.topics, "topic"), shortest(tested_.settings.alpha),
        correction_ == Correction::none
            ? ""
            : fmt::format(", {} correction{}", name_of(correction_),
                          of_all_measures() ? " over all measures" : ""));
    out.add("\n");
    out.add(runs_table());
    if (compared_.size() > most_pairs_shown) return out;
    out.add("\n");
    out.add(pairs_table());
    out.add(fmt::format("\nIntervals: {}.\n", scope_of_intervals(*tested_.settings.test)));
    return out;
  }

  // A column p_bh, behind the other p-values, where this correction was asked for.
  static bool shows_bh(const Comparison& comparison) {
    return comparison.correction == Correction::benjamini_hochberg;
  }

  static constexpr int columns_behind_p = 5;  // winner and those after it
  static std::vector<std::string> columns() {
    return {"measure", "test",       "run1",        "run2",   "topics",       "mean1",
            "mean2",   "difference", "effect_size", "low",    "high",         "wins",
            "losses",  "ties",       "p",           "p_holm", "p_bonferroni", "winner",
            "alpha",   "correction", "trials",      "seed"};
  }

 private:
  const std::string& run(std::size_t number) const { return tested_.group->runs[number]; }

  // 1 if the first run of the pair is significantly better, -1 if the second is, else 0.
  static int winner_of(const ComparedPair& pair) {
    return !pair.significant || pair.difference == 0 ? 0 : pair.difference > 0 ? 1 : -1;
  }

  // Runs by mean, each with the marks of its pairs in the columns of the others.
  TextTable runs_table() const {
    const auto means = scores_.means();
    std::vector<std::uint32_t> order(scores_.runs), place(scores_.runs);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return means[a] != means[b] ? means[a] > means[b] : run(a) < run(b);
    });
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<std::string> marks(scores_.runs, std::string(scores_.runs, ' '));
    std::vector<std::uint32_t> beats(scores_.runs, 0);
    for (std::uint32_t i = 0; i < order.size(); ++i) marks[i][i] = '\\';
    for (std::size_t i = 0; i < compared_.size(); ++i) {
      const auto [first, second] = tested_.pairs[i];
      const int winner = winner_of(compared_[i]);
      marks[place[first]][place[second]] = winner > 0 ? '>' : winner < 0 ? '<' : '.';
      marks[place[second]][place[first]] = winner > 0 ? '<' : winner < 0 ? '>' : '.';
      if (winner != 0) ++beats[winner > 0 ? first : second];
    }
    const bool every_pair = compared_.size() == scores_.runs * (scores_.runs - 1) / 2;
    TextTable table(2);
    const auto add = [&](std::string place_text, std::string name, std::string mean,
                         std::string beaten, std::string pairs) {
      std::vector<std::string> row = {std::move(place_text), std::move(name), std::move(mean)};
      if (every_pair) row.push_back(std::move(beaten));  // else most runs are not compared
      row.push_back(std::move(pairs));
      table.add(std::move(row));
    };
    add("", "run", "mean", "beats", "column k: > better, < worse than run k");
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      add(std::to_string(i + 1), printable(run(order[i])), fmt::format("{:.4f}", means[order[i]]),
          std::to_string(beats[order[i]]), marks[i]);
    }
    return table;
  }

  TextTable pairs_table() const {
    TextTable table(3);
    table.add({"run", "", "other run", "difference", "effect size",
               fmt::format("{:.4g}% interval", 100 * (1 - tested_.settings.alpha)), "p",
               correction_ == Correction::none ? "" : "corrected"});
    for (const ComparedPair& pair : compared_) {
      const int winner = winner_of(pair);
      table.add({printable(pair.run1),
                 winner > 0   ? ">"
                 : winner < 0 ? "<"
                              : ".",
                 printable(pair.run2), fmt::format("{:+.4f}", pair.difference),
                 fmt::format("{:+.3f}", pair.effect_size),
                 fmt::format("{:+.4f} {:+.4f}", pair.low, pair.high),
                 p_value_text(pair.p, tested_.settings),
                 correction_ == Correction::none ? "" : p_value_text(pair.corrected)});
    }
    return table;
  }

  bool of_all_measures() const { return tested_.comparison.family == CorrectionFamily::measures; }

  const TestedGroup& tested_;
  const ScoreMatrix& scores_;
  std::span<const ComparedPair> compared_;
  Correction correction_;
};

}  // namespace

std::string p_value_text(double p) {
  return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p);
}

std::string p_value_text(double p, const TestSettings& settings) {
  if (p > 0 || !settings.test->is_random()) return p_value_text(p);
  const double least = 1 / static_cast<double>(settings.trials);
  return fmt::format("<{:.{}f}", least, least < 0.0001 ? 5 : 4);
}

Report significance_report(std::span<const TestedGroup> tested) {
  Report report;
  DataTable& table = report.tables.emplace_back(DataTable{"pairs", MeasureReport::columns(), {}});
  if (!tested.empty() && tested[0].number > 0) {
    table.columns.insert(table.columns.begin(), "group");
  }
  if (!tested.empty() && MeasureReport::shows_bh(tested[0].comparison)) {
    table.columns.insert(table.columns.end() - MeasureReport::columns_behind_p, "p_bh");
  }
  for (const TestedGroup& group : tested) {
    for (std::size_t measure = 0; measure < group.group->measures.size(); ++measure) {
      const MeasureReport made(group, measure);
      made.add_rows(table);
      if (!report.text.empty()) report.text.add("\n");
      report.text.add(made.text());
    }
    const NumberFormat number{4};
    report.paper.push_back(paper_table(run_table(group, number), number));
  }
  return report;
}

CriticalDifferenceChart difference_chart(const TestedGroup& tested, std::size_t measure) {
  CriticalDifferenceChart chart;
  const ScoreMatrix& scores = tested.group->measures[measure];
  chart.title = fmt::format("{}, {}, alpha = {}", description(tested.settings),
                            count_of(scores.topics, "topic"), shortest(tested.settings.alpha));
  chart.description =
      "The runs by mean, best first. Bars join runs that do not differ significantly.";
  chart.measure = "mean " + scores.measure;
  const auto means = scores.means();
  for (std::size_t run = 0; run < means.size(); ++run) {
    chart.runs.push_back({tested.group->runs[run], means[run]});
  }
  const std::span<const ComparedPair> compared = tested.by_measure(measure);
  for (std::size_t i = 0; i < compared.size(); ++i) {
    if (!compared[i].significant) continue;
    chart.different.emplace_back(tested.pairs[i].first, tested.pairs[i].second);
    const double difference = std::fabs(compared[i].difference);
    chart.smallest_difference =
        std::min(chart.smallest_difference.value_or(difference), difference);
  }
  return chart;
}

namespace {

// A picture shows one test of all pairs, of one group by one measure. By the other tests a smaller
// difference of means can be significant where a larger one is not.
void require_drawable(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups) {
  if (options.tests.at(0)->name != "tukey" || !options.baselines.empty()) {
    throw Error::argument("svg", "svg: significance is drawn for all pairs by Tukey's HSD",
                          "add `test=tukey`, without `baseline`");
  }
  if (groups.size() > 1 || groups.at(0).measures.size() > 1) {
    throw Error::argument(
        "svg", "svg: significance is drawn for one measure, of runs with the same topics",
        "choose the measure with `measures`");
  }
}

AnalysisResult significance(const AnalysisOptions& options, const std::vector<ScoreGroup>& groups,
                            const PairsDone& progress) {
  AnalysisResult made;
  if (options.draws) require_drawable(options, groups);
  std::vector<TestedGroup> tested;
  const Comparison comparison{options.baselines, options.correction, options.family};
  for (const SignificanceTest* const test : options.tests) {
    const auto warnings = trial_warnings(groups, comparison, settings_of(options, *test, true));
    made.warnings.insert(made.warnings.end(), warnings.begin(), warnings.end());
  }
  for (const ScoreGroup* group : comparable(groups)) {
    for (const SignificanceTest* const test : options.tests) {
      TestedGroup& one = tested.emplace_back();
      one.group = group;
      const auto number = static_cast<std::size_t>(group - groups.data()) + 1;
      if (groups.size() > 1) one.number = number;
      one.pairs = pairs_of(*group, options.baselines);
      one.settings = settings_of(options, *test, true);
      one.comparison = comparison;
      one.compared = compare_pairs(*group, number, one.pairs, one.settings, comparison, progress);
    }
  }
  made.report = significance_report(tested);
  if (options.draws) made.chart = difference_chart(tested.at(0), 0);
  return made;
}

}  // namespace

Analysis significance_analysis() {
  Analysis analysis;
  analysis.name = "significance";
  analysis.summary = "which of two runs is better, for all pairs of runs";
  analysis.parameters = {"baseline", "family"};
  analysis.draws = true;
  analysis.default_correction = Correction::holm;
  analysis.tests_significance = [](const AnalysisOptions&) { return true; };
  analysis.run = significance;
  return analysis;
}

}  // namespace subintent::internal
