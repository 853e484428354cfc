// How reliable a table of scores is, and would be with other numbers of topics, judges and draws.

#include <fmt/format.h>

#include "compare/analyses/analysis.h"
#include "compare/mean_test.h"
#include "compare/planning.h"
#include "compare/reliability.h"
#include "core/base/warning.h"

namespace subintent::internal {
namespace {

[[gnu::cold]] std::vector<TableRecord> reliability_tables() {
  using enum CellKind;
  return {{"components", "by measure: a row per source of variance",
           all_columns(
               {{"group", whole, "of runs with the same topics, from 1"},
                {"measure", text, "name"},
                {"source", text, "run, topic, judge, what these make together, or draw"},
                {"degrees", whole, "of freedom"},
                {"mean_square", number, "by the analysis of variance"},
                {"estimate", number, "of the variance, from expected mean squares; may be below 0"},
                {"variance", number, "the estimate, or 0 where it is below"},
                interval_columns("of its interval"),
                {"share", number, "of the variance of a single score"},
                bootstrap_columns("of the intervals", "of the intervals")})},
          {"plans",
           "by measure: a row per number of topics, judges and draws, those of the scores first",
           all_columns(
               {{"group", whole, "of runs with the same topics, from 1"},
                {"measure", text, "name"},
                {"topics", whole, "that a mean is over"},
                {"judges", whole, "likewise"},
                {"draws", whole, "of each judge, likewise"},
                {"erho2", number, "Eρ²: of differences between runs; none where nothing varies"},
                interval_columns("of its interval", "erho2_"),
                {"phi", number, "Φ: of the scores themselves"},
                interval_columns("of its interval", "phi_"),
                {"error", number, "standard error of a mean, whatever topics and judges are drawn"},
                {"difference_error", number, "standard error of the difference of two runs"},
                {"detectable", number,
                 "the true difference that a t-test at alpha finds with a probability of 0.8"}})},
          {"topics_needed",
           "by measure: a row per coefficient",
           {{"group", whole, "of runs with the same topics, from 1"},
            {"measure", text, "name"},
            {"coefficient", text, "Erho2 or Phi"},
            {"wanted", number, "what it is to be at least"},
            {"topics", whole, "that are needed; none where no number is enough"},
            {"judges", whole, "as in the scores"},
            {"draws", whole, "as in the scores"}}},
          {"panel", "with a truth: a row per measure",
           all_columns({{"group", whole, "of runs with the same topics, from 1"},
                        {"measure", text, "name"},
                        {"truth", text, "JUDGE:MEASURE"},
                        {"judges", whole, "k, two or more"},
                        {"error_correlation", number,
                         "ρ, the mean of all two judges, over runs and topics"},
                        interval_columns("of its interval over topics"),
                        {"independent_judges", number, "that k are worth: k / (1 + (k - 1) ρ)"},
                        interval_columns("of its interval over topics", "independent_")})}};
}

using JudgeDraws = std::vector<const ScoreMatrix*>;

// The columns of a measure: each judge but the truth, with its draws.
struct JudgedColumns {
  std::string measure;
  std::vector<JudgeDraws> judges;
  JudgeDraws truth;  // none: empty
};

std::vector<JudgedColumns> columns_by_measure(const ScoreGroup& group,
                                              const std::optional<std::string>& truth) {
  std::vector<JudgedColumns> columns;
  std::vector<std::size_t> truths;
  if (truth) truths = measures_of_judge(group, *truth);
  for (std::size_t m = 0; m < group.measures.size(); ++m) {
    const ScoreMatrix& scores = group.measures[m];
    if (std::ranges::count(truths, m) > 0) continue;
    auto at = std::ranges::find(columns, scores.plain_measure(), &JudgedColumns::measure);
    if (at == columns.end()) {
      at = columns.insert(at, {scores.plain_measure(), {}, {}});
      for (const std::size_t one : truths)
        if (is_true_measure(group, truths, one, m)) at->truth.push_back(&group.measures[one]);
    }
    auto judge = std::ranges::find_if(at->judges, [&](const JudgeDraws& draws) {
      return draws[0]->judged.judge == scores.judged.judge;
    });
    if (judge == at->judges.end()) judge = at->judges.insert(judge, {{}});
    judge->push_back(&scores);
  }
  if (columns.empty()) {
    throw Error(Location{}, "there are no scores but those of the truth",
                "give the scores of judges: NAME=FILE");
  }
  return columns;
}

// Takes as many draws of each judge as the one with fewest has.
CrossedScores crossed(const JudgedColumns& columns, Warnings& warnings) {
  std::size_t fewest = SIZE_MAX, most = 0;
  for (const auto& draws : columns.judges) {
    fewest = std::min(fewest, draws.size());
    most = std::max(most, draws.size());
  }
  if (fewest < most) {
    add_warning(warnings, "unequal-draws",
                fmt::format("{}: judges have {} to {} draws, and the first {} of each "
                            "are used",
                            printable(columns.measure), fewest, most, fewest));
  }
  const ScoreMatrix& any = *columns.judges[0][0];
  CrossedScores result{any.runs, {any.topics, columns.judges.size(), fewest}, {}};
  for (const auto& draws : columns.judges) {
    result.matrices.insert(result.matrices.end(), draws.begin(),
                           draws.begin() + static_cast<std::ptrdiff_t>(fewest));
  }
  return result;
}

ScoreMatrix mean_of_draws(const JudgeDraws& draws) {
  ScoreMatrix mean = *draws[0];
  mean.judged.draw.clear();
  if (!mean.judged.judge.empty()) mean.measure = mean.judged.name();
  for (std::size_t d = 1; d < draws.size(); ++d)
    for (std::size_t i = 0; i < mean.values.size(); ++i)
      mean.values[i] += (draws[d]->values[i] - mean.values[i]) / static_cast<double>(d + 1);
  return mean;
}

struct ReliabilitySettings {
  BootstrapSettings bootstrap;
  double wanted = 0.95;
  std::vector<std::uint32_t> topics, judges, draws;
};

// The plan of the scores, then each number of topics with each of judges and draws.
std::vector<MeasuredBy> plans_of(const GeneralisabilityStudy& study,
                                 const ReliabilitySettings& settings) {
  const MeasuredBy by = study.by();
  const auto numbers = [](const std::vector<std::uint32_t>& given, std::size_t number) {
    std::vector<std::size_t> result(given.begin(), given.end());
    if (result.empty()) result.push_back(number);
    if (given.empty() && number > 1) result.insert(result.begin(), 1);
    return result;
  };
  std::vector<MeasuredBy> plans = {by};
  for (const std::size_t topics : settings.topics) {
    for (const std::size_t judges : numbers(settings.judges, by.judges)) {
      for (const std::size_t draws : numbers(settings.draws, by.draws)) {
        const MeasuredBy plan{topics, judges, draws};
        if (plan != by) plans.push_back(plan);
      }
    }
  }
  return plans;
}

void require_facets(const GeneralisabilityStudy& study, const ReliabilitySettings& settings,
                    const std::string& measure) {
  const auto require = [&](const std::vector<std::uint32_t>& wanted, unsigned facet,
                           const char* option, const char* advice) {
    if (study.has(facet) || std::ranges::all_of(wanted, [](auto n) { return n == 1; })) return;
    throw Error::argument(
        option, fmt::format("{}: {} has scores of one alone", option, printable(measure)), advice);
  };
  require(settings.judges, VarianceSource::judge, "plan_judges",
          "give the scores of several judges: NAME=FILE");
  require(settings.draws, VarianceSource::draw, "plan_draws",
          "give several draws: NAME=FILE with the same name, or a column draw");
}

std::string with_interval(const Estimate& estimate) {
  if (!estimate.value || !estimate.interval) return fraction_or_dash(estimate.value);
  return fmt::format("{} ({})", fraction(*estimate.value), interval_text(estimate.interval));
}

// One measure of one group of runs.
class ReliabilityReport {
 public:
  ReliabilityReport(const ScoreGroup& group, std::size_t number, const JudgedColumns& columns,
                    const ReliabilitySettings& settings, Warnings& warnings)
      : group_(group),
        number_(whole(number)),
        columns_(columns),
        settings_(settings),
        study_(crossed(columns, warnings)),
        plans_(plans_of(study_, settings)),
        intervals_(generalised_intervals(study_, plans_, settings.bootstrap)) {
    require_facets(study_, settings, columns.measure);
  }

