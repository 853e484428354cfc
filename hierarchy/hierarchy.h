// Intent hierarchies: the tree of a topic after pruning, compression, extension and weighting, and
// its file.
#pragma once

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Every layer lists every relevant document of every intent. A topic whose nodes list more than
// this in all is neither made nor read: with docnos of 25 bytes its line has up to 90 bytes for
// each, and reading it takes 750.
inline constexpr std::uint64_t max_document_entries = 1'000'000;

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

// Whether checked() would leave these as they are, as after reading or making them here. False
// where only reading can tell.
bool are_as_read(std::span<const Hierarchy> hierarchies);

// A fault of a line, or of the whole file (line 0).
struct FormatFault {
  Location where;
  std::string topic;  // empty where it is not known
  std::string what;   // names topic and node, where they are known
  std::string advice;
};

// A line as it stands: nodes in its order, docnos sorted.
struct HierarchyLine {
  Location where;
  Hierarchy hierarchy;
  std::vector<std::string> ids;  // of the nodes, printable
};

// Throws Error, with the files of hierarchies in it, for a folder that make has written.
void refuse_made_folder(const Source& source);

// Reads a file line by line. Faults, those that read_hierarchies() throws, are reported in the
// order they are met; a handler that returns lets reading go on. `on_line` has the lines of which
// all members of all nodes could be read; their parents and layers may have been reported (a node
// whose parent does not exist lies under the root). Throws Error if the file cannot be read.
void read_hierarchy_lines(const Source& source,
                          const std::function<void(const FormatFault&)>& on_fault,
                          const std::function<void(HierarchyLine)>& on_line);

// Reads topic<tab>node<tab>label. Throws Error, with file and line, for a line without three
// columns, a column that is empty, holds control characters or is not UTF-8, and a second label of
// a node.
std::vector<NodeLabel> read_node_labels(const Source& source);

// Gives the labels to the nodes: in hierarchies of intents to those at which the intent or
// superintent `node` begins, in hierarchies of whole topics to that with this id. Warns of labels
// that no node is for.
void set_labels(std::vector<Hierarchy>& hierarchies, const std::vector<NodeLabel>& labels,
                Warnings& warnings);

}  // namespace subintent::internal
