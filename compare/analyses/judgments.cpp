// How far two sets of judgments agree, and what it changes for runs to take one for the other.
#include "compare/study/judgment_sets.h"
#include "core/base/warning.h"

#include <fmt/format.h>

#include <numeric>

#include "compare/analyses/analysis.h"
#include "compare/study/warnings.h"

namespace subintent::internal {
namespace {

struct JudgmentComparison {
  std::string first, second;                  // what the files are called
  std::vector<JudgmentAgreement> agreements;  // by level
  BootstrapSettings bootstrap;                // of all intervals
  bool of_answers = false;                    // what is judged are nuggets of answers
  std::int32_t least_grade = 1;               // that is relevant
};

[[gnu::cold]] std::vector<TableRecord> judgment_tables() {
  using enum CellKind;
  return {
      {"agreement", "a row per level, documents for topics or for intents, and coefficient",
       all_columns({{"level", text, "topic or intents"},
                    {"coefficient", text,
                     "equal, kappa, alpha_nominal and alpha_ordinal of grades; equal_relevance and "
                     "kappa_relevance of relevant or not"},
                    {"value", number, "none where it is not defined"},
                    interval_columns("of its interval over topics"),
                    bootstrap_columns()})},
      {"coverage",
       "judgments of the topics that both have: a row per level",
       {{"level", text, "topic or intents"},
        {"topics", whole, "that both have"},
        {"both", whole, "in both"},
        {"only1", whole, "in the first only"},
        {"only2", whole, "in the second only"}}},
      {"confusion",
       "a row per level and pair of grades; those below 0 are 0",
       {{"level", text, "topic or intents"},
        {"grade1", whole, "in the first"},
        {"grade2", whole, "in the second"},
        {"judgments", whole, "with these grades"}}}};
}

[[gnu::cold]] std::vector<TableRecord> several_sets_tables() {
  using enum CellKind;
  return {
      {"all_sets", "of three sets or more: a row per level and coefficient",
       all_columns(
           {{"level", text, "topic or intents"},
            {"coefficient", text,
             "fleiss_kappa, alpha_nominal and alpha_ordinal of grades; fleiss_kappa_relevance and "
             "alpha_relevance of relevant or not"},
            {"value", number, "none where it is not defined"},
            interval_columns("of its interval over topics"),
            {"topics", whole, "that all sets have"},
            {"judged", whole, "documents in two sets or more"},
            {"by_all", whole, "documents in all sets, which kappa is of"},
            bootstrap_columns()})},
      {"each_two", "of three sets or more: a row per two sets and coefficient",
       all_columns({{"level", text, "topic; or intents, where answers are judged"},
                    {"judgments1", whole, "the number of the one set, from 1"},
                    {"judgments2", whole, "of the other"},
                    {"both", whole, "judgments that both have"},
                    {"coefficient", text, "as in agreement"},
                    {"value", number, "none where it is not defined"},
                    interval_columns("of its interval over topics")})},
      {"ensembles",
       "of three sets or more, with runs: a row per ensemble, measure and set",
       {{"ensemble", text, "majority or median of all sets"},
        {"measure", text, "name"},
        {"judgments", whole, "the number, from 1, of the set that runs are scored by in its place"},
        {"topics", whole, "that all sets have"},
        {"tau_b", number, "of the rankings of runs by the set and by the ensemble"},
        {"tau_ap", number, "symmetric, of the same"},
        {"test", text, "of differences of runs"},
        {"kept", whole, "pairs significant by both, with the same winner"},
        {"lost", whole, "by the set alone"},
        {"added", whole, "by the ensemble alone"},
        {"reversed", whole, "by both, with different winners"}}}};
}

struct CoefficientWords {
  const char *name, *words;
};

constexpr CoefficientWords coefficient_words[] = {
    {"equal", "equal grades"},
    {"kappa", "Cohen's kappa of grades"},
    {"alpha_nominal", "Krippendorff's alpha of grades, nominal"},
    {"alpha_ordinal", "Krippendorff's alpha of grades, ordinal"},
    {"equal_relevance", "both relevant or both not"},
    {"kappa_relevance", "Cohen's kappa of relevant or not"},
    {"fleiss_kappa", "Fleiss' kappa of grades"},
    {"fleiss_kappa_relevance", "Fleiss' kappa of relevant or not"},
    {"alpha_relevance", "Krippendorff's alpha of relevant or not"},
};

std::string words_of_level(const std::string& level, bool of_answers) {
  if (of_answers) return "Nuggets of answers";
  return level == "topic" ? "Documents for topics" : "Documents for intents";
}

TextTable coefficients_table(const std::vector<JudgmentCoefficient>& coefficients, double alpha) {
  TextTable shown;
  shown.add({"", "", name_of_interval(alpha)});
  for (const JudgmentCoefficient& c : coefficients)
    shown.add({std::ranges::find(coefficient_words, c.name, &CoefficientWords::name)->words,
               fraction_or_dash(c.value), interval_text(c.interval)});
  return shown;
}

void add_agreement(const JudgmentAgreement& agreement, const JudgmentComparison& comparison,
                   Report& report) {
  const BootstrapSettings& bootstrap = comparison.bootstrap;
  DataTable& table = report.tables[0];
  for (const JudgmentCoefficient& c : agreement.coefficients) {
    add_row(table, agreement.level, c.name, c, bootstrap.alpha, bootstrap.trials,
            std::to_string(bootstrap.seed));
  }
  add_row(report.tables[1], agreement.level, agreement.topics, agreement.both, agreement.only1,
          agreement.only2);
  report.text.add(fmt::format("\n{}, {}: {} in both, {} in 1 only, {} in 2 only\n\n",
                              words_of_level(agreement.level, comparison.of_answers),
                              count_of(agreement.topics, "topic"), agreement.both, agreement.only1,
                              agreement.only2),
                  coefficients_table(agreement.coefficients, bootstrap.alpha));
}

// Rows are grades of 1, columns those of 2.
void add_confusion(const JudgmentAgreement& agreement, Report& report) {
  TextTable shown;
  std::vector<std::string> header = {"1 \\ 2"};
  for (const std::int32_t grade : agreement.grades) header.push_back(std::to_string(grade));
  shown.add(header);
  for (std::size_t i = 0; i < agreement.grades.size(); ++i) {
    std::vector<std::string> row = {std::to_string(agreement.grades[i])};
    for (std::size_t j = 0; j < agreement.grades.size(); ++j) {
      row.push_back(std::to_string(agreement.confusion[i][j]));
      add_row(report.tables[2], agreement.level, std::int64_t{agreement.grades[i]},
              std::int64_t{agreement.grades[j]}, agreement.confusion[i][j]);
    }
    shown.add(row);
  }
  report.text.add("\nGrades of 1 in rows, of 2 in columns\n\n", std::move(shown));
}

Report report_of_judgments(const JudgmentComparison& comparison) {
  Report report;
  report.tables = {table_of(judgment_tables(), "agreement"),
                   table_of(judgment_tables(), "coverage"),
                   table_of(judgment_tables(), "confusion")};
  report.text.add(fmt::format(
      "Agreement of two sets of judgments; intervals by the bootstrap over topics (B = {}, seed "
      "{})\n1: {}\n2: {}\n",
      comparison.bootstrap.trials, comparison.bootstrap.seed, printable(comparison.first),
      printable(comparison.second)));
  for (const JudgmentAgreement& agreement : comparison.agreements) {
    add_agreement(agreement, comparison, report);
    if (agreement.both > 0) add_confusion(agreement, report);
  }
  return report;
}

void agree(const Judgments& first, const Judgments& second, JudgmentComparison& comparison,
           Warnings& warnings) {
  const auto only1 = topics_missing(first.diversity, second.diversity);
  if (only1.size() == first.diversity.topics().size()) {
    throw Error(Location{comparison.second, 0}, "has none of the topics of " + comparison.first,
                "give judgments of the same topics");
  }
  warn_of_unshared_topics(only1, comparison.first, comparison.second, warnings);
  warn_of_unshared_topics(topics_missing(second.diversity, first.diversity), comparison.second,
                          comparison.first, warnings);
  // At topic level an answer is as good as its best nugget, which says little.
  if (!comparison.of_answers)
    comparison.agreements.push_back(judgment_agreement(
        "topic", first.adhoc, second.adhoc, comparison.bootstrap, comparison.least_grade));
  if (!first.has_intents() || !second.has_intents()) return;
  comparison.agreements.push_back(judgment_agreement("intents", first.diversity, second.diversity,
                                                     comparison.bootstrap, comparison.least_grade));
}

ScoreGroup common_topics(const ScoreGroup& scores, const ScoreGroup& other) {
  ScoreGroup common{scores.runs, {}, {}};
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < scores.topics.size(); ++t) {
    if (std::ranges::count(other.topics, scores.topics[t]) == 0) continue;
    kept.push_back(t);
    common.topics.push_back(scores.topics[t]);
  }
  for (const ScoreMatrix& all : scores.measures)
    common.measures.push_back(scores_of_topics(all, kept));
  return common;
}

// Scores the runs by the one, then by the other.
void exchange_judgments(const AnalysisInputs& inputs, const AnalysisValues& values,
                        const BootstrapSettings& bootstrap, AnalysisResult& result) {
  const ScoreGroup first =
      score_runs(inputs.runs, inputs.data.scorer(inputs.measures), result.remarks);
  const ScoreGroup second = score_runs(inputs.runs, inputs.second.scorer(inputs.measures));
  add_exchanged(common_topics(first, second), common_topics(second, first), values, bootstrap,
                result.remarks.warnings, result.report);
}

// All sets of judgments, by level.
struct Judges {
  std::vector<std::string> names;
  std::vector<const EvaluationData*> data;
  std::vector<const Qrels*> topic, intents;

