// What tests say about every two runs by a measure, as the page shows it, in few bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compare/score_matrix.h"
#include "render/page/packed.h"
#include "render/run_table.h"

namespace subintent::internal {

// One pair, with numbers of four decimals as whole numbers.
struct ShownPair {
  std::int64_t p = 0;  // 0: below 0.0001
  bool significant = false;
  std::optional<std::pair<std::int64_t, std::int64_t>> interval;  // none: it is infinite
  std::int64_t wins = 0, losses = 0;                              // of the first run

  friend bool operator==(const ShownPair&, const ShownPair&) = default;
};

// Five columns, each with a number for every pair in the order of all_pairs(): 2 p and whether it
// is significant; how wide the interval is, none if it is infinite; how far its two ends together
// are from twice the difference of the means; and how far wins and losses are from those that
// scores in billionths give, rounded to `unit` of them, where 1 is a tie.
NumberPacker tested_numbers(const ScoreMatrix& scores, const TestedGroup& tested,
                            std::size_t measure, std::int64_t unit = 1);

// What tested_numbers() packed, from the scores and means of the page, in billionths; nothing where
// it is not of so many runs.
std::optional<std::vector<ShownPair>> read_tested_numbers(std::span<const PackedNumber> numbers,
                                                          std::span<const PackedNumber> scores,
                                                          std::span<const std::int64_t> means);

}  // namespace subintent::internal
