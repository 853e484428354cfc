// Scores of lists that have ranks alone: 1 / rank.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "collection/line_kernel.h"

namespace subintent::internal {

// As Anserini turns runs of MS MARCO into those of TREC.
inline double score_of_rank(std::int64_t rank) {
  return 1 / std::max(0.5, static_cast<double>(rank));
}

inline void set_scores_of_ranks(std::span<RankedLine> lines) {
  for (RankedLine& line : lines) line.score = score_of_rank(line.rank);
}

// Gives a batch of lines at most the scores of the ranks behind `before`. Several are divided at
// once, for to divide one after the other takes as long as to read a name.
inline void set_scores_of_next_ranks(std::span<RankedLine> lines, double before) {
  std::array<double, LineKernel::batch> scores;
  const auto count = static_cast<std::int32_t>(lines.size());
  double* score = scores.data();
  for (std::int32_t i = 1; i <= count; ++i) *score++ = 1 / (before + i);
  for (std::size_t i = 0; i < lines.size(); ++i) lines[i].score = scores[i];
}

}  // namespace subintent::internal
