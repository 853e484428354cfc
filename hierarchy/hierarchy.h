// Intent hierarchies: the tree of a topic after pruning, compression, extension and weighting, and
// its file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Every layer lists every relevant document of every intent. A topic whose nodes list more than
// this in all is neither made nor read: with docnos of 25 bytes its line has up to 90 bytes for
// each, and reading it takes 750.
inline constexpr std::uint64_t max_document_entries = 1'000'000;

// Appends the line of one hierarchy, with its line end.
void append_hierarchy_line(std::string& out, const Hierarchy& hierarchy);

// Puts nodes into the order above and renames their parents. Parents must lie in the layer above;
// nodes that nothing tells apart stay in the order given.
void sort_nodes(std::vector<HierarchyNode>& nodes);

// Hierarchies that may have been put together by hand, as reading makes them of their lines. Throws
// Error, naming `name` and the number of the hierarchy from 1, for what read_hierarchies() does,
// for names that are not UTF-8, and for documents and parents that are not there.
std::vector<Hierarchy> checked(std::span<const Hierarchy> hierarchies, const std::string& name);

// The indices of each node's children, in order; the last entry holds the nodes under the root.
std::vector<std::vector<std::uint32_t>> children_of(const Hierarchy& hierarchy);

// Names each node by its position: "4" is intent 4, "4.1" its first subintent, "4.1.2"
// the second below that; at topic level "1" is the first node of layer 1. Dummies have the name of
// the node that they lead to. Of the names of deep nodes the beginning is cut.
std::vector<std::string> node_names(const Hierarchy& hierarchy);

// Is the node the first of its intent (or superintent) on the way from the root?
bool starts_intent(const Hierarchy& hierarchy, std::uint32_t node);

// starts_intent(), where dummies that lead to the node, with its documents, do not count.
bool is_first_of_intent(const Hierarchy& hierarchy, std::uint32_t node);

}  // namespace subintent::internal
