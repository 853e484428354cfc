// A hierarchy as a tree that a person can read in a terminal, and as a picture.
#pragma once

#include "hierarchy/hierarchy.h"
#include "report/captions.h"
#include "subintent/values.h"

namespace subintent::internal {

struct ExplainOptions {
  std::string file;                    // of the hierarchy, for messages
  std::optional<std::string> intent;   // only the subtrees of this official intent or superintent
  std::optional<std::uint32_t> depth;  // what lies below this layer is folded; from 1
  bool ascii = false;                  // no box-drawing characters
  bool all_documents = false;          // wherever documents are listed, not the first few
  bool colour = false;                 // ANSI escape sequences
  std::size_t width = 80;              // columns; lines are wrapped to them
  Captions captions = {};
};

// The tree, a node on a line: layer, weight, similarity, number of documents; below it its label,
// or else what the intent is about, its characteristic terms (`terms`, one list per node, may be
// empty) and the documents of leaves. Dummies are not drawn on their own: the node that they lead
// to names their layers. Throws Error for an intent that the hierarchy lacks, naming those it has.
std::string explain(const Hierarchy& hierarchy, const std::vector<std::vector<std::string>>& terms,
                    const ExplainOptions& options);

// The topics, one per line: query, and the numbers of documents, official intents, layers, nodes.
std::string explain_topics(std::span<const Hierarchy> hierarchies, const Captions& captions);

// "layer 2", "layers 2–4"; with a hyphen if `ascii`.
std::string layers(std::uint32_t first, std::uint32_t last, bool ascii);

// Appends documents, places in hierarchy.docnos, behind `beside`: each on a line with its title if
// texts are known, else as words; the first five of them unless options ask for all.
void append_documents(std::string& out, const std::string& beside, const Hierarchy& hierarchy,
                      std::span<const std::uint32_t> docs, const ExplainOptions& options);

// The paths from the root to the leaves that hold the document, one after the other, a node on a
// line: which other documents it joins there, and at what similarity. Dummies are not shown on
// their own: the node that they lead to names their layers. Throws Error if the hierarchy (or the
// intent, if options.intent is given) lacks the document.
std::string explain_document(const Hierarchy& hierarchy, const std::string& docno,
                             const ExplainOptions& options);

// An SVG document, `width` pixels wide: a row per layer, a box per node below its parent, as wide
// as its weight. Dummies are not drawn on their own: the node that they lead to reaches over their
// layers. Intents differ in colour; what a box stands for is in its title, with its first
// documents. The ids of boxes are the places of their nodes in hierarchy.nodes; that of the root is
// "root". Labels are without the words of the query, and those of all labels, at their beginning.
std::string icicle(const Hierarchy& hierarchy, std::size_t width, const std::string& query = "");

}  // namespace subintent::internal
