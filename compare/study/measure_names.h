// Measures of scores by the names that people ask for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/collection/score_table.h"

namespace subintent::internal {

// Measures get the names by which they are asked for, where those mean the same, and the table says
// of which less is better.
void resolve_measures(ScoreTable& table, const std::vector<std::string>& asked);

// Each name is replaced by the first of `known` that means the same measure, if there is one.
std::vector<std::string> known_names(std::vector<std::string> names,
                                     std::span<const std::string> known);

// "P@5 is listed twice", or "rbp@5 and RBP@5 are the same measure"; nothing where all names mean
// different measures.
std::optional<std::string> repeated_measure(std::span<const std::string> names);

}  // namespace subintent::internal