  explicit Judges(const AnalysisInputs& inputs) {
    add(inputs.first_name, inputs.data);
    add(inputs.second_name, inputs.second);
    for (const NamedEvaluation& evaluation : inputs.more) add(evaluation.name, evaluation.data);
  }

 private:
  void add(const std::string& name, const EvaluationData& evaluation) {
    names.push_back(name);
    data.push_back(&evaluation);
    topic.push_back(&evaluation.judgments->adhoc);
    intents.push_back(&evaluation.judgments->diversity);
  }
};

void add_judges(const JudgesAgreement& all, const JudgmentComparison& comparison, Report& report) {
  DataTable& table = report.tables.back();
  const BootstrapSettings& bootstrap = comparison.bootstrap;
  for (const JudgmentCoefficient& c : all.coefficients) {
    add_row(table, all.level, c.name, c, all.topics, all.judged, all.by_all, bootstrap);
  }
  report.text.add(fmt::format("\n{}, {}: {} in two sets or more, {} in all\n\n",
                              words_of_level(all.level, comparison.of_answers),
                              count_of(all.topics, "topic"), all.judged, all.by_all),
                  coefficients_table(all.coefficients, bootstrap.alpha));
}

// The judgments of the first set with the grades of an ensemble.
Judgments judged_by(Ensemble ensemble, const Judges& judges) {
  Judgments together = *judges.data[0]->judgments;
  const bool has_intents = judges.data[0]->judgments->has_intents();
  together.diversity =
      ensemble_of(judges.intents, ensemble, has_intents ? QrelsKind::diversity : QrelsKind::ad_hoc);
  together.adhoc = ensemble_of(judges.topic, ensemble, QrelsKind::ad_hoc);
  for (const EvaluationData* judge : judges.data) {  // G must be that of the highest judge
    together.highest_intent_grade =
        std::max(together.highest_intent_grade, judge->judgments->highest_intent_grade);
    together.highest_adhoc_grade =
        std::max(together.highest_adhoc_grade, judge->judgments->highest_adhoc_grade);
  }
  return together;
}

void add_ensemble(const std::string& name, Ensemble ensemble, const AnalysisInputs& inputs,
                  const AnalysisValues& values, const Judges& judges,
                  const std::vector<ScoreGroup>& scores, Report& report, TextTable& shown) {
  const Judgments together = judged_by(ensemble, judges);
  const EvaluationData& first = *judges.data[0];
  const ScoreGroup by_ensemble =
      score_runs(inputs.runs, first.scorer(together, first.hierarchies, inputs.measures));
  const auto tests = tests_of(values, false);
  for (std::size_t j = 0; j < judges.names.size(); ++j) {
    ScoreGroup before = common_topics(scores[j], by_ensemble);
    ScoreGroup after = common_topics(by_ensemble, scores[j]);
    if (values.flag("standardise")) {
      standardise(before);
      standardise(after);
    }
    for (const ExchangedMeasure& measure :
         exchanged_measures(before, after, tests, correction_of(values))) {
      const MeasureOverlap& pairs = measure.pairs.at(0);
      add_row(report.tables.back(), name, measure.runs.measure1, j + 1, after.topics.size(),
              measure.runs.tau_b, measure.runs.tau_ap_symmetric, tests[0].test->name, pairs.both,
              pairs.only1, pairs.only2, pairs.conflicts);
      shown.add({name, printable(measure.runs.measure1), std::to_string(j + 1),
                 fraction_or_dash(measure.runs.tau_b),
                 fraction_or_dash(measure.runs.tau_ap_symmetric), std::to_string(pairs.both),
                 std::to_string(pairs.only1), std::to_string(pairs.only2),
                 std::to_string(pairs.conflicts)});
    }
  }
}

// Compares runs as all sets judge them together with each set alone.
void add_ensembles(const AnalysisInputs& inputs, const AnalysisValues& values, const Judges& judges,
                   Report& report) {
  std::vector<ScoreGroup> scores;
  for (const EvaluationData* judge : judges.data)
    scores.push_back(score_runs(inputs.runs, judge->scorer(inputs.measures)));
  report.tables.push_back(table_of(several_sets_tables(), "ensembles"));
  TextTable shown(3);
  shown.add(
      {"ensemble", "measure", "judgments", "τ_b", "τ_ap", "kept", "lost", "added", "reversed"});
  add_ensemble("majority", Ensemble::majority, inputs, values, judges, scores, report, shown);
  add_ensemble("median", Ensemble::median, inputs, values, judges, scores, report, shown);
  report.text.add(
      fmt::format("\nRuns by each set and by all sets together: correlation of the rankings; pairs "
                  "significant by "
                  "{} kept,\nlost and added where the ensemble takes the place of the set. "
                  "The set is a part of the ensemble, so\nthat they agree better than two "
                  "independent sets, most of all where there are few\n\n",
                  tests_of(values, false)[0].test->name),
      std::move(shown));
}

// How far each two sets agree, on the first level that there is.
void add_each_two(const Judges& judges, const JudgmentComparison& comparison, Report& report) {
  const std::string& level = comparison.agreements[0].level;
  const std::vector<const Qrels*>& sets = level == "topic" ? judges.topic : judges.intents;
  report.tables.push_back(table_of(several_sets_tables(), "each_two"));
  TextTable shown;
  shown.add({"", "equal grades", "kappa of grades", "interval", "kappa of relevance", "interval"});
  for (std::size_t second = 1; second < sets.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const JudgmentAgreement two = judgment_agreement(
          level, *sets[first], *sets[second], comparison.bootstrap, comparison.least_grade);
      std::vector<std::string> row = {fmt::format("{} and {}", first + 1, second + 1)};
      for (const JudgmentCoefficient& c : two.coefficients) {
        add_row(report.tables.back(), level, first + 1, second + 1, two.both, c.name, c);
        const bool is_kappa = c.name.starts_with("kappa");
        if (is_kappa || c.name == "equal") row.push_back(fraction_or_dash(c.value));
        if (is_kappa) row.push_back(interval_text(c.interval));
      }
      shown.add(row);
    }
  }
  report.text.add(
      fmt::format("\nEach two sets, {}\n\n", lowered(words_of_level(level, comparison.of_answers))),
      std::move(shown));
}

