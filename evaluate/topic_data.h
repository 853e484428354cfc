// The measures' knowledge of a topic, from qrels, intents and hierarchies; computed once and used
// for all runs.
#pragma once

#include <set>

#include "core/base/name_table.h"
#include "core/collection/run.h"
#include "evaluate/judgments.h"
#include "evaluate/layer.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {

// A hierarchy as layers from the top.
struct HierarchyLayers {
  std::vector<Layer> layers;
  bool by_adhoc = false;  // grades are those of topic-level judgments
};

// The judgments of a topic as layers.
struct TopicLayers {
  Layer intents;                             // official intents with a relevant document
  std::optional<Layer> criteria;             // with penalties behind them, where there are any
  Layer topic;                               // topic-level judgments: one node
  std::vector<HierarchyLayers> hierarchies;  // in the order given
};

// A ranked list as the measures of a topic see it.
struct SeenList {
  SeenList() = default;
  SeenList(SeenList&&) = default;
  SeenList& operator=(SeenList&&) = default;

  std::span<const std::string_view> docnos;
  std::vector<DocumentId> documents;   // of those
  std::vector<char> judged;            // of those: with any grade
  std::uint64_t repeats = 0;           // documents that have a duplicate above them
  std::vector<std::string_view> kept;  // what `docnos` shows where repeats have left the list
};

struct TopicData {
  std::string_view topic;
  // Of grade > 0 for an intent, the topic, or a penalty, sorted by bytes.
  std::vector<std::string_view> docnos;
  NameTable ids;  // of docnos: their places; behind these, other documents that are judged
  std::map<std::int32_t, TopicLayers> layers;  // by the least grade that counts as relevant

  // The attributes of documents, in the order given. Documents without a place in docnos have there
  // the number docnos.size() + their place in group_docnos.
  std::vector<TopicGroups> attributes;
  NameTable group_docnos;  // of documents with memberships

  const TopicQrels* diversity = nullptr;   // the judgments that all this is made from
  const TopicQrels* adhoc = nullptr;       // topic-level; nullptr where the topic has none
  const NuggetTopic* penalties = nullptr;  // of a rubric; nullptr where the topic has none
  std::vector<AnswerCitations> citations;  // of docnos, where these are answers that were judged so
  const Duplicates* duplicates = nullptr;  // nullptr: none are known
  DuplicatesAs duplicates_as = DuplicatesAs::irrelevant;

  // Duplicates in a list are dealt with here and nowhere else: the first of a group counts by its
  // own judgments, whatever they are; the others are repeats. The list must live as long as the
  // result.
  SeenList seen(const RankedList& list) const;
  // The documents of a list that are judged; none if there are no judgments.
  std::vector<DocumentId> judged_only(const SeenList& list, Ranking documents,
                                      const TopicQrels* judgments) const;
  // The documents with unjudged_document for those.
  std::vector<DocumentId> marked(const SeenList& list, const TopicQrels* judgments) const;
  // The documents with their numbers as `attributes` know them.
  std::vector<DocumentId> grouped(const SeenList& list) const;
  bool is_judged(std::string_view docno) const;  // with any grade
  // The place of a document in docnos; NameTable::none for others.
  std::uint32_t place_of(std::string_view docno) const;
};

struct NamedHierarchies {
  std::string name, path;
  std::vector<Hierarchy> topics;
};

// One entry per topic of the diversity judgments, in their order, with layers for each of the least
// grades, and for 1. What counts as relevant is decided here and nowhere else: intents and nodes
// without a document of at least that grade are not in a layer, and uniform probabilities are those
// of the intents that are. Where judgments know duplicates, layers
// do. Throws Error where an intent with a relevant document has no
// probability, where a hierarchy lacks a topic that has a relevant document, and those of
// Groups::target(). The judgments must live as long as what is made of them.
std::vector<TopicData> make_topic_data(const Judgments& judgments,
                                       const std::vector<NamedHierarchies>& hierarchies,
                                       std::set<std::int32_t> least_grades = {},
                                       const std::vector<NamedGroups>& groups = {});

}  // namespace subintent::internal
