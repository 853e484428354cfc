// Measures, and scores of runs by them.
#pragma once

#include <variant>

#include "subintent/basics.h"
#include "subintent/collection.h"
#include "subintent/similarity.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

namespace internal {
struct Inside;
}  // namespace internal

// A measure with its parameters and its cutoff, as it is asked for by name.
class Measure {
 public:
  // Takes the names of papers ("HD#-nDCG_WI@20"), of ndeval ("strec@20") or an expression of Python
  // ("alpha_nDCG(alpha=0.9)@20"); docs/measures.md has them. Throws Error (argument "measures") for
  // a name that is not known, and for parameters that the measure does not have.
  explicit Measure(const std::string& name);

  Measure(const Measure&) = default;  // to move is to copy
  Measure& operator=(const Measure&) = default;

  const std::string& name() const { return name_; }  // as it was given

  // The one spelling that is an expression of Python in the grammar of ir_measures, without what is
  // at its default: "HD_sharp_nDCG(hierarchy='WI',gamma=0.3)@20".
  const std::string& identifier() const { return identifier_; }

  // By meaning: the same measure with the same parameters, however written.
  friend bool operator==(const Measure& a, const Measure& b) {
    return a.identifier_ == b.identifier_;
  }

 private:
  std::string name_, identifier_;
};

struct MeasureParameter {
  std::string name;  // as in identifiers
  std::string meaning;
  std::string values;              // "0 to 1", "log2|jk"
  std::string default_value;       // "0.5"; may be a remark, "the highest judged"
  std::vector<std::string> words;  // the values of one that is not a number
  bool is_whole = false;           // of a number
  bool is_text = false;            // neither number nor word, as the name of an attribute
  double least = 0, most = 0;      // of a number
};

// A measure that can be asked for, without parameters and cutoff. The layer-aware forms (-LA) and
// those with redundancy (_RA, ...) are measures of their own.
struct MeasureDescription {
  std::string name;        // as the papers print it, "alpha-nDCG-LA"; "(graded)" is part of a name
  std::string identifier;  // "alpha_nDCG_LA"
  bool is_graded = false;  // takes graded=True, as the identifier alone is another measure
  std::vector<std::string> other_names = {};
  std::string family, formula;
  std::string source;  // paper and section
  std::vector<MeasureParameter> parameters = {};
  bool on_topic = false;          // sees topic-level judgments, not intents
  bool needs_hierarchy = false;   // takes hierarchy='NAME'
  bool needs_similarity = false;  // of documents
  bool needs_groups = false;      // of documents; takes attribute='NAME'
};

// All measures, by family.
std::vector<MeasureDescription> all_measures();

// The list of measures as text for a terminal, with all parameters; options stand in backquotes.
std::string measure_list();

// The scores of one run: measures x topics, in the order of the evaluator.
struct Scores {
  std::string run;
  std::vector<std::string> measures, topics;
  std::vector<double> values;  // values[measure * topics.size() + topic]; NaN where there is none
  // By topic: has the run a list for it? Of scores that no Evaluator gave: has it a score by every
  // measure that the run has scores by?
  std::vector<bool> answered;
  Warnings warnings;  // topics without a list, lists without a judged document, ...
  // In the order of the values: does the measure apply to the topic? Measures of groups do not
  // where no document is known to be in a group; the value is NaN there. Empty: all do.
  std::vector<bool> applicable = {};
  // By measure: who judged it, and in which of several draws; each empty where that is not named.
  // The names of such measures are made of it: "JUDGE:MEASURE draw DRAW". No lists: of no measure.
  std::vector<std::string> judges = {}, draws = {};

  // Throws Error where the measure or the topic is not there.
  bool applies(std::size_t measure, std::size_t topic) const;

