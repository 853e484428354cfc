// Analyses as records: each says what it is called, what it takes and what it gives, and has a file
// of its own. Whatever shows, documents or calls analyses goes through the list of them.
#pragma once

#include "compare/correlation.h"
#include "compare/participants.h"
#include "compare/score_matrix.h"
#include "compare/study/hierarchies.h"
#include "compare/study/similarities.h"
#include "report/charts/charts.h"
#include "report/report.h"
#include "report/run_table.h"
#include "subintent/records.h"

namespace subintent::internal {

// Parts of the reports and charts of analyses that others show, too.

// Numbers that may be missing, and intervals, as text and as cells: ".512", ".512 [.401, .601]".
inline std::string interval_text(const std::optional<Interval>& interval,
                                 const char* missing = "-") {
  return interval ? fraction(interval->low) + " " + fraction(interval->high) : missing;
}
inline std::string estimate_text(const Estimate& estimate) {
  if (!estimate.value || !estimate.interval) return fraction_or_dash(estimate.value);
  return fraction(*estimate.value) + " [" + fraction(estimate.interval->low) + ", " +
         fraction(estimate.interval->high) + "]";
}

// "0.1234", "+0.1234".
std::string decimals(double number);
std::string signed_decimals(double number);

// Pairs that are shown one by one: those of ten runs, or measures.
inline constexpr std::size_t most_pairs_shown = 45;

// A p-value for people: "0.0312", or "<0.0001". Of a random test that no trial speaks against,
// "<0.0002": less than 1 / B is all it says.
std::string p_value_text(double p);
std::string p_value_text(double p, const TestSettings& settings);

// The runs of a group by one measure under a test of all pairs.
CriticalDifferenceChart difference_chart(const TestedGroup& tested, std::size_t measure);

// Discriminative power of measures under one test [Sakai12 Tables 2-4; SakaiSong11 Table 5].
struct TestedMeasures {
  TestSettings settings;
  std::vector<DiscriminativePower> powers;
  std::vector<MeasureOverlap> overlaps;
};

// Curves of one test; p-values above `limit` are cut off.
LineChart asl_chart(const TestedMeasures& tested, double limit);

// The tau_b of every two measures, row after row, from those of the pairs, and 1 of each with
// itself. Nothing where it is not defined: a measure that has none with any other has none with
// itself.
std::vector<std::optional<double>> correlation_square(
    std::span<const MeasureCorrelation> correlations);
// The upper triangle of a table of all pairs of measures. Rows have measure1 and measure2, in the
// order of the pairs.
template <typename Row, typename CellText>
TextTable triangle(std::span<const Row> rows, CellText cell_text) {
  std::vector<std::string> header = {""};
  for (const Row& row : rows)
    if (row.measure1 == rows[0].measure1) header.push_back(printable(row.measure2));
  TextTable table;
  table.add(header);
  for (std::size_t at = 0, left = header.size() - 1; left > 0; --left) {
    std::vector<std::string> cells(header.size() - left, "-");
    cells[0] = printable(rows[at].measure1);
    for (std::size_t j = 0; j < left; ++j) cells.push_back(cell_text(rows[at++]));
    table.add(cells);
  }
  return table;
}

// The tables that add_exchanged() fills.
std::vector<TableRecord> exchange_tables();

// Appends a report of the same kind; the tables that both have hold the rows of both.
void append(Report& to, const Report& more);

struct SimilarityReport {
  std::vector<SimilarityStudy> studies;
  struct Shapes {
    std::string name;  // of what was clustered
    std::vector<DeltaShape> deltas;
  };
  std::vector<Shapes> shapes;
};

// Their distributions, in bins of 0.05, and the means of all pairs.
DistributionChart similarity_chart(const SimilarityReport& report);

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
  std::function<Texts(const std::set<std::string_view>& wanted)> texts = {};
  // Is told, if given, what is known before the work, which may fail for that reason.
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
AnalysisOption correction_option(Correction default_correction);
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

// One column of a table, or several that stand together in many.
struct ColumnGroup : std::vector<Column> {
  ColumnGroup(std::string name, CellKind kind, std::string meaning)
      : std::vector<Column>{{std::move(name), kind, std::move(meaning)}} {}
  ColumnGroup(std::vector<Column> several) : std::vector<Column>(std::move(several)) {}
};
std::vector<Column> all_columns(std::initializer_list<ColumnGroup> parts);

// The columns alpha, correction, trials and seed, as a test has used them; low and high, with
// something before their names; alpha, trials and seed of a bootstrap.
ColumnGroup columns_of_tests();
ColumnGroup interval_columns(const char* meaning, const std::string& before = "");
ColumnGroup bootstrap_columns(const char* trials = "of the bootstrap",
                              const char* seed = "of the bootstrap");

// Adds cells to a row: a value, of an interval low and high, of an estimate its value before these,
// of a bootstrap alpha, trials and seed. What is not known is empty.
template <typename Value>
void add_cells(std::vector<Cell>& row, const Value& value) {
  if constexpr (std::is_integral_v<Value>) {
    row.emplace_back(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    row.emplace_back(std::string(value));
  } else if constexpr (std::is_base_of_v<Estimate, Value>) {
    add_cells(row, value.value);
    add_cells(row, value.interval);
  } else if constexpr (std::is_same_v<Value, std::optional<Interval>>) {
    add_cells(row, value ? std::optional(value->low) : std::nullopt);
    add_cells(row, value ? std::optional(value->high) : std::nullopt);
  } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
    row.push_back(known(value));
  } else if constexpr (std::is_same_v<Value, BootstrapSettings>) {
    row.insert(row.end(), {value.alpha, whole(value.trials), whole(value.seed)});
  } else if constexpr (std::is_same_v<Value, std::vector<Cell>>) {
    row.insert(row.end(), value.begin(), value.end());
  } else {
    row.emplace_back(value);
  }
}

// Adds a row with the cells of these values.
void add_row(DataTable& table, const auto&... values) {
  std::vector<Cell>& row = table.rows.emplace_back();
  (add_cells(row, values), ...);
}

// The tests of the values, with their settings; `intervals` as in TestSettings.
std::vector<TestSettings> tests_of(const AnalysisValues& values, bool intervals);
Correction correction_of(const AnalysisValues& values);
// Throws Error for a family of pairs that nothing corrects.
void check_family(const AnalysisValues& values);
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

ScoreMatrix scores_of_topics(const ScoreMatrix& scores, std::span<const std::size_t> topics);

// The list of a topic, whose name in the run may have a prefix; null if there is none.
const RankedList* list_of(const Run& run, std::string_view topic);

// Throws Error for fewer runs than two.
void require_two_runs(std::span<const Run> runs);

// A result with these remarks before its own.
AnalysisResult joined(Remarks remarks, AnalysisResult result);

// Adds the warnings of tests that tell nothing [test_warnings()], each once.
void warn_of_tests(const std::vector<ScoreGroup>& groups, const Comparison& comparison,
                   std::span<const TestSettings> tests, Warnings& warnings);

// Scores by measures that are not computed here, beside computed ones.

// The options "scores", and "lower_is_better", measures of which less is better.
std::vector<AnalysisOption> other_scores_options();

enum class Gaps { refused, left_out };

// The scores that these options name, of these runs and topics in their order. Each of "scores" is
// FILE, or NAME=FILE with the name of its only run, or lines of such a file with their ends. Of a
// file that holds some of the measures `wanted` there are only these. Throws the errors of
// read_scores(), and Error (argument "scores") for what is missing, and for a measure that is among
// `known`. Topics without a score of each run are refused, or NaN by a measure. Warns of topics
// that are left out.
std::vector<ScoreMatrix> other_scores(const AnalysisValues& values,
                                      const std::vector<std::string>& runs,
                                      const std::vector<std::string>& topics,
                                      const std::vector<std::string>& known,
                                      const std::vector<std::string>& wanted, Gaps gaps,
                                      Warnings& warnings);

// The names of measures without those that only files of other scores know; where none is left, one
// that is computed for nobody.
std::vector<std::string> computed_measures(const std::vector<std::string>& names,
                                           const std::vector<std::string>& scores,
                                           bool has_judgments);

// The values of the option "measures"; none if it was not given.
std::vector<std::string> named_measures(const AnalysisValues& values);

// The places of measures, `computed` and then others, as they are shown: those of these names in
// their order, then the rest. Computed ones of which none is named are left out. All, as they are,
// where there are no names.
std::vector<std::size_t> shown_measures(const std::vector<std::string>& names,
                                        const std::vector<std::string>& measures,
                                        std::size_t computed);
template <typename Measures>
void show_measures(const std::vector<std::size_t>& places, Measures& measures) {
  Measures shown;
  for (const std::size_t place : places) shown.push_back(std::move(measures[place]));
  measures = std::move(shown);
}

// Adds scores to computed ones, in the order of `names`.
void add_scores(const AnalysisValues& values, const std::vector<std::string>& names,
                ScoreGroup& scores, Warnings& warnings);

// An analysis repeated over settings of the evaluation: pooling and evaluation depths [Webber Figs.
// 3 and 4], cutoffs delta of hierarchies [Dou19 Fig. 8]; and its discriminative power with
// placebos.

// One setting of a series, or none.
struct PlaceboPoint {
  std::vector<double> setting;
  struct Tested {
    TestSettings settings;
    std::vector<PlaceboPower> powers;
  };
  std::vector<Tested> tested;
};

// With the scores that the hierarchies give; then of each placebo, the measures of which are some
// of the same. Tests are those of the values, which also say whether to standardise.
PlaceboPoint placebo_point(std::vector<double> setting, const AnalysisValues& values,
                           ScoreGroup scores);
void add_placebo(PlaceboPoint& point, const AnalysisValues& values, ScoreGroup scores);

AnalysisOption placebo_option();
TableRecord placebo_record();

// Table "placebo"; `columns` name the setting.
Report placebo_report(std::span<const PlaceboPoint> points, std::span<const std::string> columns,
                      Correction correction, const PlaceboOptions& options);

// Adds the mean power with placebos of each measure to the chart of a series of one setting.
void add_placebo_lines(std::span<const PlaceboPoint> points, std::size_t test, LineChart& chart);

// One setting: the columns that name it, and its analysis.
struct SeriesPoint {
  std::vector<double> setting;  // one number a column of Series::columns
  AnalysisResult analysis;
};

// Points with the same first measures in the same order; their names may differ (AP@5, AP@10).
struct Series {
  std::vector<std::string> columns;   // "pool_depth", "depth"; "delta"
  std::vector<std::string> measures;  // names without what the setting says
  std::vector<SeriesPoint> points;
};

// Adds the analysis `each` of one more setting. Its gold standards are named as the measures are,
// without what the setting says.
void add_point(Series& series, std::vector<double> setting, const Analysis& each,
               AnalysisValues values, ScoreGroup scores);

// The warnings of all points, each once.
Warnings warnings_of(const Series& series);

// The reports of all points one after the other, each under its setting; in tables the setting
// comes first. Before them, where the points have discriminative powers, a summary: a row a
// setting, a column a measure.
Report series_report(const Series& series);

// Discriminative power of one test: over the last column of the setting, a line for each measure
// and each value of the columns before.
LineChart series_chart(const Series& series, std::size_t test);

// The report, the warnings, and where inputs.draws the chart; nothing of no points.
AnalysisResult series_result(const Series& series, bool draws);

}  // namespace subintent::internal
