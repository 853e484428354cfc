// The parts of a topic that a report shows: intents, documents, hierarchies and ranked lists as
// numbers that refer to each other.
#pragma once

#include "core/collection/topics.h"
#include "report/page/page.h"

namespace subintent::internal {

struct ViewedIntent {
  std::string label, text;  // the text is its description; empty if there is none
  bool navigational = false;
  double probability = 0;
  std::uint32_t relevant = 0;  // documents
};

struct ViewedGrade {
  std::uint32_t intent = 0;  // place in TopicView::intents
  std::int32_t grade = 0;
};

// A document that is relevant, or among the top of a run.
struct ViewedDocument {
  std::string docno;
  std::vector<ViewedGrade> grades;  // above 0, by intent
  double gain = 0;                  // the sum of P(i) g_i, GG of [SakaiSong11 §3.2]
  bool judged = false;
  const DocumentText* text = nullptr;  // null: not known
};

struct ViewedNode {
  std::optional<std::uint32_t> parent;
  std::uint32_t first_layer = 1, layer = 1;  // over which it reaches, dummies above it included
  std::string name;                          // "4.1": the first subintent of intent 4
  std::optional<std::uint32_t> intent;       // place in TopicView::intents; none: another node
  double left = 0, width = 0;                // of its box, as shares of the whole
  double weight = 0;
  std::optional<double> similarity;
  std::vector<std::uint32_t> documents;  // places in TopicView::documents, ascending
  std::string text;  // the description of an intent, else its label, else its characteristic terms
};

// Depth first: parents come before their children, siblings from left to right. Dummies are not
// nodes of their own here: the node that they lead to reaches over their layers.
struct ViewedHierarchy {
  std::string name;
  std::uint32_t layers = 0;
  std::size_t all_nodes = 0;  // with dummies
  std::vector<ViewedNode> nodes;
};

struct TopicView {
  std::string topic;
  std::string query, description;  // empty if not known
  std::vector<ViewedIntent> intents;
  std::vector<ViewedDocument> documents;     // relevant ones by docno, then the others by docno
  std::vector<ViewedHierarchy> hierarchies;  // at least one: the intents
  std::vector<std::vector<std::uint32_t>> rankings;  // by run: places in `documents`
};

// Makes the views of the topics to report, in parallel.
std::vector<TopicView> view_topics(const PageInput& input);

// The rank at which a ranked list first has a document of each node, from 1; 0: it has none.
std::vector<std::uint32_t> first_ranks(const ViewedHierarchy& hierarchy,
                                       const std::vector<std::uint32_t>& ranking,
                                       std::size_t documents);

}  // namespace subintent::internal
