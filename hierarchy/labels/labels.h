// Labels of nodes, made of the texts of their documents.
#pragma once

#include "hierarchy/hierarchy.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Gives nodes a label as docs/stages.md says: up to three words or phrases of their documents, the
// best first, separated by ", ", or sentences or first words (phrases.h), but for nodes that have
// one, and those at which an official intent or a superintent begins. A node with the documents of
// its parent takes its label.
//
// All hierarchies are taken for those of one collection. `titles` are those of topics, if known.
// Warns where documents have no text. The same for any number of threads. Time linear in sizes.
void make_labels(std::vector<Hierarchy>& hierarchies, const Texts& texts,
                 const std::map<std::string, std::string>& titles, Warnings& warnings);

}  // namespace subintent::internal
