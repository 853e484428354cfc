// Hierarchies of subintents [Dou19 §3.3-3.5].
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subintent/cluster.h"
#include "subintent/hierarchy_tree.h"
#include "subintent/judgments.h"
#include "subintent/source.h"
#include "subintent/warning.h"

namespace subintent {

struct HierarchyOptions {
  double delta = 0.3;    // subintents are cut where the similarity of their documents is below it
  bool compress = true;  // no for the raw hierarchy
  Weighting weighting = Weighting::leaves;
  IntentWeights intent_weights = IntentWeights::depth;
  std::optional<Source> superintents = {};  // topic, superintent, intent
};

// The hierarchy of every topic with a relevant document, in label order. Dendrograms are of
// intents, or all of whole topics. Throws Error for dendrograms that do not fit the judgments,
// naming topic, intent and document.
std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const std::vector<Dendrogram>& dendrograms,
                                   const HierarchyOptions& options = {});

// Official intents alone, without subintents.
std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const HierarchyOptions& options = {});

// The line of a file of hierarchies, without its line end.
std::string to_json(const Hierarchy& hierarchy);

struct DrawingOptions {
  std::size_t width = 80;      // columns
  bool ascii = false;          // no box-drawing characters
  bool all_documents = false;  // of each leaf, rather than the first few
};

// A hierarchy as a tree for people, as `subintent explain` draws it.
std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options = {});

}  // namespace subintent