  void add_to(Report& report) const {
    const MeasuredBy& by = study_.by();
    report.text.add(
        fmt::format("{}{}: {}, {}{}{}; {:.4g}% intervals (B = {}, seed {})\n\n",
                    report.text.empty() ? "" : "\n", printable(columns_.measure),
                    count_of(group_.runs.size(), "run"), count_of(by.topics, "topic"),
                    study_.has(VarianceSource::judge) ? ", " + count_of(by.judges, "judge") : "",
                    by.draws > 1 ? ", " + count_of(by.draws, "draw") : "",
                    100 * (1 - settings_.bootstrap.alpha), settings_.bootstrap.trials,
                    settings_.bootstrap.seed));
    add_components(report);
    add_plans(report);
    add_needed(report);
    if (!columns_.truth.empty() && columns_.judges.size() > 1) add_panel(report);
  }

 private:
  void add_components(Report& report) const {
    double all = 0;
    std::string negative;
    for (const VarianceSource& source : study_.sources()) {
      all += source.variance();
      if (source.estimate >= 0) continue;
      negative += fmt::format("{}{} ({:.3g})", negative.empty() ? "" : ", ", source.name(),
                              source.estimate);
    }
    TextTable shown;
    shown.add({"source", "degrees", "variance", "interval", "share"});
    for (std::size_t s = 0; s < study_.sources().size(); ++s) {
      const VarianceSource& source = study_.sources()[s];
      const double share = all > 0 ? source.variance() / all : 0;
      const auto& interval = intervals_[s];
      shown.add({source.name(), fmt::format("{:.0f}", source.degrees),
                 fmt::format("{:.5f}", source.variance()),
                 interval ? fmt::format("{:.5f} {:.5f}", interval->low, interval->high) : "",
                 fmt::format("{:.1f}%", 100 * share)});
      add_row(report.tables[0], number_, columns_.measure, source.name(),
              static_cast<std::int64_t>(source.degrees), source.mean_square, source.estimate,
              source.variance(), interval, share, settings_.bootstrap);
    }
    report.text.add(std::move(shown));
    if (negative.empty()) return;
    report.text.add("\nEstimates below 0 count as 0: " + negative + "\n");
  }

