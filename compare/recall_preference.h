// Which of two rankings users prefer, from the ranks of the relevant documents alone, without a
// measure [Diaz and Ferraro 2022; Diaz 2023; Diaz, Ekstrand and Mitra 2025].
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace subintent::internal {

// The ranks of the relevant documents that a ranking has, ascending, from 1; the others, up to
// `relevant`, are behind all ranks.
struct RelevantRanks {
  std::span<const std::size_t> ranks;
  std::size_t relevant = 0;
};

struct RecallPreference {
  std::string_view name;  // "RPP"
  std::string_view meaning, source;
  // From -1, the second is better, to 1, the first is. Both have the same number of relevant
  // documents, at least 1.
  double (*of)(const RelevantRanks& first, const RelevantRanks& second);
};

std::span<const RecallPreference> recall_preferences();

}  // namespace subintent::internal
