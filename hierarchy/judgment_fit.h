// Whether a hierarchy and the judgments belong together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/collection/qrels.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

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
// not judged do not count.
std::optional<std::string> misfit_summary(std::span<const Hierarchy> hierarchies,
                                          const Qrels& intents, const Qrels& topics);

}  // namespace subintent::internal
