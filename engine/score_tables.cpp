#include <fmt/format.h>

#include <cmath>

#include "compare/analyses/analysis.h"
#include "compare/study/warnings.h"
#include "engine/values.h"
#include "evaluate/measure.h"
#include "report/slices_report.h"
#include "report/table_format.h"
#include "subintent/program.h"
#include "subintent/report.h"

namespace subintent::internal {

Analysis significance_analysis();  // in the file of its name; the others need not be made

namespace {

const AnalysisOption& option_of_significance(std::string_view name) {
  static const Analysis significance = significance_analysis();
  return *std::ranges::find(significance.options, name, &AnalysisOption::name);
}

// Whether these values ask for a test: they name one, or a baseline.
bool wants_test(const AnalysisValues& values) {
  return values.given("significance") || values.given("baseline");
}

}  // namespace

AnalysisOption significance_option(std::string meaning) {
  const AnalysisOption& test = option_of_significance("test");
  AnalysisOption option = choice_option("significance", test.choices, std::move(meaning));
  option.aliases = test.aliases;
  return option;
}

std::vector<AnalysisOption> settings_of_tests() {
  std::vector<AnalysisOption> options;
  for (const char* name : {"alpha", "trials", "seed", "correction", "family"})
    options.push_back(option_of_significance(name));
  return options;
}

TestSettings significance_test(const AnalysisValues& values) {
  const auto name = values.text("significance");
  const SignificanceTest* const test = find_test(name ? *name : std::string(default_test));
  return TestSettings{test, values.whole("trials").value_or(test->default_trials),
                      *values.whole("seed"), *values.number("alpha"), true};
}

Comparison significance_comparison(const AnalysisValues& values) {
  const bool has_baselines = values.find("baseline") != nullptr;
  return {
      has_baselines ? values.texts("baseline") : std::vector<std::string>(), correction_of(values),
      values.text("family") == "measures" ? CorrectionFamily::measures : CorrectionFamily::pairs};
}

}  // namespace subintent::internal

