// Analyses as records: each says what it is called, what it takes and what it gives, and has a file
// of its own. Whatever shows, documents or calls analyses goes through the list of them.
#pragma once

#include "compare/analyses/reports.h"
#include "report/charts/chart.h"
#include "report/junit.h"
#include "report/pairs_table.h"

namespace subintent::internal {

struct Analysis;

using Need = AnalysisNeed;

// Further judgments than the first two.
struct NamedEvaluation {
  std::string name;
  EvaluationData data;
};

// A way to compare documents, which is read when its turn comes.
struct SimilarityInput {
  std::string name;  // "fingerprints"
  std::function<std::shared_ptr<const DocumentSimilarity>(
      const std::unordered_set<std::string_view>& wanted, Warnings& warnings)>
      read;
  TopicViewOptions view = {};
};

// Its members are filled as far as the analysis needs them.
struct AnalysisInputs {
  std::vector<ScoreGroup> groups;           // that all have the same measures
  std::vector<PreferencePool> preferences;  // of people
  std::string first_name, second_name;      // of two sets
  EvaluationData data;                      // of the judgments, or the first ones
  EvaluationData second;                    // of the second ones
  std::vector<NamedEvaluation> more;        // of further ones
  MeasureContext context;                   // of measures
  std::vector<Measure> measures;            // that Analysis::measures gave
  std::vector<Run> runs, pooled;
  // The nuggets that answers of the systems hold: the documents are answers, named as the runs are
  // or by tags.
  std::optional<Qrels> answers;
  std::vector<Hierarchy> hierarchies1, hierarchies2;
  Qrels qrels;  // of similarities
  std::vector<Dendrogram> dendrograms;
  HierarchySources sources;  // for messages
  std::map<std::string, Superintents, LabelLess> superintents;
  std::vector<SimilarityInput> similarities;
  const Analysis* each = nullptr;  // the analysis of scores that a series makes of each setting
  bool draws = false;              // makes AnalysisResult::chart
  std::vector<std::string> tables = {};  // that are asked for; none: all
  // How it is shown: as text, the tables of which hold `limit` rows (0: all), or as tables that
  // hold all of them.
  bool shows_text = false;
  std::size_t limit = 10, width = 80;  // of the text
  TopicDescriptions topics = {};
  // Reads the texts of the documents that are wanted.
  std::function<Texts(const std::function<bool(std::string_view docno)>& wanted)> texts = {};
  // If there is one, it is told what is known before the work, which may fail for the reason that
  // this names.
  std::function<void(const Remarks&)> say = {};

  bool wants(std::string_view table) const {
    return tables.empty() || std::ranges::count(tables, table) > 0;
  }
};

struct AnalysisResult {
  Report report;          // its tables, and the same for people
  DataTable curves = {};  // more of its tables, for files of their own; no name: none
  Remarks remarks = {};
  std::vector<TestedMeasures> tested = {};  // by test; of discriminative power
  std::optional<Chart> chart = {};          // where inputs.draws
  // For a gate: what it has looked at, and why it is closed, if it is.
  std::vector<Check> checks = {};
  std::optional<std::string> failure = {};
};

// An analysis: what users are told of it, and how it is made.
struct Analysis : AnalysisRecord {
  Analysis();  // with its end in one place, as they are long
  ~Analysis();

