// Why one run scores more than another, or less than the ideal list: the parts that add up to the
// difference of two scores.
#pragma once

#include "compare/study/evaluation.h"
#include "core/collection/run.h"
#include "evaluate/scorer.h"

namespace subintent::internal {

// How the exposure of ranked lists is shared among groups of documents: what is behind a score of
// group fairness.

// A group of an attribute. Shares add up to 1 over the groups of an attribute.
struct GroupExposure {
  std::string attribute, group;
  std::uint32_t cutoff = no_cutoff;  // documents of a list that count
  std::size_t topics = 0;            // that the attribute applies to
  double target = 0;                 // the share that the group should have: the mean over these
  // By run: the share that it has of the exposure 1 / log2(rank + 1) of documents in known groups
  // [TREC Fair Ranking 2021], the mean over those of the topics where the list has any. None if
  // there is no such topic.
  std::vector<std::optional<double>> shares;
};

// The list of a run for a topic of the scorer; null if it has none.
using ListOf = std::function<const RankedList*(std::size_t run, std::size_t topic)>;

// For each cutoff of a measure of groups, the groups of all attributes that apply to one of these
// topics of the scorer, in their order. Nothing where no measure is of groups.
std::vector<GroupExposure> group_exposures(const Scorer& scorer,
                                           std::span<const std::size_t> topics, std::size_t runs,
                                           const ListOf& list);

// The part of one of the two lists.
struct ListPart {
  double amount = 0;       // of its score
  std::uint32_t rank = 0;  // in the whole list, from 1; 0: it is not there
  std::int32_t grade = 0;  // for nodes: the highest of the documents of the list
  double lost = 0;         // to redundancy: what it would gain more with nothing alike above it
  double recall = 0;       // of the amount: for nodes that are covered for the first time
  std::uint32_t new_nodes = 0;  // how many these are
};

// A summand of a measure: gains, recall, redundancy, and of layer-aware measures those of a layer.
struct ComponentDifference {
  PartKind kind = PartKind::gain;
  std::uint32_t layer = 0;  // from 1; 0: all that the measure sees
  double a = 0, b = 0;
};

// A document that has a part in one of the scores. The part of a pair is that of its lower
// document.
struct DocumentDifference {
  std::string docno;  // empty: what belongs to no document
  ListPart a, b;
};

// An intent or a node of a hierarchy. Its rank is that of the first document relevant to it; of the
// ideal list, of the first that it gains from.
struct NodeDifference {
  std::string intent;                 // official intent, superintent, or "*" at topic level
  std::uint32_t layer = 0;            // of the hierarchy, from 1; 0: there is none
  std::optional<std::uint32_t> node;  // of the hierarchy: an index of Hierarchy::nodes
  std::string name;                   // of this node, as node_names() has it; empty: there is none
  std::string label;                  // of this node, text for people; empty: there is none
  bool is_superintent = false;
  std::string importance;   // of a nugget: "vital" or "okay"; empty: not known
  bool is_in_part = false;  // a document has a grade above 0, if too low to count
  double weight = 0;        // 0: the measure does not count it
  ListPart a, b;
  std::uint32_t documents_a = 0, documents_b = 0;  // that have a part in the scores at this node
};

// The ranks of a pair of documents in a list, and the part that its similarity costs.
struct PairInList {
  std::uint32_t higher = 0, lower = 0;  // 0: it does not count there
  double weight = 0;                    // w / sum of w
  double amount = 0;                    // at most 0
};

struct PairDifference {
  std::string docno1, docno2;  // in the order of their names
  double similarity = 0;
  PairInList a, b;
};

// Documents of two lists that nobody has judged, of the first `depth` of each, or of all.
struct UnjudgedCounts {
  std::size_t a = 0, depth = no_cutoff;
  std::optional<std::size_t> b = {};  // none: of the ideal list
};

// Why the scores of two lists for a topic differ. In every table, a and b each add up to the scores
// but in `pairs`, where they add up to the component redundancy. Tables are sorted by the size of
// the difference; equal ones by rank or by place.
struct TopicDifference {
  std::string measure, topic;
  std::string_view formula = {};  // of the measure
  bool lower_is_better = false;
  double a = 0, b = 0;  // the scores
  std::uint32_t cutoff = no_cutoff;
  bool against_ideal = false;               // b is the ideal list
  bool a_answers = true, b_answers = true;  // has the run a list for the topic?
  const char* intents_are = "intent";       // or "nugget", or "criterion"
  bool has_weights = true;                  // of intents and nodes, which the measure reads
  bool of_answers = false;  // that were assigned to answers, which are the documents
  std::optional<UnjudgedCounts> unjudged = {};
  // For a measure of the exposure of groups: what the groups get in a and, unless b is the ideal
  // list, in b.
  std::vector<GroupExposure> groups;
  std::vector<ComponentDifference> components;
  std::vector<DocumentDifference> documents;
  // Empty where the measure sees topic-level judgments. `intents` are the nodes added up, those of
  // a hierarchy by their intent, and at topic level by the node of the first layer.
  std::vector<NodeDifference> intents, nodes;
  std::vector<PairDifference> pairs;  // of measures of similarity
  bool finds_nothing = false;         // both score 0, and neither has something relevant
};

// The part of a topic in the difference of two means.
struct TopicShare {
  std::size_t topic = 0;  // index into Scorer::topics()
  double a = 0, b = 0;    // the scores
  // (a - b) / topics of the mean, or 0 up to rounding; they add up to the difference of the means.
  double difference = 0;
};

struct MeanDifference {
  double a = 0, b = 0;  // the means over all judged topics that the measure applies to
  std::vector<TopicShare>
      topics;  // largest difference first; equal ones in the order of the topics
  bool lower_is_better = false;

  // Do topics for the difference outweigh those against it? Where the latter make up more than half
  // of the former, shares of what is left would mislead.
  bool has_shares = false;

  // The part that `difference` makes up of that of the means.
  std::optional<double> share_of(double difference) const {
    return has_shares ? std::optional(difference / (a - b)) : std::nullopt;
  }
};

// Adds up the scores of the topics, and sorts these.
void add_up(MeanDifference& mean);

// Compares two runs, or the only one with the ideal lists of each measure (IdealFunction).
class RunDifference {
 public:
  // All must live as long. Throws Error where none of a run's topics is judged.
  RunDifference(const EvaluationData& data, const Scorer& scorer, std::span<const Run> runs);

  // The remarks on the runs [check_runs()].
  const Remarks& remarks() const { return remarks_; }

  MeanDifference means(std::size_t measure) const;
  // A topic that a run lacks has an empty list.
  TopicDifference topic(std::size_t measure, std::size_t topic) const;

 private:
  const Hierarchy* hierarchy_of(std::size_t measure, std::size_t topic) const;
  std::optional<UnjudgedCounts> unjudged(std::size_t measure, std::size_t topic) const;
  std::vector<GroupExposure> groups(std::size_t measure, std::size_t topic) const;
  void add_importance(TopicDifference& difference) const;

  const EvaluationData* data_;
  const Scorer* scorer_;
  std::vector<RunScores> scores_;                      // by run
  std::vector<std::vector<const RankedList*>> lists_;  // by run and topic
  bool against_ideal_;
  bool tells_unjudged_;    // some documents are judged not relevant
  bool tells_importance_;  // some nuggets are vital, and others okay
  Remarks remarks_;
};

}  // namespace subintent::internal
