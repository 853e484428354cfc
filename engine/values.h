// The inside of public values, for the files that implement them.
#pragma once

#include "compare/agreement.h"
#include "compare/significance.h"
#include "compare/study/evaluation.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/tasks.h"
#include "report/captions.h"
#include "report/run_table.h"
#include "similarity/simhash/fingerprints.h"
#include "subintent/analysis.h"
#include "subintent/collection.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/program.h"
#include "subintent/records.h"
#include "subintent/similarity.h"

namespace subintent {

// Throws Error of an argument where it is wrong.
inline void refuse_if(bool is_wrong, std::string argument, std::string what,
                      std::string advice = {}) {
  if (is_wrong) throw Error::argument(std::move(argument), std::move(what), std::move(advice));
}

// Adds what was found, if anybody wants it.
inline void add(const Warnings& found, Warnings* warnings) {
  if (warnings != nullptr) warnings->insert(warnings->end(), found.begin(), found.end());
}

// The source in memory; a file is decompressed. Throws Error if it cannot be read.
inline Source loaded(const Source& source) {
  if (source.is_memory()) return source;
  return Source::memory(internal::Content(source).bytes(), source.name());
}

}  // namespace subintent

namespace subintent::internal {

// The names of files as messages have them: "a.txt, b.txt".
inline std::string names_of(const std::vector<Source>& files) {
  return join(mapped<std::string>(files, &Source::name), ", ");
}

inline void tell(const RemarksCallback& say, Warnings warnings, Warnings notes = {}) {
  if (say) say({std::move(warnings), std::move(notes)});
}

Captions captions_of(const Texts& texts, const TopicCaptions& topics);
TopicCaptions captions_of(const TopicDescriptions& topics);

// Reads a run. The name of a file's is the one that was given, or else its tag or its file. Throws
// the errors of read_run().
Run read_run_file(const RunFile& file, ListScores scores = ListScores::left_out);
Run read_given(const AnyRun& run, ListScores scores = ListScores::left_out);

// Reads runs in parallel. Throws the same, and Error where two have one name.
std::vector<Run> read_runs(const std::vector<AnyRun>& runs,
                           ListScores scores = ListScores::left_out);

// Sets the values, NaN where a measure does not apply to a topic, and what applies.
void set_values(const RunScores& run, Scores& scores);

// The measures that apply to a topic; null if all apply to all topics.
Applicability applicability_of(const Scores& scores);

enum class Draws { joined, apart };

// How scores become groups: by the measures named and the gold standards, by all if none are named.
struct ScoreGrouping {
  std::vector<std::string> measures = {};
  MissingScores missing = MissingScores::error;
  std::vector<std::string> gold = {};
  Draws draws = Draws::joined;
  std::optional<std::string> truth = {};  // a judge: topics that it has no scores for are left out
};

// The groups of a table, and of some scores, of which there is one at least. Says what is joined,
// left out and filled in; `places` are what messages call those of the table. Throws the errors of
// analyses.
std::vector<ScoreGroup> score_groups(ScoreTable table, const ScoreGrouping& by,
                                     std::string_view places, const RemarksCallback& say);
std::vector<ScoreGroup> score_groups(const std::vector<Scores>& scores, const ScoreGrouping& by,
                                     Warnings& warnings);

// A value for each run of a group.
std::vector<Scores> scores_of(const ScoreGroup& group);

// Views into the tasks.
std::unordered_set<std::string_view> documents_of(const std::vector<ClusterTask>& tasks);

// Throws Error, with the name of the argument, for what documents of a kind cannot be compared by.
void check(const ClusterOptions& options, DocumentSimilarity::Kind kind);

// Checked.
TopicViewOptions view_of(const ClusterOptions& options, DocumentSimilarity::Kind kind);

DocumentSimilarity::Kind kind_of(const AnySimilarity& similarity);

std::vector<Dendrogram> cluster_all(const std::vector<ClusterTask>& tasks,
                                    const DocumentSimilarity& documents,
                                    const ClusterOptions& options,
                                    const ProgressCallback& progress);

// The gains of inputs. Throws the errors of check_inputs().
Gain::Table checked_gains(const EvaluationInputs& inputs);

// The data that measures refer to: `gains` are of the inputs, and outlive the measures.
MeasureContext context_of(const EvaluationInputs& inputs, const Gain::Table& gains);

// The judgments that are to be read; of values, inputs that make them again.
JudgmentInputs judgment_inputs(const AnyJudgments& judgments);

// Whether there is anything to read, or a value.
bool are_given(const AnyJudgments& judgments);

// The files of the judgments of intents; of values none.
std::vector<Source> qrels_files(const AnyJudgments& judgments);

// Reads what these measures are computed from, and says of it what check_evaluation() does. Throws
// the errors of the readers, and that of check_evaluation().
EvaluationData read_evaluation(const EvaluationInputs& inputs, std::span<const Measure> measures,
                               Remarks& remarks);

// "significance": a test by its name.
AnalysisOption significance_option(std::string meaning);

// alpha, trials, seed, correction and family, as `compare significance` has them.
std::vector<AnalysisOption> settings_of_tests();

// The test of these values, the default where none is named; and what is compared and corrected,
// with those baselines that there are options for.
TestSettings significance_test(const AnalysisValues& values);
Comparison significance_comparison(const AnalysisValues& values);

// Sets what options say, but no delta and probabilities; superintents are read. Throws Error for
// rules that make no sense, and the errors of the reader.
void set_building(HierarchyOptions& building, const subintent::HierarchyOptions& options);

// Throws Error for what says how dendrograms are pruned, where there are none.
void require_no_pruning(const subintent::HierarchyOptions& options);

}  // namespace subintent::internal

