// Labels of nodes, made of the texts of their documents.
#pragma once

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Gives nodes a label: up to three words or phrases of their documents (phrases.h), the best first,
// separated by ", ", but for nodes that have one, and those at which an official intent or a
// superintent begins. A node with the documents of its parent takes its label, and one of a single
// document the first words that say more than the title of the topic does (phrases.h).
// docs/stages.md says which phrases may be in labels, and what counts. They are written as they
// mostly are, or as a sentence of ten words at most whose other words enough documents share.
//
// All hierarchies are taken for those of one collection. `titles` are those of topics, if known.
// Warns where documents have no text. The same for any number of threads. Time linear in sizes.
void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts,
                 const std::map<std::string, std::string>& titles, Warnings& warnings);

}  // namespace subintent::internal
