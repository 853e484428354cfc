// The differences of a pair of runs, what all tests need of them, and the tests without trials.
#pragma once

#include <limits>

#include "compare/significance.h"

namespace subintent::internal {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tie = 1e-9;  // values that differ by less are equal

struct PairDifferences {
  std::vector<double> z;  // by topic
  double mean = 0;        // exactly 0 where it is 0 up to rounding
  double deviation = 0;   // n - 1; exactly 0 where all z are the same up to rounding
  double scale = 0;       // the largest absolute score of the two runs

  PairDifferences(const ScoreMatrix& scores, RunPair pair);

  // Is there anything that a test could find?
  bool testable() const { return z.size() > 1 && mean != 0; }
  // t(z) of [Sakai12 Fig. 2], squared; infinite without deviation.
  double squared_t() const;
  // Everything of a result but p and the interval, which is set to all numbers.
  PairTest description() const;
  // Sets the interval of a result. Ends that are 0 up to rounding are exactly 0, so that rounding
  // does not decide whether an interval holds 0.
  void set_interval(PairTest& result, double low, double high) const;
  // The differences that are no ties: those of more than 1e-9, ascending.
  std::vector<double> untied() const;
};

// The index, from 0, of the value that ends the upper share alpha of `trials` values in descending
// order: the floor(trials * alpha)-th largest. None if that is 0.
std::optional<std::size_t> borderline_index(std::uint64_t trials, double alpha);

// The two-sided p-value; 1 if there are neither wins nor losses.
double sign_test(std::uint64_t wins, std::uint64_t losses);

}  // namespace subintent::internal
