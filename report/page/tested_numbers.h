// The results of tests of every two runs by a measure, as the page shows them, in few bytes.
#pragma once

#include "compare/score_matrix.h"
#include "report/page/packed.h"
#include "report/run_table.h"

namespace subintent::internal {

// Five columns, each with a number for every pair in the order of all_pairs(): 2 p and whether it
// is significant; how wide the interval is, none if it is infinite; how far its two ends together
// are from twice the difference of the means; and how far wins and losses are from those that
// scores in billionths give, rounded to `unit` of them, where 1 is a tie.
NumberPacker tested_numbers(const ScoreMatrix& scores, const TestedGroup& tested,
                            std::size_t measure, std::int64_t unit);

}  // namespace subintent::internal