  // By their places or their names, which are compared by meaning. Throws Error where one is not
  // there.
  double value(std::size_t measure, std::size_t topic) const;
  double value(std::string_view measure, std::string_view topic) const;
  // The mean over all topics that the measure applies to (0 if there are none); those that the run
  // lacks, and values of NaN, count 0.
  double mean(std::size_t measure) const;
  double mean(std::string_view measure) const;
};

// Reads scores in the formats that evaluation tools write (docs/formats.md), detected from what a
// file holds; means over topics are left out. One value for each run of each file, in the order of
// first scores. All runs of a file have the same measures, in the order of their first scores, and
// topics, in label order; NaN stands where a run lacks a score. Rows of a matrix that are left out
// as means are named in `warnings`.
//
// Throws Error, naming file and line, for files that fit no format, or two while `format` does not
// say which; for values that are not finite or beyond 1e100 (or nearer to 0 than 1e-100); for the
// same score twice in a file with two values; for files with means only, and empty files.
std::vector<Scores> read_scores(const std::vector<Source>& sources,
                                ScoreRunName run_name = ScoreRunName::automatic,
                                ScoreFormat format = ScoreFormat::automatic,
                                Warnings* warnings = nullptr);

struct ScoreRow {
  std::string run, topic, measure;
  double value = 0;
  std::string judge = {}, draw = {};  // where they are named
};

// Makes the same of scores in any order, as of a file called `name`: topics named as
// statistics ("all", "Average", "std") are left out and named in `warnings`, but for "all" and
// "amean", and so are values of NaN. Throws Error, naming the number of the row from 1, for names
// that are empty, hold control characters or are not UTF-8, values that no file may have, and a
// score that is there twice with two values; and where there are none.
std::vector<Scores> make_scores(const std::vector<ScoreRow>& rows,
                                const std::string& name = "scores", Warnings* warnings = nullptr);

// Lines "run topic measure value" with a heading, which read_scores() takes.
std::string score_lines(const std::vector<Scores>& scores);

// Puts rows made of {run: {measure: {topic: value}}} in order where names of measures are in
// another level; without a measure, of {run: {topic: value}}, it is "score". Notes in `warnings`
// which are which where no measure is known. Throws Error where topics seem to be in their place.
void order_levels(std::vector<ScoreRow>& rows, Warnings* warnings = nullptr);

// Puts rows made of (run, topic, measure, value) in order where the measure is before the topic.
// Throws Error where topics or measures seem to be in the place of runs.
void order_columns(std::vector<ScoreRow>& rows);

// Are the columns of a table with a row for each topic measures of one run, as all their names say?
// Else they are to be runs: throws Error, naming `name`, where one seems to hold topics, a measure
// or a statistic, and where the table lies on its side.
bool has_measure_columns(const std::string& heading, const std::vector<std::string>& columns,
                         const std::vector<std::string>& topics,
                         const std::string& name = "scores");

// Standardised scores: (score - mean over the runs) / standard deviation (n - 1), topic by topic
// and measure by measure [Webber eq. 8]; 0 where all runs have the same score. Runs of one group
// are next to each other. Throws the errors of analyses.
std::vector<Scores> standardised(const std::vector<Scores>& scores,
                                 MissingScores missing = MissingScores::error);

// The least number of topics for a design: power is that of the noncentral distributions of t and
// F. Throws Error of the member that is outside its range.
TopicSetSize topic_set_size(const TopicSetDesign& design);

// A value, or the files that it is read from when it is needed.
using AnyJudgments = std::variant<JudgmentInputs, Judgments>;
using AnyHierarchies = std::variant<std::vector<Hierarchy>, Source>;  // of nuggets, too
using AnySimilarity = std::variant<SimilarityFiles, Similarity>;

// Hierarchies, and the name that measures have for them, free of "@(),_".
struct NamedHierarchies {
  std::string name;
  AnyHierarchies hierarchies;
};

