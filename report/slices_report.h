// Scores by slices of topics: means, and where the order of two runs is another than over all.
#pragma once

#include "compare/score_matrix.h"
#include "core/collection/topics.h"
#include "report/report.h"
#include "report/run_table.h"

namespace subintent::internal {

const TableRecord& slices_record();
const TableRecord& reversals_record();

struct SlicedScores {
  std::vector<std::string> runs, topics, measures;
  // None where the measure does not apply to the topic.
  std::function<std::optional<double>(std::size_t measure, std::size_t topic, std::size_t run)> at;
};

// The result refers to the argument.
SlicedScores sliced(const ScoreGroup& group);
SlicedScores sliced(const ScoreSet& set);

// Both tables, and what people read. Slices are a path, or lines of such a file with their ends.
// Intervals are of confidence 1 - alpha, by Student's t. Throws the errors of read_slices(), and
// Error, naming the file, where no topic of a slice has scores.
Report slices_report(const std::string& slices, const SlicedScores& scores, double alpha);

}  // namespace subintent::internal
