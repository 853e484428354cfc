// Finds faults of hierarchies, whoever made them.
#pragma once

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

// How the nodes of an intent in the last layer and its judgments compare.
struct IntentFit {
  std::string intent;              // topic_level_intent ("*") for the topic as a whole
  bool has_nodes = false;          // in the last layer
  bool is_judged = false;          // with any grade
  std::uint64_t relevant = 0;      // documents judged relevant to it
  std::uint64_t missing = 0;       // of them, those in none of its nodes
  std::uint64_t not_relevant = 0;  // documents of its nodes that are not relevant to it
  std::string first_missing, first_not_relevant;  // docnos
};

// The judgments that a hierarchy is to be compared with: those of whole topics if its nodes are of
// intent "*", else those of intents. nullptr if its topic is not judged.
const TopicQrels* judgments_of(const Hierarchy& hierarchy, const Qrels& intents,
                               const Qrels& topics);

// All intents with a relevant document or a node in the last layer, in label order. What holds of
// the last layer holds of those above it where nodes have the documents of their children.
std::vector<IntentFit> compare_with_judgments(const Hierarchy& hierarchy, const TopicQrels& judged);

// The faults of an intent, one sentence each: it is missing or not judged, lacks relevant
// documents, has others.
std::vector<std::string> faults_of(const IntentFit& fit);

// One sentence with the counts of all hierarchies of a file; nothing if they fit. Topics that are
// not judged do not count. Throws Error where no intent or relevant document is in the file.
std::optional<std::string> misfit_summary(std::span<const Hierarchy> hierarchies,
                                          const Qrels& intents, const Qrels& topics,
                                          const std::string& file);

}  // namespace subintent::internal