  void add_plans(Report& report) const {
    const bool has_judges = study_.has(VarianceSource::judge), has_draws = study_.by().draws > 1;
    TextTable shown(0);
    std::vector<std::string> head = {"topics"};
    if (has_judges) head.emplace_back("judges");
    if (has_draws) head.emplace_back("draws");
    head.insert(head.end(), {"Eρ²", "Φ", "error", "of difference", "finds"});
    shown.add(std::move(head));
    for (std::size_t p = 0; p < plans_.size(); ++p) {
      const MeasuredBy& plan = plans_[p];
      const Dependability dependability = study_.reliability(plan);
      const auto& relative = intervals_[study_.sources().size() + 2 * p];
      const auto& absolute = intervals_[study_.sources().size() + 2 * p + 1];
      const double error = std::sqrt(2 * dependability.relative_error);
      const double detectable =
          error * detectable_errors(plan.topics, settings_.bootstrap.alpha / 2, detection_power);
      std::vector<std::string> row = {std::to_string(plan.topics) + (p == 0 ? " *" : "")};
      if (has_judges) row.push_back(std::to_string(plan.judges));
      if (has_draws) row.push_back(std::to_string(plan.draws));
      row.insert(row.end(), {with_interval({dependability.relative, relative}),
                             with_interval({dependability.absolute, absolute}),
                             decimals(std::sqrt(dependability.absolute_error)), decimals(error),
                             decimals(detectable)});
      shown.add(std::move(row));
      add_row(report.tables[1], number_, columns_.measure, plan.topics, plan.judges, plan.draws,
              dependability.relative, relative, dependability.absolute, absolute,
              std::sqrt(dependability.absolute_error), error, detectable);
    }
    report.text.add("\n", std::move(shown));
  }

  void add_needed(Report& report) const {
    std::string text = fmt::format("\n*: as the scores are. For {} ", shortest(settings_.wanted));
    for (const bool absolute : {false, true}) {
      const auto topics = study_.topics_for(settings_.wanted, absolute, study_.by());
      text += fmt::format("{}{} {}", absolute ? ", " : "", absolute ? "Φ" : "Eρ²",
                          topics ? "needs " + count_of(*topics, "topic")
                                 : "has no number of topics that is enough");
      add_row(report.tables[2], number_, columns_.measure, absolute ? "Phi" : "Erho2",
              settings_.wanted, topics ? whole(*topics) : Cell(), study_.by().judges,
              study_.by().draws);
    }
    report.text.add(text + ".\n");
  }

