// Analyses by name: what `subintent compare`, `explain` and `gate` do, with values or with files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/records.h"
#include "subintent/similarity.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// All analyses there are, in the order of the command line's help.
const std::vector<AnalysisRecord>& analyses();

// The analyses that a command of the program makes ("compare"), in the order of its help; series
// are there once, without what they make of each setting. Other commands have none.
const std::vector<AnalysisRecord>& analyses_of(const std::string& command);

// The record of an analysis: "significance", "pooling significance"; of "pooling" that with what it
// makes where nothing else is said. Throws Error of argument "name".
AnalysisRecord analysis_record(const std::string& name);

// What analyses are made from, by AnalysisRecord::need.
// - scores: scores; preferences and battles take preferences, with scores or without.
// - runs: judgments and runs, two or more where these are compared with one another. Delta also
//   takes dendrograms; placebo takes hierarchies of `evaluation`; losses may take answers.
// - left_out: judgments and two runs or more.
// - judgments: two sets of them, and further ones, with runs or without.
// - judges: judgments of people, as the second those of a model, and runs; or the scores of people,
//   and as the second those of a model.
// - hierarchies: two sets of them, alone or with judgments and runs.
// - similarities: judgments, and similarities or dendrograms.
// - lists: runs alone, with their scores where equal ones are ties.
struct AnalysisSources {
  std::vector<Scores> scores = {}, second_scores = {};
  std::vector<std::string> measures = {};  // of scores; none: all
  MissingScores missing = MissingScores::error;
  std::vector<PreferencePool> preferences = {};
  std::optional<Judgments> judgments = {}, second_judgments = {};
  std::vector<Hierarchy> hierarchies = {}, second_hierarchies = {};  // that are compared
  EvaluatorOptions evaluation = {};
  std::vector<Judgments> more_judgments = {};  // of judgments, beside the two
  std::vector<Run> runs = {}, pooled = {};
  // For losses: what answers hold, judged as documents that have the names of runs.
  std::optional<Judgments> answers = {};
  std::vector<Dendrogram> dendrograms = {};
  std::optional<Source> superintents = {};
  std::map<std::string, Similarity> similarities = {};  // by what tables call them
  std::vector<std::string> tables = {};                 // that are wanted, by name; none: all
};

struct AnalysisTables {
  std::vector<Table> tables;  // by the names of their records
  Warnings warnings;
};

// Makes an analysis; options that are left out have their defaults. Tables that are not wanted are
// not worked out where that saves time. Throws Error for an analysis, option or table that there is
// not, for values outside their range, for inputs that are missing (argument "scores", "runs",
// "judgments", ...), and where there is nothing to compare. Scores, judgments, runs, hierarchies
// and the like may be there for other analyses; what only says how others are made ("measures" of
// scores, "missing", "pooled", "answers", "superintents", ...) is refused.
AnalysisTables analyse(const std::string& name, const AnalysisSources& sources,
                       const OptionValues& options = {}, const ProgressCallback& progress = {});

// The scores of all runs in one setting of a series: depths of pools and of evaluation, or a delta.
struct ScoredSetting {
  std::vector<double> setting;  // a number for each of the first columns of the series' tables
  std::vector<Scores> scores;   // by run
};

struct ScoredSettings {
  std::vector<ScoredSetting> settings;
  Warnings warnings;
};

// The scores that a series ("pooling", "delta") would analyse. Throws the errors of analyse().
ScoredSettings score_settings(const std::string& name, const AnalysisSources& sources,
                              const OptionValues& options = {},
                              const ProgressCallback& progress = {});

// A file, and the name that tables have for what it holds; none: that of the file.
struct NamedFile {
  Source source;
  std::optional<std::string> name = {};
};

// Reads preferences of users, each file a pool. Throws the errors of read_preferences(), and Error
// where two pools have one name.
std::vector<PreferencePool> read_preference_pools(const std::vector<NamedFile>& files);

// One way to compare documents, with the name that tables have for it.
struct NamedSimilarity {
  std::string name;
  SimilarityFiles files;
  ClusterOptions view = {};  // contrast and neighbours
};

// The files that analyses are made from, where AnalysisSources has values. Which of them one takes
// is said there.
struct AnalysisFiles {
  std::vector<Source> scores = {};
  // Who judged them, by file; empty where nobody is named. Several files of a judge are draws.
  std::vector<std::string> judges = {};
  std::vector<std::string> measures = {};  // of scores; none: all
  MissingScores missing = MissingScores::error;
  ScoreRunName run_name = ScoreRunName::automatic;
  ScoreFormat scores_format = ScoreFormat::automatic;
  std::vector<NamedFile> preferences = {};

  EvaluationInputs evaluation = {};  // whose judgments are the first of several
  std::optional<Source> second_judgments = {};
  std::vector<Source> more_judgments = {};
  std::vector<std::string> hierarchies = {};  // paths of the two that are compared
  std::vector<RunFile> runs = {}, pooled = {};
  // Of gate: its place among the runs, from 0, where the option "baseline" does not name it.
  std::optional<std::size_t> baseline = {};