void add_all_judges(const AnalysisInputs& inputs, const AnalysisValues& values,
                    const JudgmentComparison& comparison, Report& report) {
  const BootstrapSettings& bootstrap = comparison.bootstrap;
  const Judges judges(inputs);
  report.text.add("\nAll sets\n");
  for (std::size_t j = 0; j < judges.names.size(); ++j)
    report.text.add(fmt::format("{}: {}\n", j + 1, printable(judges.names[j])));
  report.tables.push_back(table_of(several_sets_tables(), "all_sets"));
  const auto agreement = [&](const char* level, const std::vector<const Qrels*>& sets) {
    return judges_agreement(level, sets, bootstrap, comparison.least_grade);
  };
  const JudgesAgreement of_topics = agreement("topic", judges.topic);
  if (of_topics.topics == 0) {
    throw Error(Location{judges.names.back(), 0}, "no topic is in all sets of judgments",
                "give judgments of the same topics");
  }
  if (!comparison.of_answers) add_judges(of_topics, comparison, report);
  const auto has_intents = [](const EvaluationData* judge) {
    return judge->judgments->has_intents();
  };
  if (std::ranges::all_of(judges.data, has_intents))
    add_judges(agreement("intents", judges.intents), comparison, report);
  add_each_two(judges, comparison, report);
  if (!inputs.runs.empty()) add_ensembles(inputs, values, judges, report);
}

