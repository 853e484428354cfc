// Finds faults of hierarchies, whoever made them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/collection/qrels.h"
#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A fault of a hierarchy that can be scored all the same.
struct HierarchyFault {
  std::optional<std::uint32_t> node;  // index of the node concerned, if it is one
  std::string what;
};

// The weights of a layer add up to 1 within `weight_tolerance`; nodes above the last layer have
// children, which hold their documents between them and no others; the nodes of an intent lie below
// one node, and have no children of other intents.
std::vector<HierarchyFault> hierarchy_faults(const Hierarchy& hierarchy, double weight_tolerance);

// Judgments to compare hierarchies with: of intents, and of whole topics.
struct CheckJudgments {
  Qrels intents, topics;
};

// All faults of a file, each a line "FILE:LINE: topic T: what", in the order of its lines; empty if
// there is none. They are those that read_hierarchies() throws, then, for lines whose members are
// all right, those of hierarchy_faults() with a tolerance of 1e-9 and those of
// compare_with_judgments(); topics that are not judged, and judged ones with relevant documents
// that the file lacks. Throws Error only if the file cannot be read.
std::vector<std::string> file_faults(const Source& source,
                                     const std::optional<CheckJudgments>& judgments);

}  // namespace subintent::internal