  void add_panel(Report& report) const {
    const ScoreMatrix truth = mean_of_draws(columns_.truth);
    std::vector<ScoreMatrix> judges;
    for (const JudgeDraws& draws : columns_.judges) judges.push_back(mean_of_draws(draws));
    const JudgePanel found = judge_panel(judges, truth, settings_.bootstrap);
    const Estimate &rho = found.correlation, &worth = found.independent;
    add_row(report.tables[3], number_, columns_.measure, truth.measure, found.judges, rho, worth);
    report.text.add(fmt::format(
        "Errors of judges against {} correlate by {}: {} are worth {} independent ones.\n",
        printable(truth.measure), with_interval(rho), count_of(found.judges, "judge"),
        with_interval(worth)));
  }

  const ScoreGroup& group_;
  Cell number_;
  const JudgedColumns& columns_;
  const ReliabilitySettings& settings_;
  GeneralisabilityStudy study_;
  std::vector<MeasuredBy> plans_;
  std::vector<std::optional<Interval>> intervals_;
};

AnalysisResult run_reliability(AnalysisInputs& inputs, const AnalysisValues& values,
                               const ProgressCallback& progress) {
  const ReliabilitySettings settings{bootstrap_of(values), *values.number("reliability"),
                                     values.wholes("plan_topics"), values.wholes("plan_judges"),
                                     values.wholes("plan_draws")};
  AnalysisResult result;
  for (const TableRecord& record : reliability_tables()) {
    DataTable& table = result.report.tables.emplace_back(table_of(record));
    if (inputs.groups.size() == 1) table.hidden = {"group"};
  }
  const auto groups = comparable(inputs.groups);
  ProgressMeter meter(progress, "drawing", "measures", groups.size() * groups[0]->measures.size());
  for (const ScoreGroup* const group : groups) {
    const auto number = static_cast<std::size_t>(group - inputs.groups.data()) + 1;
    for (const JudgedColumns& columns : columns_by_measure(*group, values.text("truth"))) {
      ReliabilityReport(*group, number, columns, settings, result.remarks.notes)
          .add_to(result.report);
      meter.advance();
    }
  }
  result.report.text.add(fmt::format(
      "\nEρ² is the reliability of differences between runs, Φ that of the scores themselves.\n"
      "error: of a mean; of difference: of that of two runs. Finds: the true difference that a\n"
      "t-test at alpha = {} finds with a probability of {}.\n",
      shortest(settings.bootstrap.alpha), shortest(detection_power)));
  return result;
}

}  // namespace

Analysis reliability_analysis() {
  Analysis analysis;
  analysis.name = "reliability";
  analysis.summary =
      "how reliable the scores are by variance of runs, topics, judges and draws, and would be "
      "with more of these";
  analysis.source = "Brennan 2001; Urbano, Marrero and Martín 2013; Weerahandi 1993";
  analysis.usage = "[--truth NAME=SCORES] [NAME=]SCORES...";
  const auto planned = [](const char* name, const char* meaning, const char* values, double least) {
    return record_option(name, OptionKind::wholes, "N,...", meaning, values, {least, 1'000'000});
  };
  const AnalysisOption wanted = record_option(
      "reliability", OptionKind::number, "R",
      "what Eρ² and Φ are to be: how many topics does that need?", "0.95", {0, 1, true, true});
  analysis.options = {
      standardise_option(),
      truth_option(),
      planned("plan_topics", "numbers of topics to plan with", "25,50,100,200", 2),
      planned("plan_judges",
              "numbers of judges to plan with (default: 1, and as many as there are)", "", 1),
      planned("plan_draws", "numbers of draws to plan with (default: 1, and as many as there are)",
              "", 1),
      wanted,
      alpha_option(),
      trials_option(),
      seed_option()};
  analysis.tables = reliability_tables();
  analysis.resamples = true;
  analysis.keeps_draws = true;
  analysis.run = run_reliability;
  return analysis;
}

}  // namespace subintent::internal
