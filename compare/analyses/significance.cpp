// Which of two runs is better.
#include <fmt/format.h>

#include <cmath>

#include "compare/analyses/analysis.h"
#include "compare/paired_tests.h"

namespace subintent::internal {
namespace {

// One measure of one tested group.
class SignificanceMeasureReport {
 public:
  SignificanceMeasureReport(const TestedGroup& tested, std::size_t measure)
      : tested_(tested),
        scores_(tested.group->measures[measure]),
        compared_(tested.by_measure(measure)),
        correction_(correction_for(*tested.settings.test, tested.comparison.correction)) {}

  ReportText text() const {
    ReportText out = fmt::format(
        "{}: {}, {}{}, alpha = {}{}\n", printable(scores_.measure), description(tested_.settings),
        tested_.number > 0 ? fmt::format("group {}, ", tested_.number) : "",
        count_of(scores_.topics, "topic"), shortest(tested_.settings.alpha),
        correction_ == Correction::none
            ? ""
            : fmt::format(", {} correction{}", name_of(correction_),
                          of_all_measures() ? " over all measures" : ""));
    out.add("\n", runs_table());
    if (compared_.size() > most_pairs_shown) return out;
    out.add(
        "\n", pairs_table(),
        fmt::format("\nIntervals: {}.\n", scope_of_intervals(*tested_.settings.test, correction_)));
    return out;
  }

 private:
  const std::string& run_significance(std::size_t number) const {
    return tested_.group->runs[number];
  }

  // 1 if the first run of the pair is significantly better, -1 if the second is, else 0.
  static int winner_of(const ComparedPair& pair) {
    return pair.winner.empty() ? 0 : pair.winner == pair.run1 ? 1 : -1;
  }

  // Runs by mean, each with the marks of its pairs in the columns of the others.
  TextTable runs_table() const {
    const auto means = scores_.means();
    const auto order = ordered(scores_.runs, [&](std::uint32_t run) {
      return std::pair(-scores_.sign() * means[run], run_significance(run));
    });
    const auto place = places_in(order);
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
      add(std::to_string(i + 1), printable(run_significance(order[i])), decimals(means[order[i]]),
          std::to_string(beats[order[i]]), marks[i]);
    }
    return table;
  }

