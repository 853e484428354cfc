// Hierarchies and dendrograms in the formats of other programs.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

// Graphviz: one digraph a hierarchy, nodes of a layer on one rank, dummies dashed.
void append_dot(std::string& out, const Hierarchy& hierarchy);

// Newick, one line per hierarchy. Its tips are the documents, one layer below their leaf (a leaf of
// one document is its tip); branch lengths count layers, and dummies are left out. A document of
// several intents is several tips.
void append_newick(std::string& out, const Hierarchy& hierarchy);

// GraphML: all hierarchies in one graph, a root node each. Nodes carry topic, layer (0 for a root),
// intent, weight, similarity (empty where there is none), dummy, and docs (separated by blanks).
std::string graphml(std::span<const Hierarchy> hierarchies);

// What SciPy calls the distance of a merge: 1 - similarity, or 0 if rounding has made that
// negative.
double distance_of(const Merge& merge);

// SciPy's linkage matrix: lines "# topic intent" and "# leaves<tab>docno<tab>...", documents 0 to
// n-1, then a row "a<tab>b<tab>distance<tab>size" per merge.
void append_linkage(std::string& out, const Dendrogram& dendrogram);

// A format of other programs.
struct Export {
  std::string_view name;        // "dot"
  bool of_dendrograms = false;  // of them, not of the hierarchies made of them
  std::string (*text)(std::span<const Hierarchy> hierarchies,
                      std::span<const Dendrogram> dendrograms) = nullptr;
};

std::span<const Export> exports();

// An export of this name; nullptr if there is none.
const Export* find_export(std::string_view name);

}  // namespace subintent::internal
