// The subintents of one intent: its dendrogram after pruning and compression [Dou19 §3.3.1,
// §3.3.2].
#pragma once

#include "hierarchy/cluster/dendrogram.h"
#include "subintent/values.h"

namespace subintent::internal {

// Throws Error of argument "one_subtopic" and "bins" for numbers that make no sense.
void check(const PruningRules& rules);

// Differences of similarities up to this are rounding.
inline constexpr double similarity_rounding = 1e-12;

// A delta at which even the root becomes a leaf.
inline constexpr double below_all_similarities = -2;

// The delta at which a dendrogram is pruned: the one given, or its balanced one, lowered so
// far that one leaf is left where rules.one_subtopic says so. Time O(n log n) if there is a rule,
// else constant.
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

// A node of an intent's tree.
struct SubintentNode {
  std::uint32_t parent = 0;           // index of the parent; the root's is 0
  std::uint32_t depth = 0;            // 0 for the root, which is the intent itself
  std::uint32_t first = 0, last = 0;  // its documents: SubintentTree::documents[first, last)
  std::uint32_t leaves = 0;           // leaves below it; 1 for a leaf
  bool leaf = false;
  std::optional<double> similarity;  // of the merge that made it, if one did
};

// The tree of one intent. It has at least a root and one leaf, even if the root collapsed.
struct SubintentTree {
  std::vector<SubintentNode> nodes;  // parents before children, siblings by their smallest document
  std::vector<std::uint32_t> documents;  // indices into Dendrogram::docs, leaf by leaf
  std::uint32_t height = 0;              // of the deepest leaf, so at least 1
  std::uint32_t removed = 0;             // inner nodes that compression took away
  double delta = 0;                      // at which it was pruned
};

// Prunes: a merge of similarity above `delta` (by more than 1e-12) becomes one leaf with all
// documents below it; with a given delta of 0 the root does so whatever its similarity. Then
// compresses, if asked to: an inner node in the same bin as its parent is removed and its children
// go to the parent. The rules may give the dendrogram another delta, and bins that follow it. If a
// number of leaves is given, the least similar merges are undone from the root on, until there are
// so many or one for each document.
//
// The order of removals does not matter: a removed parent has the bin of the node that takes its
// place, so a node goes exactly if its bin is that of its parent before any removal. Time O(n log
// n), memory O(n), no recursion.
SubintentTree make_subintents(const Dendrogram& dendrogram, double delta, bool compress,
                              const PruningRules& rules = {},
                              std::optional<std::uint32_t> leaves = {});

}  // namespace subintent::internal