struct EvaluationInputs {
  AnyJudgments judgments = {};
  std::vector<NamedHierarchies> hierarchies = {};  // names differ
  AnySimilarity similarity = {};                   // of documents, for measures such as M_RA
  std::optional<std::int32_t> max_grade = {};      // of ERR; none: the highest grade judged
  std::map<int, double> gains = {};  // by grade (from 1), above 0; else the grade itself
  // By the names that measures use, free of "@(),+": for measures of group fairness.
  std::map<std::string, GroupAttribute> groups = {};
  // Documents that are duplicates of others: in a list, one below another of its group is not
  // relevant, or leaves the list; in an ideal list a group is one document.
  std::optional<DuplicateGroups> duplicates = {};
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;
  // Nobody has asked for the measures by name: those that the other inputs do not allow are left
  // out.
  bool usual_measures = false;
};

// The measures of answers that nuggets are assigned to, where none are named: those of nuggetizer.
const std::vector<std::string>& answer_measures();

// The names of the measures of a list, as the command line takes it, or those of [Dou19 Table 4] at
// 20 where there are none. Those that files of other scores hold are left out, for which these are
// read; nothing else is. Throws the errors of Evaluator for the others.
std::vector<std::string> measures_of(const std::vector<std::string>& lists,
                                     const EvaluationInputs& inputs,
                                     const std::vector<std::string>& scores = {});

// Throws Error for inputs that no evaluation takes: names of hierarchies and of attributes of
// groups (arguments "hierarchy" and "groups"), "gains", "max_grade", files of similarity as check()
// does, and "duplicates_as" without duplicates. Nothing is read.
void check_inputs(const EvaluationInputs& inputs);

// Gains of grades as the command line takes them: "1=1,2=3,3=7". Throws Error of argument "gains".
std::map<int, double> gains_named(const std::string& text);

// A run to be read and scored.
struct RunFile {
  Source source;
  std::optional<std::string> name = {};  // none: that of the file
  bool named_by_tag = false;             // or, where there is one, the tag
  RunOrder order = RunOrder::rank;
  OnDuplicate on_duplicate = OnDuplicate::error;
};

using AnyRun = std::variant<Run, RunFile>;

// The runs of a table, or of records, whose column "run" names several, each in memory with its
// name; else the file. Throws Error if it cannot be read.
std::vector<RunFile> runs_of(const RunFile& file);

// Takes the topics of the runs if no judgments are given: all are read, and stand in the place of
// their files. Throws the errors of reading.
void take_topics(EvaluationInputs& inputs, std::vector<AnyRun>& runs);

// The scores of several runs by the same measures for the same topics. Cheap to copy.
class ScoredRuns {
 public:
  // Throws Error (argument "scores") where there are none, or their measures or topics differ.
  static ScoredRuns of(const std::vector<Scores>& scores);

  std::vector<Scores> scores() const;
  std::vector<std::string> runs() const;
  // The remarks on all runs. Scores that were put together keep the remarks they came with.
  const Remarks& remarks() const;

 private:
  friend struct internal::Inside;
  struct Data;
  explicit ScoredRuns(std::shared_ptr<const Data> data);
  Shared<const Data> data_;
};

// Scores runs, with all that depends on the judgments computed once. Cheap to copy; may be used by
// several threads at once.
class Evaluator {
 public:
  // Names of measures as Measure takes them: "D#-nDCG@20", "alpha_nDCG(alpha=0.7)@20", also with
  // one of their own before them, "mine=P@5". Those of one spelling are scored once. `say` is told
  // what there is to say of the inputs before runs can be scored. Throws Error (argument
  // "measures") for a name that is not known, the errors of check_inputs() and of reading, and
  // Error for hierarchies that lack a topic with relevant documents, and for similarities that have
  // none of the relevant documents.
  Evaluator(const EvaluationInputs& inputs, const std::vector<std::string>& measures,
            const RemarksCallback& say = {});

