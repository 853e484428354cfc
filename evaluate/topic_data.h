// What the measures know of a topic, from qrels, intents and hierarchies; computed once and used
// for all runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/judgments.h"
#include "evaluate/layer.h"
#include "hierarchy/hierarchy.h"
#include "support/name_table.h"
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

  NameTable ids;                          // of docnos: their places
  const TopicQrels* diversity = nullptr;  // the judgments that all this is made from
  const TopicQrels* whole = nullptr;      // nullptr where the topic has none

  std::vector<DocumentId> ranking(const RankedList& list) const;
  bool is_judged(std::string_view docno) const;  // with any grade
};

struct NamedHierarchies {
  std::string name, path;
  std::vector<Hierarchy> topics;
};

// One entry a topic of the diversity judgments, in their order. Throws Error where an intent with a
// relevant document has no probability, and where a hierarchy lacks a topic that has a relevant
// document. The judgments must live as long as what is made of them.
std::vector<TopicData> make_topic_data(const Judgments& judgments,
                                       const std::vector<NamedHierarchies>& hierarchies);

}  // namespace subintent
