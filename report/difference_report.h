// The difference of two runs, or of a run and the ideal lists, as text and tables.
#pragma once

#include "compare/significance.h"
#include "compare/study/difference.h"
#include "report/captions.h"
#include "report/report.h"
#include "subintent/records.h"

namespace subintent::internal {

struct DifferenceView {
  std::string a, b;  // names of the runs; b is empty against the ideal lists
  Captions captions = {};
  std::size_t limit = 10;  // rows of each table in the text; 0: all
  std::size_t width = 80;  // columns of the text
  bool colour = false;     // ANSI escape sequences
};

// All tables of the reports.
std::span<const TableRecord> difference_records();

// Reports one topic by some measures. Tables "scores", "components", "intents", "nodes",
// "documents" and "pairs".
Report topic_difference_report(std::span<const TopicDifference> differences,
                               const DifferenceView& view);

// A difference of means by a measure, and some topics that make it: the first of mean.topics.
struct ExplainedMean {
  std::string measure;
  MeanDifference mean;
  std::optional<ComparedPair> tested = {};  // over topics, by `test`; none against the ideal lists
  TestSettings test = {};
  std::vector<TopicDifference> topics;
};

// Tables "means" and "topics", of those that are explained. On paper: means by measure, and topics.
Report mean_difference_report(std::span<const ExplainedMean> means, const DifferenceView& view);

// Adds what groups of documents get in both lists, where there are any: table "groups".
void add_groups(std::span<const GroupExposure> exposures, const DifferenceView& view,
                Report& report);

}  // namespace subintent::internal