// Counts which grades the second set gives for each grade of the first.
HeatMap grades_chart(const JudgmentComparison& comparison) {
  const JudgmentAgreement& topics = comparison.agreements.at(0);
  HeatMap chart;
  chart.title = "Grades in two sets of judgments";
  chart.description =
      fmt::format("{}: {} in both. Shares of a row, a grade in {}, by grade in {}.",
                  count_of(topics.topics, "topic"), count_of(topics.both, "judgment"),
                  printable(comparison.first), printable(comparison.second));
  chart.row_label = "grade in " + printable(comparison.first);
  chart.column_label = "grade in " + printable(comparison.second);
  chart.value_label = "share";
  chart.decimals = 2;
  chart.show_values = true;
  for (const std::int32_t grade : topics.grades) chart.columns.push_back(std::to_string(grade));
  for (std::size_t i = 0; i < topics.grades.size(); ++i) {
    const std::vector<std::uint64_t>& row = topics.confusion[i];
    const auto sum = std::accumulate(row.begin(), row.end(), std::uint64_t{0});
    chart.rows.push_back(fmt::format("{} ({})", topics.grades[i], sum));
    for (const std::uint64_t count : row) {
      chart.values.push_back(sum == 0 ? std::optional<double>()
                                      : static_cast<double>(count) / static_cast<double>(sum));
    }
  }
  return chart;
}

