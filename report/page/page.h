// An evaluation as one HTML file: it opens without a network, and without JavaScript.
#pragma once

#include <unordered_set>

#include "compare/agreement.h"
#include "compare/analyses/analysis.h"
#include "compare/score_matrix.h"
#include "compare/significance.h"
#include "compare/study/evaluation.h"
#include "compare/study/similarities.h"
#include "core/collection/run.h"
#include "evaluate/scorer.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "report/captions.h"
#include "report/report.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A file that the report is made from.
struct PageFile {
  std::string role, name;  // "judgments", "qrels.txt"
  std::uint64_t size = 0;  // bytes
  std::string sha256;      // 64 digits; empty: it could be read only once, as standard input
};

// The top of a run's ranked lists, by topic of the evaluation.
using TopDocuments = std::vector<std::vector<std::string>>;

// The terms that characterise a node, by topic of the hierarchies and node.
using NodeTerms = std::vector<std::vector<std::vector<std::string>>>;

struct PageRunMetadata {
  std::string run;
  std::vector<RunMetadatum> entries;
};

// The inputs of a report. All must live as long as the call.
struct PageInput {
  std::string version, command;  // of the program; "subintent report ..."
  std::vector<PageFile> files;
  std::vector<PageRunMetadata> run_metadata;  // of the runs that have any
  Remarks remarks;

  const EvaluationData* data = nullptr;
  const Scorer* scorer = nullptr;
  std::vector<std::size_t> topics;     // of the scorer: those to report
  ScoreGroup scores;                   // of these topics
  std::vector<TopDocuments> rankings;  // by run, of all topics of the scorer
  std::uint32_t depth = 0;             // at which they are cut
  std::vector<NodeTerms> terms;        // by hierarchies of `data`; may be empty
  Captions captions;                   // queries, descriptions of intents, texts of documents

  std::optional<Report> slices;                 // what slices_report() makes of `scores`
  std::optional<SimilarityStudy> similarities;  // of relevant documents
  std::optional<Series> deltas;                 // discriminative power at each cutoff of pruning
  std::vector<DeltaShape> shapes;               // hierarchies at each of them

  std::vector<PreferencePool> preferences;  // of users, between runs and topics of `scores`

  // By topic: why the scores of the two shown runs by the first measure differ. May be empty.
  std::vector<std::string> differences;
  std::string open_difference;  // of the topic by whose scores they differ most, with their names

  TestSettings test;  // of every two runs
  Comparison comparison;
  std::optional<double> margin;  // a difference of means that does not matter, if anyone said so
};

// The place in scores.measures of a measure of the scorer, if it is shown.
std::optional<std::size_t> place_of(const Measure& measure, const ScoreGroup& scores);

// The runs that are shown where there is no script, and first where there is: the two best by the
// first measure, or the one there is. Places in scores.runs.
std::vector<std::size_t> shown_runs(const ScoreGroup& scores);

// The page. It says its own size. The same input gives the same bytes.
std::string report_page(const PageInput& input);

// The measures of a report where none are asked for: those of default_measures() and D-nDCG@20,
// which D# is made of. The first is the one by which topics are shown.
std::vector<Measure> usual_page_measures(const MeasureContext& context);

class PageEvaluation {
 public:
  // `topics` are the names of those to report, all if there are none. The data and its scorer must
  // live as long. Throws Error (argument "topics") for one that is not judged or is there twice.
  PageEvaluation(const EvaluationData& data, const Scorer& scorer,
                 std::span<const std::string> topics, std::size_t runs);

  // Scores a run, from any thread; `place` is that among the runs. Throws the errors of
  // Scorer::score().
  void score(std::size_t place, const Run& run);

  // When all runs are scored, once: fills what the report shows of those that are wanted, all if
  // `runs` names none, and says what there is to say of them. Throws Error (argument "runs") for a
  // name that is not there.
  void finish(std::span<const std::string> runs, PageInput& input);

 private:
  struct ScoredRun {
    RunScores scores;
    TopDocuments top;
    RunCounts counts;
    RunOrder order = RunOrder::rank;
  };

  void keep_runs(std::span<const std::string> names);

  const EvaluationData& data_;
  const Scorer& scorer_;
  JudgedTopics judged_;
  std::vector<std::size_t> topics_;
  std::uint32_t depth_;
  std::vector<ScoredRun> runs_;
};

// After finish(): adds other scores, of all runs and topics that the report shows, in the order of
// these measures. Throws the errors of other_scores().
void add_page_scores(const AnalysisValues& values, const std::vector<std::string>& measures,
                     ScoreGroup& scores, Warnings& warnings);

// The effect of cutoffs of pruning on the hierarchies, and on the discriminative power of HD♯-nDCG
// under the test of the report, of the runs and topics that it shows. After finish(); `gains` as in
// MeasureContext. Adds warnings. Throws the errors of score_deltas().
struct PageDeltas {
  std::vector<double> deltas;
  std::vector<Dendrogram> dendrograms;
  HierarchySources sources;  // for messages
  const Gain::Table* gains = nullptr;
};
void add_deltas(const PageDeltas& pruning, std::span<const Run> runs, PageInput& input,
                const ProgressCallback& progress = {});

// The topic by whose scores the two shown runs differ most; the first one without two runs.
std::size_t most_telling_topic(const ScoreMatrix& scores, std::span<const std::size_t> runs);

// Says why the scores of the shown runs by the first measure differ. After finish(). Nothing is
// said of measures that are not the scorer's, or see all runs.
void add_difference_words(std::span<const Run> runs, PageInput& input);

// The documents that a report shows, after finish(): relevant ones, and the top of the lists. Views
// into the input.
std::unordered_set<std::string_view> shown_documents(const PageInput& input);

// The characteristic terms of all nodes, from document vectors. Warns where no document has one.
// Throws the errors of read_vectors().
std::vector<NodeTerms> page_terms(const PageInput& input, const std::vector<Source>& vectors,
                                  Warnings& warnings);

}  // namespace subintent::internal
