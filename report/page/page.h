// An evaluation as one HTML file: it opens without a network, and without JavaScript.
#pragma once

#include "compare/agreement.h"
#include "compare/analyses/analysis.h"
#include "compare/score_matrix.h"
#include "compare/significance.h"
#include "compare/study/evaluation.h"
#include "compare/study/similarities.h"
#include "core/collection/run.h"
#include "evaluate/scorer.h"
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

// What a run's file says about itself.
struct PageRunMetadata {
  std::string run;
  std::vector<RunMetadatum> entries;
};

// What a report is made from. All of it must live as long as the call.
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

}  // namespace subintent::internal
