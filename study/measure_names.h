// Measures of scores by the names that people ask for.
#pragma once

#include <string>
#include <vector>

#include "trec/score_table.h"

namespace subintent::internal {

// Measures get the names by which they are asked for, where those mean the same.
void rename_measures(ScoreTable& table, const std::vector<std::string>& asked);

}  // namespace subintent::internal
