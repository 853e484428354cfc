// Decides by its own similarities where a dendrogram is cut, and into which bins its inner nodes
// fall.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "subintent/values.h"

namespace subintent::internal {

// Throws Error of argument "stop", "one_subtopic" and "bins" for numbers that make no sense.
void check(const PruningRules& rules);

// Differences of similarities up to this are rounding.
inline constexpr double similarity_rounding = 1e-12;

// A delta at which even the root becomes a leaf.
inline constexpr double below_all_similarities = -2;

// The delta at which a dendrogram is pruned: the one given, or its balanced one, lowered as far as
// rules.stop says, or so far that one leaf is left where rules.one_subtopic says so. Time O(n log
// n) if there is a rule, else constant.
double effective_delta(const Dendrogram& dendrogram, double delta, const PruningRules& rules);

// How many leaves dendrograms are to have, whatever delta and rules say: those of single topics,
// and those of all others.
struct SubtopicNumbers {
  std::optional<std::uint32_t> all = {};
  std::map<std::string, std::uint32_t> of_topic = {};
  // About how many people would find: the number of leaves is the geometric mean of this, or of
  // half of the documents if they are fewer, and of that at delta.
  std::optional<std::uint32_t> around = {};

  bool any() const { return all || !of_topic.empty() || around; }
  std::optional<std::uint32_t> of(const std::string& topic) const;
  // The number for a dendrogram; none if delta and rules alone say where it is cut.
  std::optional<std::uint32_t> leaves(const Dendrogram& dendrogram, double delta,
                                      const PruningRules& rules) const;
};

// Throws Error of argument "subtopics" for a number that is 0.
void check(const SubtopicNumbers& numbers);

// The similarities from which on the second, third, ... bin has the inner nodes of a dendrogram
// that is pruned at delta: they rise. A bin may be empty.
std::vector<double> bin_limits(const Dendrogram& dendrogram, double delta, const Bins& bins);

// The bin of a similarity: how many of the limits it reaches. One that it misses by less than 1e-12
// it reaches.
std::size_t similarity_bin(double similarity, std::span<const double> limits);

}  // namespace subintent::internal
