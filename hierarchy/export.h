// Hierarchies and dendrograms in the formats of other programs.
#pragma once

#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

// Graphviz: one digraph per hierarchy, from left to right, nodes of a layer on one rank, dummies
// dashed. A node shows its intent, its weight, and its label or else its first documents. `query`
// is that of the topic, or empty.
void append_dot(std::string& out, const Hierarchy& hierarchy, std::string_view query = {});

// Newick, one line per hierarchy. Its tips are the documents, one layer below their leaf (a leaf of
// one document is its tip); branch lengths count layers, and dummies are left out. A document of
// several intents is several tips.
void append_newick(std::string& out, const Hierarchy& hierarchy);

// GraphML: all hierarchies in one graph, a root node each. Nodes carry topic, layer (0 for a root),
// intent, weight, similarity (empty where there is none), dummy, docs (separated by blanks), and
// label if any node has one.
std::string graphml(std::span<const Hierarchy> hierarchies);

// The distance of a merge as SciPy has it: 1 - similarity, or 0 if rounding has made that
// negative.
double distance_of(const Merge& merge);

// SciPy's linkage matrix: lines "# topic intent" and "# leaves<tab>docno<tab>...", documents 0 to
// n-1, then a row "a<tab>b<tab>distance<tab>size" per merge.
void append_linkage(std::string& out, const Dendrogram& dendrogram);

struct Exported {
  std::span<const Hierarchy> hierarchies;
  std::span<const Dendrogram> dendrograms;
  std::span<const std::string> queries = {};  // of the hierarchies' topics; or none
};

// A format of other programs.
struct Export {
  std::string_view name;        // "dot"
  bool of_dendrograms = false;  // of them, not of the hierarchies made of them
  std::string (*text)(const Exported& exported) = nullptr;
};

std::span<const Export> exports();

// The export of this name, of dendrograms or of hierarchies. Throws Error of argument "format" for
// another one.
const Export& export_named(std::string_view name, bool of_dendrograms);

// Writes hierarchies as JSON lines, or, where a format is named, in this one: dendrograms, if there
// are any and it is of these. Throws as export_named() does.
void write_hierarchies(const Exported& exported, std::string_view format, const TextWriter& write);

}  // namespace subintent::internal
