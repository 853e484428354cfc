// Analyses by name: what `subintent compare` and `subintent explain` do with files, with values.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subintent/compare.h"
#include "subintent/dendrogram.h"
#include "subintent/evaluate.h"
#include "subintent/export.h"
#include "subintent/judgments.h"
#include "subintent/progress.h"
#include "subintent/records.h"
#include "subintent/run.h"
#include "subintent/scores.h"
#include "subintent/similarity.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

struct AnalysisRecord {
  std::string name;     // "significance"; of a series with the analysis it makes of each setting:
                        // "pooling significance"
  std::string command;  // of the command line that makes it: "compare"
  std::string summary;  // what it says, a phrase
  std::string source;   // papers and sections
  bool of_scores = false;  // takes scores; else judgments and what the header of its page says
  std::vector<AnalysisOption> options;
  std::vector<TableRecord> tables;  // those that it can give; some only where they are asked for
};

// All analyses there are, in the order of the command line's help.
const std::vector<AnalysisRecord>& analyses();

// What analyses are made from. Those of scores take scores; pooling and placebo judgments and two
// runs or more, difference, losses and redundancy judgments and one run or more, delta also
// dendrograms, leave-out the same; judgments two sets of them, hierarchies two of those, both with
// runs or without; judges judgments of people, as the second those of a model, and runs;
// similarities judgments, and similarities or dendrograms; overlap runs alone, with their scores
// where equal ones are ties; battles preferences, with scores or without.
struct AnalysisSources {
  std::vector<Scores> scores = {};
  std::vector<std::string> measures = {};  // of scores; none: all
  MissingScores missing = MissingScores::error;
  std::vector<PreferencePool> preferences = {};
  std::optional<Judgments> judgments = {}, second_judgments = {};
  std::vector<Hierarchy> hierarchies = {}, second_hierarchies = {};  // that are compared
  EvaluatorOptions evaluation = {};
  std::vector<Judgments> more_judgments = {};  // of judgments, beside the two
  std::vector<Run> runs = {}, pooled = {};
  // Of losses: what answers hold, judged as documents that have the names of runs.
  std::optional<Judgments> answers = {};
  std::vector<Dendrogram> dendrograms = {};
  std::optional<Source> superintents = {};
  std::map<std::string, Similarity> similarities = {};  // by what tables call them
};

struct AnalysisTables {
  std::vector<Table> tables;  // by the names of their records
  Warnings warnings;
};

// Makes an analysis, with values of its options by their names; those that are left out have their
// defaults. Throws Error for an analysis or option that there is not, for values outside their
// range, for inputs that are missing (argument "scores", "runs", "judgments", ...), and where there
// is nothing to compare.
AnalysisTables analyse(const std::string& name, const AnalysisSources& sources,
                       const std::map<std::string, AnalysisValues::Value>& values = {},
                       const ProgressCallback& progress = {});

}  // namespace subintent
