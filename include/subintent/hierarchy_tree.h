// Hierarchies of subintents as values [Dou19 §3].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

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
                                        // Hierarchy::docnos, ascending; none where a nugget
                                        // without a document is kept
  std::string label = {};               // text for people; no measure looks at it

  // How far it is found again among a part of the documents, 0 to 1; no measure looks at it.
  std::optional<double> stability = {};

  // Whether it is covered only when all its children are (AND), to measures that ask for that
  // (cover=given); else when any is.
  bool needs_all = false;
};

struct Hierarchy {
  std::string topic;
  std::uint32_t layers = 0;         // H
  std::vector<std::string> docnos;  // of all nodes, sorted by bytes
  std::vector<HierarchyNode> nodes;

  // Throws Error for a node with a place that is not in docnos.
  std::vector<std::string> docnos_of(const HierarchyNode& node) const;
};

// What a subintent's weight inside its intent is a share of [Dou19 §3.4].
enum class Weighting {
  leaves,    // WI: leaves below it
  gains,     // WD: gain (grade for the intent) of the documents below it
  documents  // their number
};

// Where the probabilities of the intents come from [Dou19 §3.5].
enum class IntentWeights {
  depth,    // proportional to the layers below the intent, before extension (Fig. 6c)
  uniform,  // the same for all intents with a relevant document (Fig. 6b)
  given     // those of the judgments, renormalised over those intents
};

// JSON lines, one for each topic:
// {"topic","layers":H,"nodes":[{"id","parent","layer","intent","weight",
// "similarity","dummy","docs":[...]},...]}; a node may have a "label", a "stability" and an
// "aggregator", AND or OR. Ids are strings or numbers; reading sorts the nodes as above. Throws
// Error, with file and line, for a missing or mistyped member, a parent that does not exist or is
// not in the layer above, a layer beyond H, a last layer other than H, a weight below 0 or above a
// million, an unknown aggregator, a topic without documents, an id, topic or node's document given
// twice, over a million documents of nodes in a topic, and no hierarchies.
std::vector<Hierarchy> read_hierarchies(const Source& source);

}  // namespace subintent
