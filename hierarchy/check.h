// What is wrong with a hierarchies file, whoever made it.
#pragma once

#include <string>
#include <vector>

#include "trec/qrels.h"

namespace subintent {

// All faults of a file, each a line "FILE:LINE: what", in the order of its lines; empty if there is
// none. A hierarchy has every layer from 1 to its last; each node a parent in the layer above and,
// above the last layer, children, which hold its documents between them; in each layer the weights
// add up to 1 within 1e-9. With judgments: the topic is judged, and each document of a node is
// relevant to the node's intent, or to the topic if that is no official intent. Throws Error only
// if the file cannot be read.
std::vector<std::string> hierarchy_faults(const std::string& path, const Qrels* qrels);

}  // namespace subintent