namespace subintent {

namespace {

using internal::choice_option, internal::flag_option, internal::record_option;

std::vector<AnalysisOption> options_of_tests() {
  std::vector<AnalysisOption> options = {
      internal::significance_option(
          "mark significant differences by this test, between all pairs of runs or from "
          "`baseline`, with which the default is t"),
      record_option("baseline", OptionKind::texts, "NAME",
                    "compare with this run only, by the test of `significance`")};
  for (AnalysisOption& one : internal::settings_of_tests()) options.push_back(std::move(one));
  options.push_back(
      choice_option("intervals", {"mean", "difference"},
                    "confidence intervals: of the means, or of the differences from the one "
                    "`baseline`"));
  options.push_back(flag_option("p_values",
                                "p-values behind the means: corrected, of the differences from the "
                                "one `baseline`"));
  return options;
}

std::vector<AnalysisOption> all_options() {
  const auto formats = mapped<std::string>(internal::table_formats(), &internal::TableFormat::name);
  return internal::joined(
      {flag_option("answered_topics",
                   "means over the topics that a run answers (default: over all judged topics)"),
       internal::slices_option(),
       flag_option(
           "standardise",
           "standardise scores: (score - mean) / standard deviation over the runs, by topic"),
       flag_option("per_topic", "print the scores of every topic as well as the means"),
       choice_option("format", formats,
                     "output (default: table); csv is a topic x run matrix of one measure",
                     "table"),
       record_option("digits", OptionKind::text, "N|full",
                     "decimals (default: 4 in tables, 6 elsewhere), or full precision"),
       record_option("caption", OptionKind::text, "TEXT",
                     "latex, markdown: a caption, before what numbers and marks are"),
       record_option("label", OptionKind::text, "NAME",
                     "latex: the name that \\ref refers to the table by")},
      internal::joined(options_of_tests(), internal::other_scores_options()));
}

TableRecord scores_table() {
  using enum CellKind;
  return {"scores",
          "a row per run, topic and measure; with means alone the topic is all",
          {{"run", text, "name"},
           {"topic", text, "name; all: the mean"},
           {"measure", text, "name"},
           {"value", number, "the score"}}};
}

TableRecord intervals_table() {
  using enum CellKind;
  return {"intervals",
          "a row per run and measure",
          {{"run", text, "name"},
           {"measure", text, "name"},
           {"of", text, "mean, or difference from the baseline"},
           {"value", number, "of it; not in TSV and JSON"},
           {"low", number, "of the interval"},
           {"high", number, "of the interval"},
           {"alpha", number, "its confidence is 1 - alpha"}}};
}

const internal::TableFormat& format_of(const AnalysisValues& values) {
  return *internal::find_table_format(*values.text("format"));
}

internal::NumberFormat number_format(const AnalysisValues& values) {
  const auto digits = values.text("digits");
  if (!digits) return {format_of(values).decimals};
  if (*digits == "full") return {};
  const auto number = parse_integer(*digits);
  if (number && *number >= 0 && *number <= 17) return {static_cast<int>(*number)};
  throw Error::argument("digits",
                        "digits: '" + printable(*digits) + "' is not a number from 0 to 17",
                        "or write `digits=full`");
}

void check_caption(const AnalysisValues& values) {
  const std::string_view format = format_of(values).name;
  refuse_if(values.given("caption") && format != "latex" && format != "markdown", "caption",
            fmt::format("caption: format {} has none", format),
            "use `format=latex` or `format=markdown`");
  const auto label = values.text("label");
  if (!label) return;
  refuse_if(format != "latex", "label", fmt::format("label: format {} has none", format),
            "use `format=latex`");
  internal::require_latex_label(*label);
}

void check_format(const AnalysisValues& values, std::size_t runs, std::size_t measures) {
  const internal::TableFormat& format = format_of(values);
  const auto refuse = [&](bool is_wrong, const char* what, const char* advice) {
    refuse_if(is_wrong, "format", fmt::format("format {} can contain {}", format.name, what),
              advice);
  };
  refuse(format.one_measure && measures != 1, "only one measure",
         "give one measure, or use `format=tsv`");
  refuse(format.one_run && runs != 1, "only one run", "give one run, or use `format=tsv`");
  refuse(format.means_only && values.flag("per_topic"), "means only",
         "leave out `per_topic`, or use `format=tsv`");
  const bool has_statistics =
      internal::wants_test(values) || values.given("intervals") || values.given("slices");
  refuse(has_statistics && !format.statistics, "scores only",
         "leave out `significance`, `baseline`, `intervals` and `slices`");
}

void check_statistics(const AnalysisValues& values, std::size_t runs) {
  if (!internal::wants_test(values)) {
    for (const char* name : {"trials", "seed", "correction", "family"})
      refuse_if(values.given(name), name, fmt::format("{} needs a test", name),
                "add `significance`");
    refuse_if(values.given("alpha") && !values.given("intervals") && !values.given("slices"),
              "alpha", "alpha needs a test or intervals",
              "add `significance`, `intervals` or `slices`");
  }
  const std::size_t baselines = values.texts("baseline").size();
  const auto require_baseline = [&](bool is_asked, const char* option, const char* what) {
    refuse_if(is_asked && baselines != 1, option,
              baselines == 0 ? fmt::format("{}: there is no baseline", what)
                             : fmt::format("{}: there are {} baselines", what, baselines),
              "give one `baseline`");
  };
  require_baseline(values.text("intervals") == "difference", "intervals", "intervals difference");
  require_baseline(values.flag("p_values"), "p_values", "p_values");
  if (!internal::wants_test(values)) return;
  refuse_if(values.flag("answered_topics"), "significance",
            "significance compares runs over the same topics", "leave out `answered_topics`");
  refuse_if(runs < 2, "significance", "significance needs two runs or more", "give more runs");
  internal::check_family(values);
}

internal::RunTableOptions statistics_of(const AnalysisValues& values) {
  internal::RunTableOptions options;
  options.alpha = *values.number("alpha");
  options.p_values = values.flag("p_values");
  const auto intervals = values.text("intervals");
  if (intervals) {
    options.intervals = *intervals == "mean" ? internal::TableIntervals::mean
                                             : internal::TableIntervals::difference;
  }
  if (internal::wants_test(values)) {
    options.test = internal::significance_test(values);
    options.comparison = internal::significance_comparison(values);
  }
  return options;
}

void standardise(internal::ScoreSet& set) {
  std::vector<internal::RunScores*> runs;
  for (internal::RunScores& run : set.runs) runs.push_back(&run);
  internal::standardise(runs);
}

// Adds what is known of a measure; that of another tool may have any name. Scores that say what is
// judged are no quality.
void add_measure(const std::string& name, internal::ScoreSet& set) {
  set.signs.push_back(internal::sign_of(name));
  set.within_unit.push_back(internal::is_within_unit(name));
  set.identifiers.push_back(internal::meaning_of(name));
}

// Adds the columns of other scores, in the order of these measures, and says of which measures less
// is better.
void add_scores(const AnalysisValues& values, const std::vector<std::string>& names,
                internal::ScoreSet& set, Warnings& warnings) {
  const std::size_t computed = set.measures.size();
  const auto runs = mapped<std::string>(set.runs, &internal::RunScores::run);
  std::vector<std::vector<char>> applicable;
  if (!set.runs.empty() && set.runs[0].applicable) applicable = *set.runs[0].applicable;
  bool has_gaps = !applicable.empty();
  std::vector<internal::ScoreMatrix> measures(set.measures.size());
  for (std::size_t m = 0; m < measures.size(); ++m) measures[m].measure = set.measures[m];
  for (const auto& one : internal::other_scores(values, runs, set.topics, set.measures, names,
                                                internal::Gaps::left_out, warnings)) {
    measures.push_back(one);
    set.named.resize(set.measures.size());
    set.named.push_back(true);
    set.measures.push_back(one.measure);
    add_measure(one.measure, set);
    std::vector<char> applies;
    for (std::size_t topic = 0; topic < one.topics; ++topic)
      applies.push_back(std::isnan(one.at(topic, 0)) ? 0 : 1);
    for (std::size_t run = 0; run < runs.size(); ++run) {
      auto& of_run = set.runs[run].values.emplace_back();
      for (std::size_t topic = 0; topic < one.topics; ++topic)
        of_run.push_back(applies[topic] != 0 ? one.at(topic, run) : 0);
    }
    if (!has_gaps && std::ranges::count(applies, 0) > 0) {
      applicable.assign(set.measures.size() - 1, std::vector<char>(set.topics.size(), 1));
      has_gaps = true;
    }
    if (has_gaps) applicable.push_back(std::move(applies));
  }
  internal::set_lower_is_better(internal::split_measure_names(values.texts("lower_is_better")),
                                measures, warnings);
  for (std::size_t m = 0; m < measures.size(); ++m)
    if (measures[m].lower_is_better) set.signs[m] = -1;
  if (measures.size() == computed) return;
  const auto places = internal::shown_measures(names, set.measures, computed);
  const auto show = [&](auto&... lists) { (internal::show_measures(places, lists), ...); };
  show(set.measures, set.signs, set.within_unit, set.named, set.identifiers);
  for (internal::RunScores& run : set.runs) show(run.values);
  if (has_gaps) {
    show(applicable);
    const auto shared = std::make_shared<const std::vector<std::vector<char>>>(applicable);
    for (internal::RunScores& run : set.runs) run.applicable = shared;
  }
}

}  // namespace

const AnalysisRecord& evaluate_record() {
  static const AnalysisRecord record = {
      "evaluate",
      "evaluate",
      "Scores runs with flat, hierarchical and similarity-based diversity measures.",
      "",
      AnalysisNeed::runs,
      all_options(),
      {scores_table(), internal::compared_pairs_record(), intervals_table(),
       internal::slices_record(), internal::reversals_record()}};
  return record;
}

void check_score_tables(const AnalysisValues& values, std::size_t runs, std::size_t measures) {
  refuse_if(values.flag("standardise") && runs < 2, "standardise",
            "standardise needs two runs or more", "give more runs, or leave it out");
  number_format(values);
  check_format(values, runs, measures);
  check_caption(values);
  check_statistics(values, runs);
}

ScoreTables score_tables(const ScoredRuns& runs, const OptionValues& given,
                         const ScoreTableLayout& layout, const ProgressCallback& progress) {
  const AnalysisValues values(evaluate_record().options, given);
  internal::ScoreSet all = internal::Inside::of(runs);
  ScoreTables tables;
  add_scores(values, internal::split_measure_names(layout.measures), all, tables.warnings);
  check_score_tables(values, all.runs.size(), all.measures.size());
  const internal::TableFormat& format = format_of(values);
  internal::ScoreReport report{std::move(all),
                               {},
                               {},
                               number_format(values),
                               internal::captions_of({}, layout.captions),
                               values.text("caption").value_or(""),
                               values.text("label").value_or("")};
  report.scores.per_topic = values.flag("per_topic");
  report.scores.answered_only = values.flag("answered_topics");
  if (values.flag("standardise")) standardise(report.scores);
  internal::require_writable_names(report.scores, format);
  report.table = internal::run_table(report.scores, report.number);
  report.table.named = report.scores.named;
  const internal::RunTableOptions statistics = statistics_of(values);
  internal::add_statistics(report.scores, statistics, report.table, report.tables, tables.warnings,
                           progress);
  const bool is_random = values.given("trials") || values.given("seed");
  if (is_random && statistics.test && !statistics.test->test->is_random())
    internal::warn_of_nothing_random(tables.warnings);
  std::optional<internal::Report> slices;
  if (const auto file = values.text("slices")) {
    slices =
        internal::slices_report(*file, internal::sliced(report.scores), *values.number("alpha"));
    report.tables.insert(report.tables.end(), slices->tables.begin(), slices->tables.end());
  }
  tables.text = format.scores(report, layout.width);
  if (slices && (format.name == "table" || format.means_only))  // others have the tables
    tables.text += "\n" + format.report("evaluate", *slices, layout.width);
  tables.tables = std::move(report.tables);
  return tables;
}

ScoredRuns::ScoredRuns(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

ScoredRuns internal::Inside::scored(ScoreSet set, Remarks remarks) {
  return ScoredRuns(std::make_shared<const ScoredRuns::Data>(
      ScoredRuns::Data{std::move(set), std::move(remarks)}));
}

ScoredRuns ScoredRuns::of(const std::vector<Scores>& scores) {
  refuse_if(scores.empty(), "scores", "scores: none given");
  internal::ScoreSet set;
  set.measures = scores[0].measures;
  set.topics = scores[0].topics;
  for (const std::string& measure : set.measures) add_measure(measure, set);
  Remarks remarks;
  for (const Scores& run : scores) {
    refuse_if(run.measures != set.measures || run.topics != set.topics ||
                  run.values.size() != run.measures.size() * run.topics.size() ||
                  run.applicable != scores[0].applicable,
              "scores",
              "scores: those of run " + printable(run.run) + " are of other measures or topics");
    internal::RunScores& added = set.runs.emplace_back();
    added.run = run.run;
    added.answered.assign(run.answered.begin(), run.answered.end());
    added.answered.resize(run.topics.size(), 1);
    added.applicable =
        set.runs.size() > 1 ? set.runs[0].applicable : internal::applicability_of(run);
    for (std::size_t m = 0; m < run.measures.size(); ++m) {
      auto& values = added.values.emplace_back();
      for (std::size_t t = 0; t < run.topics.size(); ++t) {
        const double value = run.value(m, t);
        values.push_back(std::isnan(value) ? 0 : value);  // as in means
      }
    }
    remarks.warnings.insert(remarks.warnings.end(), run.warnings.begin(), run.warnings.end());
  }
  return internal::Inside::scored(std::move(set), std::move(remarks));
}

std::vector<Scores> ScoredRuns::scores() const {
  std::vector<Scores> all;
  for (const internal::RunScores& run : data_->set.runs) {
    Scores& scores =
        all.emplace_back(Scores{run.run, data_->set.measures, data_->set.topics, {}, {}, {}});
    internal::set_values(run, scores);
    scores.answered.assign(run.answered.begin(), run.answered.end());
  }
  return all;
}

std::vector<std::string> ScoredRuns::runs() const {
  return mapped<std::string>(data_->set.runs, &internal::RunScores::run);
}

const Remarks& ScoredRuns::remarks() const {
  return data_->remarks;
}

}  // namespace subintent
