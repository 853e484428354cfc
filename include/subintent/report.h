// An evaluation as one HTML page, as `subintent report` writes it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "subintent/analysis.h"
#include "subintent/cluster.h"
#include "subintent/evaluate.h"
#include "subintent/export.h"
#include "subintent/progress.h"
#include "subintent/records.h"
#include "subintent/run.h"
#include "subintent/scores.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

// The options of `subintent report` that say what is made of what it shows.
const AnalysisRecord& report_record();

// The names of the measures of a list, as the command line takes it, or those of a report where
// there are none: those of [Dou19 Table 4] at 20 and what D# is made of. Throws the errors of
// Evaluator for them. Nothing is read.
std::vector<std::string> report_measures(const std::vector<std::string>& lists,
                                         const EvaluationInputs& inputs);

// A file that the page names with its size and SHA-256: its path, and what it holds, "judgments".
struct ReportFile {
  std::string role, path;
};

struct ReportInputs {
  Evaluator evaluator;                           // by whose first measure topics are shown
  std::vector<std::variant<Run, RunFile>> runs;  // of different names; files are read again
  std::vector<std::string> topics = {};          // names of those to report; none: all
  std::vector<std::string> wanted_runs = {};     // likewise, of runs
  std::vector<Source> texts = {};                // of documents, as read_texts() takes them
  std::vector<Source> vectors = {};  // of documents: nodes are shown with characteristic terms
  std::optional<Source> dendrograms = {};        // of the intents: what cutoffs make of them
  std::vector<PreferencePool> preferences = {};  // of users, between the runs
  ClusterOptions view = {};  // how documents are compared where the evaluator has a similarity
  std::vector<ReportFile> files = {};
  std::string command = {};  // that the page says it was made by
};

struct ReportPage {
  std::string html;
  Remarks remarks;  // those of the evaluator among them
};

// Makes the page; the same input makes the same bytes. `say` is told the remarks when all runs are
// scored. Throws the errors of Evaluator and of reading, and Error for two runs of one name, a
// topic or run that is not there (arguments "topics" and "runs"), and values that make no sense.
ReportPage report(const ReportInputs& inputs, const OptionValues& values = {},
                  const RemarksCallback& say = {}, const ProgressCallback& progress = {});
ReportPage report(const ReportInputs& inputs, const AnalysisValues& values,
                  const RemarksCallback& say = {}, const ProgressCallback& progress = {});

// A page that shows what differs between two reports, by the paths of their pages or as text:
// means, ranks, significance and topics. Runs, topics and measures are matched by their names.
// Throws Error for what is not a report, is one of another version, and for two that have nothing
// in common.
std::string compare_reports(const Source& before, const Source& after);

}  // namespace subintent