AnalysisResult run_judgments(AnalysisInputs& inputs, const AnalysisValues& values,
                             const ProgressCallback&) {
  JudgmentComparison comparison;
  comparison.first = inputs.first_name;
  comparison.second = inputs.second_name;
  comparison.bootstrap = bootstrap_of(values);
  comparison.of_answers = inputs.data.judgments->of_answers.value_or(false) &&
                          inputs.second.judgments->of_answers.value_or(false);
  comparison.least_grade = static_cast<std::int32_t>(*values.whole("rel"));
  AnalysisResult result;
  agree(*inputs.data.judgments, *inputs.second.judgments, comparison, result.remarks.warnings);
  result.report = report_of_judgments(comparison);
  if (!inputs.runs.empty()) exchange_judgments(inputs, values, comparison.bootstrap, result);
  if (!inputs.more.empty()) add_all_judges(inputs, values, comparison, result.report);
  if (inputs.draws) result.chart = grades_chart(comparison);
  return result;
}

}  // namespace

Analysis judgments_analysis() {
  Analysis analysis;
  analysis.name = "judgments";
  analysis.summary =
      "how well two sets agree, and what changes for runs; or --leave-out QRELS [NAME=]RUN...";
  analysis.source = "Cohen 1960; Fleiss 1971; Krippendorff 2011; Yilmaz et al. 2008";
  analysis.need = Need::judgments;
  analysis.usage = "[NAME=]QRELS1 [NAME=]QRELS2 [[NAME=]RUN...]";
  analysis.options =
      joined({least_grade_option("lowest grade that is relevant"),
              measures_option("nDCG@20,alpha-nDCG@20,D#-nDCG@20", true), standardise_option(true)},
             test_options(default_test, Correction::none));
  for (AnalysisOption& option : analysis.options)  // the others are of the bootstrap, too
    option.of_runs = option.of_runs || option.name == "test" || option.name == "correction";
  for (const auto tables : {judgment_tables, exchange_tables, several_sets_tables})
    std::ranges::move(tables(), std::back_inserter(analysis.tables));
  analysis.resamples = true;
  analysis.draws = true;
  analysis.measures = given_measures;
  analysis.run = run_judgments;
  return analysis;
}

}  // namespace subintent::internal
