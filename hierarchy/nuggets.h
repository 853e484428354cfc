// Nuggets as hierarchies: questions in layer 1, their answers in layer 2, what lies in nuggets
// below them. Where nuggets belong to sub-narratives, these are layer 1, and all else is a layer
// deeper.
#pragma once

#include "core/collection/nuggets.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

struct NuggetHierarchies {
  std::vector<Hierarchy> hierarchies;         // in label order of their topics
  std::uint64_t topics_without_relevant = 0;  // they have no hierarchy
  std::uint64_t nuggets = 0;                  // at the top
  std::uint64_t without_relevant = 0;         // of them: no document is relevant to them
};

// The hierarchy of every topic with a relevant document. All nodes below a nugget are of its
// intent; labels are the texts. A node's weight is its parent's times its share of the importance
// of its siblings. Nuggets and parts without a relevant document are left out, or with
// `all_intents` nodes without documents. Documents of a nugget itself that none of its parts has
// are one more part. A leaf above the last layer has dummies above it, as in other hierarchies.
// Throws Error for a hierarchy of more than max_document_entries.
NuggetHierarchies hierarchies_of(const NuggetBank& bank, bool all_intents);

// The hierarchies of a file of them, or of nuggets. Throws the errors of the readers.
std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& source, bool all_intents);

}  // namespace subintent::internal
