// Scores as `subintent evaluate` writes them: means with marks of significance and confidence
// intervals, as tables and in all its formats.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subintent/analysis.h"
#include "subintent/captions.h"
#include "subintent/evaluate.h"
#include "subintent/export.h"
#include "subintent/progress.h"
#include "subintent/records.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

// The options of `subintent evaluate` that say what is made of scores, and its tables.
const AnalysisRecord& evaluate_record();

// Throws Error for values that do not go together, of so many runs and measures.
void check_score_tables(const AnalysisValues& values, std::size_t runs, std::size_t measures);

// What is made of scores.
struct ScoreTables {
  std::vector<Table> tables;  // "pairs" where a test was asked for, and "intervals"
  std::string text;           // in the format that was asked for
  Warnings warnings;
};

// What texts of tables show beside scores.
struct ScoreTableLayout {
  TopicCaptions captions = {};  // their queries stand beside topics
  std::size_t width = 0;        // of the terminal, in columns; 0: no limit
};

// Makes tables of scores, with values of the options of evaluate_record() by their names. Throws
// Error for values that make no sense, for fewer than two runs to test, for a baseline that is not
// there, and for names that the format cannot hold.
ScoreTables score_tables(const ScoredRuns& runs, const OptionValues& values = {},
                         const ScoreTableLayout& layout = {},
                         const ProgressCallback& progress = {});
ScoreTables score_tables(const ScoredRuns& runs, const AnalysisValues& values,
                         const ScoreTableLayout& layout = {},
                         const ProgressCallback& progress = {});

}  // namespace subintent
