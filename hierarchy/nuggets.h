// Nuggets as hierarchies: questions in layer 1, their answers in layer 2, what lies in nuggets
// below them. Where nuggets belong to sub-narratives, these are layer 1, and all else is a layer
// deeper.
#pragma once

#include "core/collection/nuggets.h"
#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

// The official intents of a topic that have a relevant document: their documents, gains and
// probabilities.

struct RelevantDocument {
  std::string_view docno;
  std::int32_t grade = 0;      // above 0
  std::uint32_t document = 0;  // place in TopicQrels::docnos
};

struct RelevantIntent {
  std::string_view intent;
  std::vector<RelevantDocument> docs;  // sorted by docno
};

// In label order. Names are views into the judgments.
std::vector<RelevantIntent> relevant_intents(const TopicQrels& judged);

// Checks that a dendrogram holds exactly the relevant documents of its intent. Throws Error, naming
// topic, intent and document, for one that is missing or not relevant; `file` is where the
// dendrogram comes from.
void check_documents(const Dendrogram& dendrogram, const RelevantIntent& intent,
                     const std::string& file);

// `amounts` (none negative) divided by their sum.
std::vector<double> shares(std::vector<double> amounts);

// The probabilities of `intents` in `table`, renormalised over them. Throws Error, naming topic and
// intent, for one that `table` lacks and for probabilities that add up to 0; `file` is where the
// table comes from.
std::vector<double> given_probabilities(const IntentTable& table, std::string_view topic,
                                        const std::vector<RelevantIntent>& intents,
                                        const std::string& file);

struct SuperintentNode {
  std::string name;
  std::optional<std::uint32_t>
      parent;               // index of the superintent it belongs to; none under the root
  std::uint32_t layer = 1;  // 1 for those that belong to no other
};

struct SuperintentTree {
  std::vector<SuperintentNode> nodes;  // parents before children
  std::vector<std::optional<std::uint32_t>>
      parents;                // of each intent; none outside any superintent
  std::uint32_t layers = 0;   // of the deepest superintent
  std::uint64_t ignored = 0;  // members that are neither intents nor superintents
};

// The superintents of a topic that have one of `intents` (in label order) below them; the others
// are left out. Superintents hang from the top: one that belongs to no other lies in layer 1.
// `superintents` must be free of circles and a name a member of one superintent, as
// read_superintents() checks.
SuperintentTree make_superintents(const Superintents& superintents,
                                  std::span<const std::string_view> intents);

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