  std::vector<std::string> measures() const;
  std::vector<std::string> topics() const;  // in label order
  Judgments judgments() const;
  // The inputs as values that depend on no file.
  EvaluationInputs inputs() const;
  // Remarks on the judgments, and on hierarchies and similarities that do not fit them.
  const Remarks& remarks() const;
  Warnings warnings() const { return remarks().all(); }
  // The queries and intents that topics were given with.
  TopicCaptions captions() const;

  // Topics of the run may carry a track's prefix ("wt09-12"). Lists are cut at `depth` documents.
  // Throws Error where none of the topics is judged.
  Scores score(const Run& run, std::size_t depth = all_documents) const;

  // Scores runs held by the caller, in parallel. Long lists are sorted only down to the deepest
  // cutoff. Throws the errors of Run::scored() for the first run that has one, without checking
  // names below that cutoff.
  std::vector<Scores> score(std::span<const RunView> runs, std::size_t depth = all_documents) const;

  // Reads, scores and forgets runs, on all threads: memory holds a few of them at a time.
  ScoredRuns score(std::span<const AnyRun> runs, bool answered_topics = false,
                   std::size_t depth = all_documents, const ProgressCallback& progress = {}) const;

  // Scores answers: each judged document is one, the list of a system of its name for each topic
  // where it is judged. Throws Error for files without nuggets that were assigned to answers.
  ScoredRuns score_answers(bool answered_topics = false) const;

 private:
  friend struct internal::Inside;
  struct Data;
  Shared<const Data> data_;
};

// A tool of TREC or NTCIR whose output can be made, digit for digit.
struct EvaluationTool {
  std::string name;                 // "ndeval"
  RunOrder order = RunOrder::rank;  // how it reads runs
  bool on_topics = false;           // sees topic-level judgments alone
  bool weighs_intents = false;      // by their probabilities
  bool names_runs = false;          // in its output
};

// ndeval, trec_eval, gdeval and ntcireval.
const std::vector<EvaluationTool>& evaluation_tools();

// A tool has no use for the options of others.
struct ToolOptions {
  // For trec_eval, as its -m has them: "map", "P.5,10"; none: "official". For ntcireval, the files
  // to write: "Dnev", "DINnev", "nevIA2", "PQsharp.nev"; none: all. Others take none.
  std::vector<std::string> measures = {};
  bool per_topic = false;   // of trec_eval, its -q
  bool all_topics = false;  // means are over all judged topics; ntcireval has no means
  // Cuts all lists, 1 or more; of gdeval (else 20) and ntcireval (else 10) it is the cutoff of
  // measures.
  std::optional<std::size_t> depth = {};
  std::int64_t min_grade = 1;            // of trec_eval: the lowest grade that is relevant
  double alpha = 0.5, beta = 0.5;        // of ndeval: redundancy intolerance, patience of NRBP
  std::optional<RunFile> baseline = {};  // of ndeval, which prints differences to it
  // For ndeval, which prints it as written here: a loss against it weighs 1 + this number.
  std::string risk_alpha = "0";
};

// Throws Error for a tool that there is not (argument "tool"), for values that it does not take
// ("m", as trec_eval calls measures, "depth", "min_grade", "alpha", ...), and for measures where it
// takes none ("measures").
void check_tool(const std::string& tool, const ToolOptions& options);

// The output of the tool for runs, which should be in its order; ntcireval takes one. `say` is told
// what there is to say of judgments, and then of runs. Throws the errors of check_tool(), of
// check_inputs() and of reading, and Error for names with control characters.
std::string tool_output(const std::string& tool, const EvaluationInputs& inputs,
                        const std::vector<RunFile>& runs, const ToolOptions& options = {},
                        const RemarksCallback& say = {}, const ProgressCallback& progress = {});

}  // namespace subintent

namespace std {

// By meaning, as == is.
template <>
struct hash<subintent::Measure> {
  size_t operator()(const subintent::Measure& measure) const {
    return hash<string>()(measure.identifier());
  }
};

}  // namespace std
