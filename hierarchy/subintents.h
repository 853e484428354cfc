// The subintents of one intent: its dendrogram after pruning and compression [Dou19 §3.3.1,
// §3.3.2].
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cluster/dendrogram.h"
#include "subintent/values.h"

namespace subintent::internal {

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
