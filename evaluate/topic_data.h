// What the measures know of a topic, from qrels, intents and hierarchies; computed once and used
// for all runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/layer.h"
#include "hierarchy/hierarchy.h"
#include "support/name_table.h"
#include "trec/qrels.h"
#include "trec/run.h"

namespace subintent {

// A hierarchy as layers from the top.
struct LayeredIntents {
  std::vector<Layer> layers;
  bool topic_level = false;  // grades are those of topic-level judgments
};

struct TopicData {
  std::string_view topic;
  std::vector<std::string_view> docnos;  // relevant to an intent or to the topic, sorted by bytes
  Layer intents;                         // official intents with a relevant document
  Layer topic_level;                     // one node
  std::vector<LayeredIntents> hierarchies;  // one for each --hierarchy

  NameTable ids;  // of docnos: their places

  std::vector<DocumentId> ranking(const RankedList& list) const;
};

struct NamedHierarchies {
  std::string name, path;
  std::vector<Hierarchy> topics;
};

// The judgments behind all topics. Names are views into the qrels, which must live as long.
struct Judgments {
  const Qrels* diversity = nullptr;
  const Qrels* topic_level = nullptr;
  std::optional<IntentTable>
      intents;               // probabilities and types; otherwise uniform and informational
  std::string intents_path;  // for messages

  std::int32_t highest_intent_grade() const;
  std::int32_t highest_topic_grade() const;
};

// One entry a topic of the diversity judgments, in their order. Throws Error where an intent with a
// relevant document has no probability, and where a hierarchy lacks a topic that has a relevant
// document.
std::vector<TopicData> make_topic_data(const Judgments& judgments,
                                       const std::vector<NamedHierarchies>& hierarchies);

}  // namespace subintent
