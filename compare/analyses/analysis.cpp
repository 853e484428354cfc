#include "compare/analyses/analysis.h"

#include <fmt/format.h>

#include "compare/study/warnings.h"
#include "core/base/warning.h"

namespace subintent::internal {

Analysis::Analysis() = default;
Analysis::~Analysis() = default;

// Each is defined in the file of its name.
Analysis significance_analysis();
Analysis discriminative_power_analysis();
Analysis correlation_analysis();
Analysis concordance_analysis();
Analysis preferences_analysis();
Analysis battles_analysis();
Analysis overlap_analysis();
Analysis topic_set_size_analysis();
Analysis reliability_analysis();
Analysis selected_analysis();
Analysis slices_analysis();
Analysis equivalence_analysis();
Analysis pooling_analysis();
Analysis delta_analysis();
Analysis placebo_analysis();
Analysis hierarchies_analysis();
Analysis judgments_analysis();
Analysis leave_out_analysis();
Analysis judges_analysis();
Analysis similarities_analysis();
Analysis difference_analysis();
Analysis losses_analysis();
Analysis redundancy_analysis();
Analysis gate_analysis();

std::span<const Analysis> analyses() {
  static const Analysis all[] = {significance_analysis(),
                                 discriminative_power_analysis(),
                                 correlation_analysis(),
                                 concordance_analysis(),
                                 preferences_analysis(),
                                 battles_analysis(),
                                 topic_set_size_analysis(),
                                 reliability_analysis(),

                                 selected_analysis(),
                                 equivalence_analysis(),
                                 overlap_analysis(),
                                 slices_analysis(),

                                 pooling_analysis(),
                                 delta_analysis(),
                                 placebo_analysis(),

                                 hierarchies_analysis(),
                                 judgments_analysis(),
                                 leave_out_analysis(),
                                 judges_analysis(),
                                 similarities_analysis(),
                                 difference_analysis(),
                                 losses_analysis(),
                                 redundancy_analysis(),
                                 gate_analysis()};
  return all;
}

const Analysis* find_analysis(std::string_view name) {
  for (const Analysis& analysis : analyses())
    if (analysis.name == name) return &analysis;
  return nullptr;
}

std::vector<AnalysisOption> options_of(const Analysis& analysis, const Analysis* each) {
  std::vector<AnalysisOption> options = analysis.options;
  if (each == nullptr) return options;
  for (AnalysisOption option : each->options) {
    if (analysis.takes(option.name) || option.name == "svg_limit") continue;
    // For many settings the results of one quick test are enough.
    if (option.name == "test" && !each->resamples) option.default_value = default_test;
    options.push_back(std::move(option));
  }
  return options;
}

TableRecord groups_record() {
  using enum CellKind;
  return {"groups",
          "where runs with different topics are grouped: a row per group",
          {{"group", whole, "from 1"},
           {"runs", whole, "in the group"},
           {"topics", whole, "of the group"},
           {"first_topic", text, "in label order"},
           {"last_topic", text, "in label order"},
           {"files", text, "that the scores were read from"}}};
}

namespace {

// Describes each of several groups in a table before the others, and above the text.
void add_groups(const std::vector<ScoreGroup>& groups, Report& report) {
  DataTable table = table_of(groups_record());
  TextTable text(0);
  text.add({"group", "runs", "topics", "first", "last", "files"});
  for (const ScoreGroup& group : groups) {
    const std::string files = join(group.files, ", ");
    const auto number = static_cast<std::int64_t>(table.rows.size() + 1);
    add_row(table, number, group.runs.size(), group.topics.size(), group.topics.front(),
            group.topics.back(), files);
    text.add({std::to_string(number), std::to_string(group.runs.size()),
              std::to_string(group.topics.size()), printable(group.topics.front()),
              printable(group.topics.back()), printable(files)});
  }
  report.tables.insert(report.tables.begin(), std::move(table));
  if (!report.paper.empty()) report.paper.insert(report.paper.begin(), paper_table(text));
  ReportText all;
  all.add(std::move(text));
  all.add("\n");
  all.add(report.text);
  report.text = std::move(all);
}

// Whether trials or a seed were given, and no test is random.
bool is_needlessly_random(const Analysis& analysis, const AnalysisInputs& inputs,
                          const AnalysisValues& values) {
  if (values.find("test") == nullptr) return false;
  if (!values.given("trials") && !values.given("seed")) return false;
  const bool others = analysis.resamples || (inputs.each != nullptr && inputs.each->resamples) ||
                      (values.find("placebo") != nullptr && values.whole("placebo"));
  return !others && std::ranges::none_of(tests_of(values, false), [](const TestSettings& settings) {
    return settings.test->is_random();
  });
}

void warn_of_few_resampled(const AnalysisInputs& inputs, const AnalysisValues& values,
                           Warnings& warnings) {
  std::set<std::string_view> topics;
  for (const PreferencePool& pool : inputs.preferences)
    for (const UserPreference& one : pool.preferences) topics.insert(one.topic);
  if (inputs.data.judgments && inputs.second.judgments)
    for (const TopicQrels& topic : inputs.data.judgments->diversity.topics())
      if (inputs.second.judgments->diversity.find(topic.topic)) topics.insert(topic.topic);
  const bool of_judges = values.find("reliability") != nullptr ||
                         (values.find("truth") != nullptr && values.text("truth"));
  if (of_judges && !inputs.groups.empty())
    topics.insert(inputs.groups[0].topics.begin(), inputs.groups[0].topics.end());
  if (topics.size() < 2 || topics.size() >= few_topics) return;
  add_warning(
      warnings, "few-topics",
      count_of(topics.size(), "topic") + ": intervals and tests hold less often than they say",
      "give 25 topics or more");
}

// "a (file)", or "a" where its scores were in no file.
std::string run_and_files(const ScoreGroup& group) {
  const std::string files = join(group.files, ", ");
  return printable(group.runs[0]) + (files.empty() ? "" : " (" + printable(files) + ")");
}

// Warns of runs that are compared with none, for no other has their topics.
void warn_of_single_runs(const std::vector<ScoreGroup>& groups, Warnings& warnings) {
  std::vector<std::string> names;
  for (const ScoreGroup& group : groups)
    if (group.runs.size() == 1 && groups.size() > 1) names.push_back(run_and_files(group));
  if (names.empty()) return;
  const std::size_t shown = std::min<std::size_t>(names.size(), 12);
  add_warning(warnings, "single-runs",
              fmt::format("{} not compared, because no other run has the same topics: {}{}",
                          count_of(names.size(), "run"), join(std::span(names).first(shown), ", "),
                          shown < names.size() ? ", ..." : ""));
}

}  // namespace

void check_analysis(const Analysis& analysis, const Analysis* each, bool draws,
                    const AnalysisValues& values) {
  values.require_all();
  for (const Analysis* const one : {&analysis, each})
    if (one != nullptr && one->check != nullptr) one->check(values);
  if (!draws) return;
  if (each != nullptr && each->name != "discriminative-power") {
    throw Error::argument("svg", "svg draws discriminative-power of depths and deltas",
                          "leave it out");
  }
  if (values.find("test") != nullptr && values.texts("test").size() != 1)
    throw Error::argument("svg", "svg draws one test only", "choose it with `test`");
}

AnalysisResult analyse(const Analysis& analysis, AnalysisInputs& inputs,
                       const AnalysisValues& values, const ProgressCallback& progress) {
  check_analysis(analysis, inputs.each, inputs.draws, values);
  Remarks remarks;
  if (is_needlessly_random(analysis, inputs, values)) warn_of_nothing_random(remarks.warnings);
  if (analysis.resamples) warn_of_few_resampled(inputs, values, remarks.warnings);
  if (analysis.need != Need::scores)
    return joined(std::move(remarks), analysis.run(inputs, values, progress));
  if (values.flag("standardise"))
    for (ScoreGroup& group : inputs.groups) standardise(group);
  AnalysisResult result = analysis.run(inputs, values, progress);
  if (inputs.groups.size() > 1) add_groups(inputs.groups, result.report);
  if (analysis.compares_runs) warn_of_single_runs(inputs.groups, result.remarks.warnings);
  return joined(std::move(remarks), std::move(result));
}

AnalysisOption record_option(std::string name, OptionKind kind, std::string placeholder,
                             std::string meaning, std::string default_value, Bounds bounds,
                             std::string example) {
  return {.name = std::move(name),
          .kind = kind,
          .placeholder = std::move(placeholder),
          .meaning = std::move(meaning),
          .default_value = std::move(default_value),
          .min = bounds.min,
          .max = bounds.max,
          .open_min = bounds.open_min,
          .open_max = bounds.open_max,
          .example = std::move(example)};
}

AnalysisOption flag_option(std::string name, std::string meaning) {
  return record_option(std::move(name), OptionKind::flag, "", std::move(meaning));
}

AnalysisOption choice_option(std::string name, std::vector<std::string> choices,
                             std::string meaning, std::string default_value) {
  AnalysisOption option = record_option(std::move(name), OptionKind::choice, "", std::move(meaning),
                                        std::move(default_value));
  option.choices = std::move(choices);
  return option;
}

AnalysisOption alpha_option() {
  return record_option("alpha", OptionKind::number, "A", "significance level", "0.05",
                       {0, 1, true, true});
}

AnalysisOption margin_option() {
  AnalysisOption option = record_option("margin", OptionKind::number, "D", "", "", {},
                                        "a difference of means that does not matter, such as 0.01");
  option.required = true;
  return option;
}

AnalysisOption correction_option(Correction default_correction) {
  AnalysisOption option = choice_option("correction", {}, "correction for multiple comparisons",
                                        std::string(name_of(default_correction)));
  for (const CorrectionRecord& one : corrections()) option.choices.emplace_back(one.name);
  return option;
}

std::vector<AnalysisOption> margin_test_options() {
  AnalysisOption alpha = alpha_option();
  alpha.max = 0.5;
  return {alpha, correction_option(Correction::holm)};
}

AnalysisOption trials_option() {
  return record_option("trials", OptionKind::whole, "B", "trials of random tests", "1000",
                       {1, max_trials});
}

AnalysisOption seed_option() {
  return record_option("seed", OptionKind::whole, "N", "seed of random tests", "1");
}

std::vector<AnalysisOption> test_options(std::string_view default_tests,
                                         Correction default_correction, bool of_runs) {
  AnalysisOption test =
      record_option("test", OptionKind::choices, "TEST,...", "", std::string(default_tests));
  for (const SignificanceTest& one : significance_tests()) {
    test.choices.emplace_back(one.name);
    if (!one.other_name.empty()) test.aliases.emplace(one.other_name, one.name);
  }
  test.meaning = join(test.choices, ", ");
  AnalysisOption trials = trials_option();
  trials.default_value = "";
  trials.meaning = "trials of random tests (default: bootstrap 1000, others 5000)";
  std::vector<AnalysisOption> options = {test, alpha_option(), trials, seed_option(),
                                         correction_option(default_correction)};
  for (AnalysisOption& option : options) option.of_runs = of_runs;
  return options;
}

AnalysisOption measures_option(const std::string& default_measures, bool of_runs) {
  AnalysisOption option = record_option("measures", OptionKind::measures, "MEASURE,...",
                                        "measures to use", default_measures);
  option.of_runs = of_runs;
  return option;
}

AnalysisOption standardise_option(bool of_runs) {
  AnalysisOption option =
      flag_option("standardise", "standardise scores: zero mean and unit deviation per topic");
  option.of_runs = of_runs;
  return option;
}

AnalysisOption deltas_option(const std::string& default_deltas) {
  return record_option("deltas", OptionKind::numbers, "D,...",
                       "cutoff thresholds, or FIRST:LAST:STEP", default_deltas, {0, 1});
}

AnalysisOption truth_option() {
  return record_option("truth", OptionKind::text, "[NAME=]FILE",
                       "scores by the judge who is taken for the truth, or the name of a judge");
}

AnalysisOption per_topic_option() {
  return flag_option("per_topic", "also by topic");
}

AnalysisOption cutoff_option(const std::string& default_cutoff, double max) {
  return record_option("cutoff", OptionKind::whole, "K", "documents of the list that count",
                       default_cutoff, {1, max});
}

AnalysisOption least_grade_option(const std::string& meaning) {
  return record_option("rel", OptionKind::whole, "N", meaning, "1", {1, 100});
}

std::vector<Measure> given_measures(const AnalysisValues& values, MeasureContext context) {
  std::vector<std::string> names = values.texts("measures");
  if (values.given("measures") && values.given("scores"))
    names = computed_measures(names, values.texts("scores"), context.has_judgments);
  return parse_measures(names, context);
}

std::vector<Measure> covered_nuggets(const AnalysisValues& values, MeasureContext context) {
  return parse_measures(fmt::format("I-rec@{}", *values.whole("cutoff")), context);
}

Remarks checked_runs(const AnalysisInputs& inputs) {
  Remarks remarks;
  check_runs(inputs.data, inputs.measures, inputs.runs, remarks);
  if (!inputs.say) return remarks;
  inputs.say(remarks);
  return {};
}

std::string decimals(double number) {
  return fmt::format("{:.4f}", number);
}

std::string signed_decimals(double number) {
  return fmt::format("{:+.4f}", number);
}

ScoreMatrix scores_of_topics(const ScoreMatrix& scores, std::span<const std::size_t> topics) {
  ScoreMatrix matrix = scores.with(topics.size());
  for (const std::size_t topic : topics)
    for (std::size_t run = 0; run < scores.runs; ++run)
      matrix.values.push_back(scores.at(topic, run));
  return matrix;
}

const RankedList* list_of(const Run& run, std::string_view topic) {
  if (const RankedList* const list = run.find(topic)) return list;
  const auto found = std::ranges::find_if(
      run.topics, [&](const RankedList& list) { return topic_number(list.topic) == topic; });
  return found == run.topics.end() ? nullptr : &*found;
}

void require_two_runs(std::span<const Run> runs) {
  if (runs.size() >= 2) return;
  throw Error(Location{}, "there is only one run to compare, " + printable(runs[0].name),
              "give two runs or more");
}

AnalysisResult joined(Remarks remarks, AnalysisResult result) {
  for (const auto& [to, from] : {std::pair(&remarks.warnings, &result.remarks.warnings),
                                 std::pair(&remarks.notes, &result.remarks.notes)})
    to->insert(to->end(), from->begin(), from->end());
  result.remarks = std::move(remarks);
  return result;
}

std::vector<AnalysisOption> joined(std::vector<AnalysisOption> options,
                                   const std::vector<AnalysisOption>& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::vector<Column> all_columns(std::initializer_list<ColumnGroup> parts) {
  std::vector<Column> columns;
  for (const ColumnGroup& part : parts) columns.insert(columns.end(), part.begin(), part.end());
  return columns;
}

ColumnGroup interval_columns(const char* meaning, const std::string& before) {
  return std::vector<Column>{{before + "low", CellKind::number, meaning},
                             {before + "high", CellKind::number, meaning}};
}

ColumnGroup bootstrap_columns(const char* trials, const char* seed) {
  return std::vector<Column>{{"alpha", CellKind::number, "intervals have confidence 1 - alpha"},
                             {"trials", CellKind::whole, trials},
                             {"seed", CellKind::whole, seed}};
}

ColumnGroup columns_of_tests() {
  return std::vector<Column>{{"alpha", CellKind::number, "the significance level"},
                             {"correction", CellKind::text, "of p-values for the number of pairs"},
                             {"trials", CellKind::whole, "of a random test"},
                             {"seed", CellKind::whole, "of a random test"}};
}

std::vector<TestSettings> tests_of(const AnalysisValues& values, bool intervals) {
  std::vector<TestSettings> tests;
  for (const std::string& name : values.texts("test")) {
    const SignificanceTest* const test = find_test(name);
    tests.push_back({test, values.whole("trials").value_or(test->default_trials),
                     *values.whole("seed"), *values.number("alpha"), intervals});
  }
  return tests;
}

Correction correction_of(const AnalysisValues& values) {
  return find_correction(*values.text("correction"))->correction;
}

BootstrapSettings bootstrap_of(const AnalysisValues& values) {
  return {values.whole("trials").value_or(BootstrapSettings().trials), *values.whole("seed"),
          *values.number("alpha")};
}

void set_test(const TestSettings& settings, Correction correction, AnalysisValues& values) {
  values.set("test", std::vector<std::string>{std::string(settings.test->name)});
  if (settings.test->is_random()) {
    values.set("trials", settings.trials);
    values.set("seed", settings.seed);
  }
  values.set("alpha", settings.alpha);
  values.set("correction", std::string(name_of(correction)));
}

void warn_of_tests(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                   std::span<const TestSettings> tests, Warnings& warnings) {
  for (const TestSettings& settings : tests) {
    Warnings found;
    warn_of_test(groups, comparison, settings, found);
    add_new(found, warnings);
  }
}

}  // namespace subintent::internal
