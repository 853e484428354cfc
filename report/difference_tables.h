// The parts of the difference of two scores as tables for programs.
#pragma once

#include "compare/study/difference.h"
#include "report/data_table.h"
#include "report/difference_report.h"

namespace subintent::internal {

std::string_view name_of(PartKind kind);

// Tables "scores", "components", "intents", "nodes", "documents" and "pairs" of one topic.
std::vector<DataTable> topic_difference_tables(std::span<const TopicDifference> differences,
                                               const DifferenceView& view);

// Tables "means" and "topics".
std::vector<DataTable> mean_difference_tables(std::span<const ExplainedMean> means,
                                              const DifferenceView& view);

// Table "groups".
DataTable group_difference_table(std::span<const GroupExposure> exposures,
                                 const DifferenceView& view);

}  // namespace subintent::internal