  TextTable pairs_table() const {
    TextTable table(3);
    table.add({"run", "", "other run", "difference", "effect size",
               name_of_interval(tested_.settings, correction_), "p",
               correction_ == Correction::none ? "" : "corrected"});
    for (const ComparedPair& pair : compared_) {
      const int winner = winner_of(pair);
      table.add({printable(pair.run1),
                 winner > 0   ? ">"
                 : winner < 0 ? "<"
                              : ".",
                 printable(pair.run2), signed_decimals(pair.difference),
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

Report significance_report(std::span<const TestedGroup> tested, bool shows_text) {
  Report report;
  report.tables.push_back(pairs_table(tested));
  if (!shows_text) return report;
  for (const TestedGroup& group : tested) {
    for (std::size_t measure = 0; measure < group.group->measures.size(); ++measure) {
      if (!report.text.empty()) report.text.add("\n");
      report.text.add(SignificanceMeasureReport(group, measure).text());
    }
    const NumberFormat number{4};
    report.paper.push_back(paper_table(run_table(group, number), number));
  }
  return report;
}

// The critical value of the test, for all pairs at once: of tukey a difference of means, which is
// half as wide as every interval; of maxt a |t|, which is what intervals are wide in standard
// errors.
void add_critical_value(const TestedGroup& tested, std::size_t measure,
                        CriticalDifferenceChart& chart) {
  const std::string_view test = tested.settings.test->name;
  if (test != "tukey" && test != "maxt") {
    chart.note = "Every pair needs a difference of its own: this test has no critical difference.";
    return;
  }
  const ScoreMatrix& scores = tested.group->measures[measure];
  chart.note = "No difference can be significant: trials or topics are too few.";
  for (std::size_t i = 0; i < tested.pairs.size(); ++i) {
    const ComparedPair& pair = tested.by_measure(measure)[i];
    const double half = std::max(pair.high - pair.difference, pair.difference - pair.low);
    if (!std::isfinite(half)) continue;
    if (test == "tukey") {
      chart.critical_difference = half;
      return;
    }
    const double deviation = PairDifferences(scores, tested.pairs[i]).deviation;
    if (deviation == 0) continue;
    const double t = half / (deviation / std::sqrt(static_cast<double>(scores.topics)));
    chart.note = fmt::format("Critical value for all pairs: |t| above {:.4f}.", t);
    return;
  }
}

// A picture shows one test of all pairs, of one group by one measure.
void require_drawable(const Comparison& comparison, const std::vector<ScoreGroup>& groups) {
  if (!comparison.baselines.empty()) {
    throw Error::argument("svg", "svg: significance is drawn for all pairs of runs",
                          "leave out `baseline`");
  }
  if (groups.size() > 1 || groups.at(0).measures.size() > 1) {
    throw Error::argument(
        "svg", "svg: significance is drawn for one measure, of runs with the same topics",
        "choose the measure with `measures`");
  }
}

AnalysisResult run_significance(AnalysisInputs& inputs, const AnalysisValues& values,
                                const ProgressCallback& progress) {
  const std::vector<ScoreGroup>& groups = inputs.groups;
  const std::vector<TestSettings> tests = tests_of(values, true);
  const Comparison comparison{
      values.texts("baseline"), correction_of(values),
      values.text("family") == "measures" ? CorrectionFamily::measures : CorrectionFamily::pairs};
  if (inputs.draws) require_drawable(comparison, groups);
  AnalysisResult result;
  warn_of_tests(groups, comparison, tests, result.remarks.warnings);
  warn_of_few_topics(groups, result.remarks.warnings);
  for (const TestSettings& settings : tests)
    warn_of_constant_differences(groups, comparison, settings, result.remarks.warnings);
  PairProgress meter(progress, groups, comparison.baselines, tests.size());
  std::vector<TestedGroup> tested;
  for (const ScoreGroup* group : comparable(groups)) {
    for (const TestSettings& settings : tests) {
      TestedGroup& one = tested.emplace_back();
      one.group = group;
      const auto number = static_cast<std::size_t>(group - groups.data()) + 1;
      if (groups.size() > 1) one.number = number;
      one.pairs = pairs_of(*group, comparison.baselines);
      one.settings = settings;
      one.comparison = comparison;
      one.compared = compare_pairs(*group, number, one.pairs, settings, comparison, meter.done());
    }
  }
  result.report = significance_report(tested, inputs.shows_text);
  if (inputs.draws) result.chart = difference_chart(tested.at(0), 0);
  return result;
}

}  // namespace

std::string p_value_text(double p) {
  return p < 0.0001 ? "<0.0001" : decimals(p);
}

std::string p_value_text(double p, const TestSettings& settings) {
  if (p > 0 || !settings.test->is_random()) return p_value_text(p);
  const double least = 1 / static_cast<double>(settings.trials);
  return fmt::format("<{:.{}f}", least, least < 0.0001 ? 5 : 4);
}

CriticalDifferenceChart difference_chart(const TestedGroup& tested, std::size_t measure) {
  CriticalDifferenceChart chart;
  const ScoreMatrix& scores = tested.group->measures[measure];
  const std::string_view correction =
      record_of(correction_for(*tested.settings.test, tested.comparison.correction)).label;
  chart.title = fmt::format("{}, {}{}{}, α = {}", description(tested.settings),
                            count_of(scores.topics, "topic"), correction.empty() ? "" : ", ",
                            correction, shortest(tested.settings.alpha));
  chart.description =
      "The runs by mean, best first. Bars join runs that do not differ significantly.";
  chart.measure = "mean " + scores.measure;
  chart.lower_is_better = scores.lower_is_better;
  const auto means = scores.means();
  for (std::size_t run = 0; run < means.size(); ++run)
    chart.runs.push_back({tested.group->runs[run], means[run]});
  const std::span<const ComparedPair> compared = tested.by_measure(measure);
  double& shortest = chart.shortest_axis;
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const double needed = (compared[i].high - compared[i].low) / 2;
    if (needed > 0 && std::isfinite(needed) && (shortest == 0 || needed < shortest))
      shortest = needed;
    if (!compared[i].significant) continue;
    chart.different.emplace_back(tested.pairs[i].first, tested.pairs[i].second);
  }
  add_critical_value(tested, measure, chart);
  return chart;
}

void check_family(const AnalysisValues& values) {
  if (values.given("family") && correction_of(values) == Correction::none)
    throw Error::argument("family", "family needs a correction", "add `correction`");
}

Analysis significance_analysis() {
  Analysis analysis;
  analysis.name = "significance";
  analysis.summary = "which of two runs is better, for all pairs of runs";
  analysis.source = "Sakai 2012, Figs. 2 to 5; Holm 1979; Benjamini and Hochberg 1995";
  analysis.usage = "SCORES...";
  const AnalysisOption family = choice_option(
      "family", {"pairs", "measures"},
      "comparisons that are corrected together: those of each measure (default), or of all",
      "pairs");
  const AnalysisOption baseline =
      record_option("baseline", OptionKind::texts, "RUN", "compare all runs only with this one");
  analysis.options =
      joined(joined({standardise_option()}, test_options(default_test, Correction::holm)),
             {family, baseline});
  analysis.tables = {compared_pairs_record()};
  analysis.draws = true;
  analysis.check = check_family;
  analysis.run = run_significance;
  return analysis;
}

}  // namespace subintent::internal
