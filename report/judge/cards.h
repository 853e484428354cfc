// Cards of intents, for people to put into groups.
#pragma once

#include "core/collection/qrels.h"
#include "core/collection/topics.h"
#include "hierarchy/hierarchy.h"
#include "report/judge/make_study.h"

namespace subintent::internal {

struct CardSources {
  std::span<const Hierarchy> hierarchies;
  // Telling terms of each node of each hierarchy; or none.
  std::span<const std::vector<std::vector<std::string>>> terms;
  const TopicDescriptions& topics;  // what intents are about, where nodes have no labels
  const Qrels* judged = nullptr;    // documents come by their highest grade; or, without, by docno
  std::string file = {};            // of the hierarchies, for messages
};

struct Cards {
  std::vector<TopicCards> topics;  // in label order
  std::uint64_t single = 0;        // topics with one card only, which are left out
};

// One card for each node of layer 1, with at most `documents` of its documents. Its name is the
// intent or superintent, or, in hierarchies of whole topics, the number of the node. Throws Error,
// naming the topic, for two nodes of one intent and for an intent whose name has blanks, which
// superintents cannot hold; and where no topic has two cards.
Cards make_cards(const CardSources& sources, std::size_t documents);

}  // namespace subintent::internal