  bool compares_runs = true;        // else runs that no other has the topics of are no loss
  bool resamples = false;           // has random intervals, whatever its tests
  bool may_lack_judgments = false;  // of runs, whose topics it then takes
  bool keeps_draws = false;         // else the scores of several draws of a judge become their mean
  // Throws Error for values that do not go together.
  void (*check)(const AnalysisValues& values) = nullptr;
  // The measures of runs that it takes.
  std::vector<Measure> (*measures)(const AnalysisValues& values, MeasureContext context) = nullptr;
  AnalysisResult (*run)(AnalysisInputs& inputs, const AnalysisValues& values,
                        const ProgressCallback& progress) = nullptr;
};

// All analyses there are; those of a command together.
std::span<const Analysis> analyses();

// An analysis of this name; nullptr if there is none.
const Analysis* find_analysis(std::string_view name);

// The table of groups of runs with the same topics, which stands before those of the analysis.
TableRecord groups_record();

// Its options; those of a series hold the ones of `each`, too.
std::vector<AnalysisOption> options_of(const Analysis& analysis, const Analysis* each = nullptr);

// Throws Error for values that the analysis, which may have to draw a chart, cannot be made with.
void check_analysis(const Analysis& analysis, const Analysis* each, bool draws,
                    const AnalysisValues& values);

// Checks the values, and makes the analysis. Throws Error where there is nothing to compare: fewer
// than two runs; for correlation fewer than two measures.
AnalysisResult analyse(const Analysis& analysis, AnalysisInputs& inputs,
                       const AnalysisValues& values, const ProgressCallback& progress = {});

// Options of records: any, flags, and those with choices.
struct Bounds {
  double min = 0, max = 1e300;
  bool open_min = false, open_max = false;
};
AnalysisOption record_option(std::string name, OptionKind kind, std::string placeholder,
                             std::string meaning, std::string default_value = "",
                             Bounds bounds = {}, std::string example = "");
AnalysisOption flag_option(std::string name, std::string meaning);
AnalysisOption choice_option(std::string name, std::vector<std::string> choices,
                             std::string meaning, std::string default_value = "");

// Parts that several records share.

// test, alpha, trials, seed and correction; `of_runs` as that of AnalysisOption.
std::vector<AnalysisOption> test_options(std::string_view default_tests,
                                         Correction default_correction, bool of_runs = false);
AnalysisOption alpha_option();
// A difference that does not matter; its meaning is missing. Then alpha, below 0.5 for one-sided
// tests, and the correction.
AnalysisOption margin_option();
std::vector<AnalysisOption> margin_test_options();
AnalysisOption trials_option();  // of what resamples without a test
AnalysisOption seed_option();
AnalysisOption measures_option(const std::string& default_measures, bool of_runs = false);
AnalysisOption standardise_option(bool of_runs = false);
AnalysisOption deltas_option(const std::string& default_deltas);
AnalysisOption per_topic_option();
AnalysisOption slices_option();
AnalysisOption truth_option();  // a judge
AnalysisOption lower_is_better_option();

// Options of analyses that look at nuggets down a list: the cutoff, the lowest grade that holds a
// nugget, and the measure of nuggets that are covered down to the cutoff.
AnalysisOption cutoff_option(const std::string& default_cutoff, double max);
AnalysisOption least_grade_option(const std::string& meaning = "lowest grade that holds a nugget");

// The measures of the option "measures", without those of "scores".
std::vector<Measure> given_measures(const AnalysisValues& values, MeasureContext context);
std::vector<Measure> covered_nuggets(const AnalysisValues& values, MeasureContext context);
std::vector<AnalysisOption> joined(std::vector<AnalysisOption> options,
                                   const std::vector<AnalysisOption>& more);

// The columns alpha, correction, trials and seed, as a test has used them.
std::vector<Column> columns_of_tests();

std::vector<Column> joined_columns(std::vector<Column> columns, const std::vector<Column>& more);

// The tests of the values, with their settings; `intervals` as in TestSettings.
std::vector<TestSettings> tests_of(const AnalysisValues& values, bool intervals);
Correction correction_of(const AnalysisValues& values);
// Throws Error for a family of pairs that nothing corrects.
void check_family(const AnalysisValues& values);
// Sets them to this one.
void set_test(const TestSettings& settings, Correction correction, AnalysisValues& values);

// Progress of tests of pairs of runs.
class PairProgress {
 public:
  PairProgress(const ProgressCallback& progress, const std::vector<ScoreGroup>& groups,
               std::span<const std::string> baselines = {}, std::size_t tests = 1)
      : meter_(progress, "testing", "pairs", number_of_tests(groups, baselines) * tests) {}

  PairsDone done() {
    return [this](std::uint64_t pairs) { meter_.advance(pairs); };
  }

 private:
  ProgressMeter meter_;
};

// The resamples that intervals are from, by the options alpha, trials and seed.
BootstrapSettings bootstrap_of(const AnalysisValues& values);

// Adds the tables "rankings" and "pairs": rankings of runs by the same measure on 1 and on 2, and
// their significant pairs by each test of the values; with intervals where a bootstrap is given.
void add_exchanged(ScoreGroup before, ScoreGroup after, const AnalysisValues& values,
                   const std::optional<BootstrapSettings>& bootstrap, Warnings& warnings,
                   Report& report);

// Gives the remarks on the runs, unless inputs.say was told. Throws the errors of check_runs().
Remarks checked_runs(const AnalysisInputs& inputs);

// Throws Error for fewer runs than two.
void require_two_runs(std::span<const Run> runs);

// A result with these remarks before its own.
AnalysisResult joined(Remarks remarks, AnalysisResult result);

// Adds the warnings of tests that tell nothing [test_warnings()], each once.
void warn_of_tests(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                   std::span<const TestSettings> tests, Warnings& warnings);

}  // namespace subintent::internal
