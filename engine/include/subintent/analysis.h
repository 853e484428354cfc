// Analyses by name: what `subintent compare`, `explain` and `gate` do.
#pragma once

#include <variant>

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

// The analyses of a command ("compare"); series are there once, without what they make of each
// setting.
const std::vector<AnalysisRecord>& analyses_of(const std::string& command);

// The record of an analysis: "significance", "pooling significance"; of "pooling" that with what it
// makes where nothing else is said. Throws Error of argument "name".
AnalysisRecord analysis_record(const std::string& name);

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
  AnySimilarity similarity;
  ClusterOptions view = {};  // contrast and neighbours
};

// The inputs of analyses, by AnalysisRecord::need.
// - scores: scores; preferences and battles take preferences, with scores or without.
// - runs: the judgments of `evaluation` and runs, two or more where these are compared with one
//   another. Delta also takes dendrograms; placebo takes hierarchies of `evaluation`; losses may
//   take answers.
// - left_out: judgments and two runs or more.
// - judgments: two sets of them, and further ones, with runs or without.
// - judges: judgments of people, as the second those of a model, and runs.
// - hierarchies: two sets of them, alone or with judgments and runs.
// - similarities: judgments, and similarities or dendrograms.
// - lists: runs alone, with their scores where equal ones are ties.
struct AnalysisSources {
  std::variant<std::vector<Scores>, std::vector<Source>> scores = {};
  // Who judged files of scores, or sets of judgments, by file; empty where nobody is named. Several
  // files of scores of a judge are draws.
  std::vector<std::string> judges = {};
  std::vector<Scores> second_scores = {};         // of judges without runs: those of the model
  std::vector<std::string> measures = {};         // of scores; none: all
  std::vector<std::string> lower_is_better = {};  // of scores: measures of which less is better
  MissingScores missing = MissingScores::error;
  ScoreRunName run_name = ScoreRunName::automatic;     // of files of scores
  ScoreFormat scores_format = ScoreFormat::automatic;  // likewise
  std::variant<std::vector<PreferencePool>, std::vector<NamedFile>> preferences = {};

  EvaluationInputs evaluation = {};  // whose judgments are the first of several
  std::optional<AnyJudgments> second_judgments = {};
  std::vector<AnyJudgments> more_judgments = {};             // beside the two
  AnyHierarchies hierarchies = {}, second_hierarchies = {};  // that are compared
  std::vector<AnyRun> runs = {}, pooled = {};
  // For gate: the place among the runs, from 0, if the option "baseline" does not name it.
  std::optional<std::size_t> baseline = {};

  // If judgments are nuggets assigned to answers, these stand in the place of runs or scores: those
  // of all systems, or of the ones that are named.
  bool of_answers = false;
  std::vector<std::string> systems = {};

  // For losses: what answers hold, judged as documents that have the names of runs.
  std::optional<AnyJudgments> answers = {};
  std::variant<std::vector<Dendrogram>, Source> dendrograms = {};
  std::optional<Source> superintents = {};
  std::vector<NamedSimilarity> similarities = {};
  std::vector<std::string> tables = {};  // that are wanted, by name; none: all

  std::optional<Source> topics = {};  // for texts, as read_topic_captions() takes them
  std::vector<Source> texts = {};     // likewise, as read_texts() takes them
};

// Outputs beside tables.
struct AnalysisLayout {
  std::string format = {};  // of the text, one of analysis_formats(); empty: there is none
  std::size_t limit = 10;   // rows of tables and topics in texts with captions; 0: all
  std::size_t width = 0;    // of the terminal, in columns; 0: no limit
  // Curves as TSV, where there is a table "curves"; a chart; tests as JUnit has them, of gate; and
  // the text in Markdown.
  bool curves = false, svg = false, junit = false, markdown = false;
};

struct AnalysisReport {
  std::vector<Table> tables;                                     // by the names of their records
  std::string text = {};                                         // in the format asked for
  std::string curves = {}, svg = {}, junit = {}, markdown = {};  // those that were asked for
  std::optional<std::string> failure = {};                       // why a gate is closed
  Warnings warnings = {};                                        // all that there was to say, once
};

// "table", "tsv", "json", ...
const std::vector<std::string>& analysis_formats();

// An analysis that is checked before anything is read. Cheap to copy.
class PlannedAnalysis {
 public:
  // Throws Error for what cannot be made, as far as no file need be read for it: an analysis, table
  // or layout that there is not, values that do not go together, inputs that are missing ("scores",
  // "runs", ...) or that only say how other analyses are made ("missing", "pooled", ...). `values`
  // are those of the options of analysis_record(name).
  PlannedAnalysis(const std::string& name, const AnalysisSources& sources,
                  const AnalysisValues& values, const AnalysisLayout& layout = {});

  // Reads the files. `say` is told what there is to say as soon as it is known. Throws the errors
  // of reading, and Error where there is nothing to compare.
  AnalysisReport make(const RemarksCallback& say = {}, const ProgressCallback& progress = {}) const;

 private:
  struct Data;
  Shared<const Data> data_;
};

// Makes an analysis at once; options that are left out have their defaults.
AnalysisReport analyse(const std::string& name, const AnalysisSources& sources,
                       const OptionValues& options = {}, const ProgressCallback& progress = {},
                       const AnalysisLayout& layout = {});

// The cell of a row by the name of its column. Throws Error where there is none.
const Cell& cell(const Table& table, std::size_t row, std::string_view column);

// The names of measures in a list that commas separate, which need not be known: those of scores.
// Throws Error (argument "measures") for an empty name, and where two mean the same measure.
std::vector<std::string> measure_names(const std::string& list);

}  // namespace subintent
