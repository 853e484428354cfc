// Labels of nodes that people gave.
#pragma once

#include <vector>

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

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