namespace subintent {

struct ScoredRuns::Data {
  internal::ScoreSet set;
  Remarks remarks;
};

struct Judgments::Data {
  std::shared_ptr<const internal::Judgments> judgments;
  Warnings warnings;
  JudgmentInputs inputs;  // but for rows, which are in the judgments
};

namespace internal {

// The friend of public classes.
struct Inside {
  static const Judgments& of(const subintent::Judgments& judgments) {
    return *judgments.data_->judgments;
  }
  static std::shared_ptr<const Judgments> shared(const subintent::Judgments& judgments) {
    return judgments.data_->judgments;
  }
  static subintent::Judgments judgments(std::shared_ptr<const Judgments> shared, Warnings warnings,
                                        JudgmentInputs inputs);
  static const DocumentSimilarity& of(const Similarity& similarity) {
    return *similarity.documents_;
  }
  static std::shared_ptr<const DocumentSimilarity> shared(const Similarity& similarity) {
    return similarity.documents_;
  }
  static const Run& of(const subintent::Run& run) { return *run.run_; }
  static auto of(const DuplicateGroups& duplicates) {
    return std::pair(duplicates.name_, duplicates.groups_);
  }
  static Similarity similarity(DocumentSimilarity similarity) {
    return Similarity(std::move(similarity));
  }
  static ScoredRuns scored(ScoreSet set, Remarks remarks);
  static const ScoreSet& of(const ScoredRuns& runs) { return runs.data_->set; }
  // These live as long as the evaluator.
  static const EvaluationData& data(const Evaluator& evaluator);
  static const Scorer& scorer(const Evaluator& evaluator);
  static const Gain::Table& gains(const Evaluator& evaluator);
  static subintent::Run run(Run run) { return subintent::Run(std::move(run)); }
  static const FingerprintTable& of(const Fingerprints& fingerprints) {
    return *fingerprints.table_;
  }
};

// For judgments and documents without a docno in common.
inline constexpr std::string_view same_docnos_advice =
    "write docnos in the judgments as the documents have them: those of the files of a folder are "
    "their paths in it, or only their names, with or without the ending";
std::string advice_on_docnos(const std::set<std::string_view>& wanted, const Source& documents);

}  // namespace internal

}  // namespace subintent
