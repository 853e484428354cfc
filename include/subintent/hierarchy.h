// Hierarchies of subintents [Dou19 §3.3-3.5].
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "subintent/cluster.h"
#include "subintent/export.h"
#include "subintent/hierarchy_tree.h"
#include "subintent/judgments.h"
#include "subintent/pruning.h"
#include "subintent/source.h"
#include "subintent/texts.h"
#include "subintent/warning.h"

namespace SUBINTENT_PUBLIC subintent {

struct HierarchyOptions {
  double delta = 0.3;    // 0 to 1: merges of a similarity above it become one subintent
  bool compress = true;  // no, and uniform intent weights, for the raw hierarchy
  Weighting weighting = Weighting::leaves;
  IntentWeights intent_weights = IntentWeights::depth;
  std::optional<Source> superintents = {};  // topic, superintent, intent
  PruningRules rules = {};                  // a balanced delta takes the place of `delta`
};

// The hierarchies of a file of them, or of nuggets (docs/formats.md): of each topic with a relevant
// document, questions in layer 1, answers below them. Nuggets without a relevant document are nodes
// without documents, or without `all_intents` left out. Throws Error as read_hierarchies() does,
// and for what are not nuggets.
std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& source, bool all_intents = true);

// The mean similarity of all pairs of documents relevant to the same topic, over all topics: a
// delta close to the best for most representations. Throws Error for dendrograms without
// topic_pairs, and where it is not above 0.
double mean_similarity(const std::vector<Dendrogram>& dendrograms);

// The hierarchy of every topic with a relevant document, in label order. Dendrograms are of
// intents, or all of whole topics, which have no superintents and no given weights. Throws Error
// for dendrograms that are not binary trees or do not fit the judgments, naming topic, intent and
// document. That a delta prunes nearly nothing or nearly everything, and that members of
// superintents are not intents with a relevant document, is added to `warnings` if it is given.
std::vector<Hierarchy> hierarchies(const Judgments& judgments,
                                   const std::vector<Dendrogram>& dendrograms,
                                   const HierarchyOptions& options = {},
                                   Warnings* warnings = nullptr);

// The same of official intents alone, without subintents.
std::vector<Hierarchy> intent_hierarchies(const Judgments& judgments,
                                          const HierarchyOptions& options = {},
                                          Warnings* warnings = nullptr);

// The same hierarchies with labels made of the texts of their documents: words and short phrases
// that tell a node from its siblings, as `subintent hierarchy --make-labels` makes them. Labels
// that are there stay; official intents and superintents, which have descriptions of their own, get
// none. Throws as to_json() does. That documents have no text is added to `warnings` if it is
// given.
std::vector<Hierarchy> with_labels(const std::vector<Hierarchy>& hierarchies, const Texts& texts,
                                   Warnings* warnings = nullptr);

// The line of a file of hierarchies, without its line end. Throws Error, with "hierarchy" for the
// file, for what read_hierarchies() refuses, and for names that are not UTF-8.
std::string to_json(const Hierarchy& hierarchy);

struct DrawingOptions {
  std::size_t width = 80;                   // columns
  bool ascii = false;                       // no box-drawing characters
  bool all_documents = false;               // of each leaf, rather than the first few
  std::optional<std::uint32_t> depth = {};  // what lies below this layer is folded; from 1
};

// A hierarchy as a tree for people, as `subintent explain` draws it. Throws as to_json() does.
std::string draw(const Hierarchy& hierarchy, const DrawingOptions& options = {});

// The same as an icicle, an SVG document `width` pixels wide (100 to 100,000): a row per layer, a
// box per node below its parent, as wide as its weight, whose title says what it is.
std::string draw_svg(const Hierarchy& hierarchy, std::size_t width = 960);

// In the formats of other programs, as `subintent hierarchy --export` writes them
// (docs/formats.md): Graphviz, Newick, and GraphML with all hierarchies in one graph. Throw as
// to_json() does.
std::string to_dot(const Hierarchy& hierarchy);
std::string to_newick(const Hierarchy& hierarchy);
std::string to_graphml(const std::vector<Hierarchy>& hierarchies);

}  // namespace subintent
