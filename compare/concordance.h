// The concordance test: which of two measures agrees more often with gold standards where they
// disagree with each other [Sakai12 §4.2, Fig. 6].
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compare/score_matrix.h"

namespace subintent::internal {

// Which of two measures agrees more often with gold standards where they disagree with each other
// [Sakai12 §4.2, Fig. 6].
struct MeasureConcordance {
  std::vector<std::string> gold;  // measures, with all of which an agreement must be
  std::string measure1, measure2;
  std::uint64_t disagreements = 0;           // pairs of ranked lists that the two order differently
  std::uint64_t correct1 = 0, correct2 = 0;  // of these: agreements with the gold standards
  double concordance1 = 0, concordance2 = 0;  // correct / disagreements; 0 if there are none
  std::uint64_t only1 = 0, only2 = 0;         // one of the two agrees, the other does not
  double p = 1;                               // two-sided sign test of only1 against only2
};

// Which run is better for a topic: 1 the first, -1 the second, 0 for a difference of at most 1e-9.
std::int8_t preference(double first, double second);

// For every topic, then every pair of runs as all_pairs orders them.
std::vector<std::int8_t> preferences_of(const ScoreMatrix& scores);

struct Concordance {
  std::uint64_t disagreements = 0;  // ranked list pairs that the two measures order differently
  std::uint64_t correct_first = 0,
                correct_second = 0;               // of those: agreements with all gold standards
  std::uint64_t only_first = 0, only_second = 0;  // only one of the two agrees
  double p = 1;                                   // sign test of only_first against only_second

  // Correct ones among disagreements; 0 if there are none.
  double share_first() const;
  double share_second() const;
};

// Both measures and the gold standards as preferences_of gives them. A tie of a gold standard
// agrees with everything. Groups of runs can be added up: `so_far` is counted on, and its p made
// anew.
Concordance concordance(std::span<const std::int8_t> first, std::span<const std::int8_t> second,
                        std::span<const std::span<const std::int8_t>> gold,
                        Concordance so_far = {});

// The measures asked for, if any are, and the gold standards behind them.
std::vector<std::string> with_gold(std::vector<std::string> measures,
                                   const std::vector<std::string>& gold);

// Every two measures that are not gold standards, over all groups: against each gold standard, and
// against all of them where there are several. Throws Error for a gold standard without scores,
// where there are fewer than two other measures, and where no group has a pair of runs.
std::vector<MeasureConcordance> measure_concordances(const std::vector<ScoreGroup>& groups,
                                                     const std::vector<std::string>& gold);

}  // namespace subintent::internal
