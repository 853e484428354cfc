// The evaluation behind a report: runs are scored one by one, and of each only the top of its lists
// is kept.
#pragma once

#include <unordered_set>

#include "compare/analyses/analysis.h"
#include "core/collection/run.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "report/page/page.h"
#include "subintent/basics.h"

namespace subintent::internal {

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

// Why the scores of two runs by the first measure differ, by topic of the report. After finish().
// Nothing is said of measures that are not the scorer's, or see all runs.
std::vector<std::string> difference_words(const PageInput& input, std::span<const Run> runs);

// The documents that a report shows, after finish(): relevant ones, and the top of the lists. Views
// into the input.
std::unordered_set<std::string_view> shown_documents(const PageInput& input);

// The characteristic terms of all nodes, from document vectors. Warns where no document has one.
// Throws the errors of read_vectors().
std::vector<NodeTerms> page_terms(const PageInput& input, const std::vector<Source>& vectors,
                                  Warnings& warnings);

}  // namespace subintent::internal
