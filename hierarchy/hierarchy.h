// Intent hierarchies: the tree of a topic after pruning, compression, extension and weighting, and
// its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/source.h"

namespace subintent::internal {

// A node below the root. Nodes are sorted by layer, within a layer by their parents' order, and
// below one parent by intent (labels) and smallest document; a node's id is its index.
struct HierarchyNode {
  std::optional<std::uint32_t> parent;  // index of the parent; none under the root
  std::uint32_t layer = 1;              // 1 below the root
  std::string intent;                   // official intent, superintent, or "*" at topic level
  double weight = 0;                    // the weights of a layer add up to 1
  std::optional<double> similarity;     // of the merge that made the node, if one did
  bool dummy = false;                   // fills a layer [Dou19 §3.3.3]
  std::vector<std::uint32_t> docs;      // all relevant documents below: places in
                                        // Hierarchy::docnos, ascending
};

struct Hierarchy {
  std::string topic;
  std::uint32_t layers = 0;         // H
  std::vector<std::string> docnos;  // of all nodes, sorted by bytes
  std::vector<HierarchyNode> nodes;

  std::vector<std::string> docnos_of(const HierarchyNode& node) const;
};

// Every layer lists every relevant document of every intent. A topic whose nodes list more than
// this in all is neither made nor read: with docnos of 25 bytes its line has up to 90 bytes for
// each, and reading it takes 750.
inline constexpr std::uint64_t max_document_entries = 1'000'000;

// The file: JSON lines, one a topic:
// {"topic","layers":H,"nodes":[{"id","parent","layer","intent","weight",
// "similarity","dummy","docs":[...]},...]}. In the file ids are arbitrary strings or numbers;
// reading sorts the nodes as above. Reading throws Error, with file and line, for a missing or
// mistyped member, a parent that does not exist or is not in the layer above, a layer beyond H, a
// last layer other than H, a weight below 0 or above a million, a node without documents, an id, a
// topic or a node's document given twice, more than max_document_entries in a topic, and a file
// without hierarchies.
std::vector<Hierarchy> read_hierarchies(const Source& source);

// Appends the line of one hierarchy, with its line end.
void append_hierarchy_line(std::string& out, const Hierarchy& hierarchy);

// Puts nodes into the order above and renames their parents. Parents must lie in the layer above;
// nodes that nothing tells apart stay in the order given.
void sort_nodes(std::vector<HierarchyNode>& nodes);

// The indices of each node's children, in order; the last entry holds the nodes under the root.
std::vector<std::vector<std::uint32_t>> children_of(const Hierarchy& hierarchy);

}  // namespace subintent::internal
