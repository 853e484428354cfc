// Discriminative power: how many pairs of runs a measure finds significantly different [Sakai12
// §4.1].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compare/significance.h"

namespace subintent {

// The p-values of one measure over all pairs of runs of all groups, and what follows from them.
struct DiscriminativePower {
  std::vector<double> p;          // corrected, if asked for
  std::uint64_t significant = 0;  // p < alpha
  std::optional<double>
      delta;  // [Sakai12 Figs. 3 and 5]: over groups the largest (bootstrap) or smallest (tukey)

  // Significant pairs among all, 0 to 1.
  double share() const;
};

enum class Correction { none, holm, bonferroni };

std::vector<double> corrected(std::span<const double> p, Correction correction);

// From the results of one measure, one a group. Corrections are made within a group.
DiscriminativePower discriminative_power(std::span<const TestResult> groups,
                                         const TestSettings& settings, Correction correction);

// Significant pairs of two measures [Sakai12 Table 4]: only of the first / of both / only of the
// second.
struct Overlap {
  std::uint64_t first = 0, both = 0, second = 0;
  // both / any [SakaiSong11 Table 5]; 1 where there is no significant pair.
  double agreement() const;
};

Overlap overlap(const DiscriminativePower& a, const DiscriminativePower& b, double alpha);

// The curve of achieved significance levels: p-values in descending order.
std::vector<double> asl_curve(const DiscriminativePower& power);

}  // namespace subintent