  // Where the judgments are nuggets assigned to answers, these stand in the place of runs or
  // scores: those of all systems, or of the ones that are named.
  bool of_answers = false;
  std::vector<std::string> systems = {};

  std::optional<Source> answers = {};  // of losses: what answers hold
  std::optional<Source> dendrograms = {}, superintents = {};
  std::vector<NamedSimilarity> similarities = {};

  std::optional<Source> topics = {};  // as read_topic_captions() takes them
  std::vector<Source> texts = {};     // as read_texts() takes them
};

// What is made beside tables.
struct AnalysisLayout {
  std::string format = "table";  // of the text, one of analysis_formats()
  std::size_t limit = 10;        // rows of tables and topics in texts with captions; 0: all
  std::size_t width = 0;         // of the terminal, in columns; 0: no limit
  // Curves as TSV, where there is a table "curves"; a chart; tests as JUnit has them, of gate; and
  // the text in Markdown.
  bool curves = false, svg = false, junit = false, markdown = false;
};

struct AnalysisReport {
  std::vector<Table> tables;
  std::string text;                                              // in the format that was asked for
  std::string curves = {}, svg = {}, junit = {}, markdown = {};  // those that were asked for
  std::optional<std::string> failure = {};                       // why a gate is closed
  Remarks remarks = {};                                          // all that there was to say
};

// "table", "tsv", "json", ...
const std::vector<std::string>& analysis_formats();

// An analysis of files, checked before they are read. Cheap to copy.
class FileAnalysis {
 public:
  // Throws Error for what cannot be made, as far as that can be known without reading a file.
  // `values` are those of the options of analysis_record(name).
  FileAnalysis(const std::string& name, const AnalysisFiles& files, const AnalysisValues& values,
               const AnalysisLayout& layout = {});

  // Reads the files. `say` is told what there is to say as soon as it is known. Throws the errors
  // of reading, and Error where there is nothing to compare.
  AnalysisReport make(const RemarksCallback& say = {}, const ProgressCallback& progress = {}) const;

  FileAnalysis(const FileAnalysis&) = default;  // to move is to copy
  FileAnalysis& operator=(const FileAnalysis&) = default;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

// Makes such an analysis at once.
AnalysisReport analyse_files(const std::string& name, const AnalysisFiles& files,
                             const AnalysisValues& values, const AnalysisLayout& layout = {},
                             const RemarksCallback& say = {},
                             const ProgressCallback& progress = {});

// The names of measures in a list that commas separate, which need not be known: those of scores.
// Throws Error (argument "measures") for an empty name, and where two mean the same measure.
std::vector<std::string> measure_names(const std::string& list);

// Rows of the tables that people look at most; members are the columns of their records, whose
// meanings they say. Rows of series lack the columns of settings.

// A row of the table "pairs" of significance.
struct PairRow {
  std::uint64_t group = 0;
  std::string measure, test, run1, run2;
  std::uint64_t topics = 0;
  double mean1 = 0, mean2 = 0, difference = 0, effect_size = 0, low = 0, high = 0;
  std::uint64_t wins = 0, losses = 0, ties = 0;
  double p = 1, p_holm = 1, p_bonferroni = 1, p_bh = 1;
  std::string winner;
  double alpha = 0;
  std::string correction;
  std::optional<std::uint64_t> trials, seed;
};

// A row of the tables "power" and "overlaps" of discriminative-power.
struct PowerRow {
  std::string test, measure;
  std::uint64_t significant = 0, pairs = 0;
  double power = 0;
  std::optional<double> required_difference;
  double alpha = 0;
  std::string correction;
  std::optional<std::uint64_t> trials, seed;
};

struct OverlapRow {
  std::string test, measure1, measure2;
  std::uint64_t only1 = 0, both = 0, only2 = 0;
  double agreement = 1;
  std::uint64_t conflicts = 0;
};

// A row of the table "correlations" of correlation.
struct CorrelationRow {
  std::string of, measure1, measure2;
  std::optional<double> tau_b, tau_ap_1, tau_ap_2, tau_ap_symmetric;
  std::uint64_t items = 0;
};

// A row of the table "concordance" of concordance.
struct ConcordanceRow {
  std::string gold, measure1, measure2;
  std::uint64_t disagreements = 0, correct1 = 0, correct2 = 0;
  double concordance1 = 0, concordance2 = 0;
  std::uint64_t only1 = 0, only2 = 0;
  double p = 1;
};

// A row of the table "agreement" of preferences.
struct AgreementRow {
  std::string question, pool, first, second;
  std::optional<double> agreements, disagreements, tau, low, high;
};

// The rows of the table that they belong to; none where it is not there. `Row` is one of the above.
template <typename Row>
std::vector<Row> rows(const AnalysisTables& made);

}  // namespace subintent
