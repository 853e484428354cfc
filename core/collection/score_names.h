// Names that mean something else in tables of scores than a topic or a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Is it a topic under which evaluation tools give means ("all", "amean"), or people a mean, a
// median or a deviation ("Average", "std")? In upper or lower case.
bool is_statistic(std::string_view topic);

// Is this what people call the column of topics of a list of scores: "topic", "qid"?
bool is_topic_heading(std::string_view heading);

// Is this what they call a column of runs: "run", "system"?
bool is_run_heading(std::string_view heading);

// Why the column of a topic x run matrix with this heading holds no scores of a run, to be read
// after "the column ..."; nothing where it does.
std::optional<std::string> run_column_defect(std::string_view heading);

// The advice about such a column.
inline constexpr const char* run_column_advice =
    "write topics in the first column and a run in each other one (pandas: index=False), or "
    "rename the run";

}  // namespace subintent::internal
