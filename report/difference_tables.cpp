#include "report/difference_report.h"

#include <cmath>

namespace subintent::internal {
namespace {

// Nothing of an empty text, and of the rank or layer of what is in none.
std::optional<std::string_view> if_any(std::string_view words) {
  return words.empty() ? std::nullopt : std::optional(words);
}

std::optional<std::uint32_t> if_any(std::uint32_t rank) {
  return rank == 0 ? std::nullopt : std::optional(rank);
}

template <typename Value>
std::optional<Value> if_so(bool is_known, const Value& value) {
  return is_known ? std::optional(value) : std::nullopt;
}

void add_topic(RowColumns& row, const TopicDifference& topic) {
  row.add("measure", "name", topic.measure);
  row.add("topic", "its number", topic.topic);
}

void add_runs(RowColumns& row, const DifferenceView& view) {
  row.add("run_a", "name of A", view.a);
  row.add("run_b", "name of B; none: the ideal list", if_any(view.b));
}

void add_amounts(RowColumns& row, double a, double b, bool are_known = true) {
  row.add("a", "its part of the score of A", if_so(are_known, a));
  row.add("b", "its part of the score of B", if_so(are_known, b));
  row.add("difference", "a - b", if_so(are_known, a - b));
}

void add_words(RowColumns& row, const TopicDifference& topic, const DifferenceView& view) {
  const ListNames names{view.a, view.b.empty() ? view.ideal : view.b, true};
  const UnjudgedCounts unjudged = topic.unjudged.value_or(UnjudgedCounts());
  row.add("query", "of the topic, where it is known", if_any(view.captions.query(topic.topic)));
  row.add("words", "what makes the difference, a sentence",
          difference_in_words(topic, names, view.captions));
  row.add("unjudged_a",
          "documents of A to the cutoff that are not judged; none: the judgments do not tell",
          if_so(topic.unjudged.has_value(), unjudged.a));
  row.add("unjudged_b", "of B; none: likewise, or the ideal list", unjudged.b);
}

void add_ranks(RowColumns& row, const ListPart& a, const ListPart& b) {
  row.add("rank_a", "in A, from 1; none: it is not there", if_any(a.rank));
  row.add("rank_b", "in B, from 1; none: it is not there", if_any(b.rank));
}

void add_losses(RowColumns& row, const ListPart& a, const ListPart& b) {
  row.add("lost_a", "of A, to redundancy", a.lost);
  row.add("lost_b", "of B, to redundancy", b.lost);
}

void add_node(RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
              const DifferenceView& view, bool has_label) {
  row.add("intent", "official intent or superintent; none: what belongs to none",
          if_any(node.intent));
  row.add("weight", "in the measure; none: all have the same, or vital ones",
          if_so(topic.has_weights, node.weight));
  add_ranks(row, node.a, node.b);
  row.add("documents_a", "of A that have a part in its score here", node.documents_a);
  row.add("documents_b", "of B that have a part in its score here", node.documents_b);
  add_amounts(row, node.a.amount, node.b.amount);
  add_losses(row, node.a, node.b);
  const std::string_view about = has_label && !node.label.empty()
                                     ? std::string_view(node.label)  // rather than its intent's
                                     : caption_of(node, topic.topic, view.captions);
  row.add("about", "its description, where it is known", if_any(about));
}

const RowsOf<TopicDifference, DifferenceView> scores_rows = {
    "scores", "of a topic: a row per measure",
    [](RowColumns& row, const TopicDifference& topic, const DifferenceView& view) {
      add_topic(row, topic);
      add_runs(row, view);
      add_amounts(row, topic.a, topic.b);
      add_words(row, topic, view);
    }};

const RowsOf<TopicDifference, ComponentDifference> component_rows = {
    "components", "of a topic: a row per measure and component",
    [](RowColumns& row, const TopicDifference& topic, const ComponentDifference& part) {
      add_topic(row, topic);
      row.add("part", "gain, recall, redundancy or constant", name_of(part.kind));
      row.add("layer", "of the hierarchies, from 1; none: all", if_any(part.layer));
      add_amounts(row, part.a, part.b);
    }};

const RowsOf<TopicDifference, NodeDifference, DifferenceView> intent_rows = {
    "intents", "of a topic: a row per measure and intent",
    [](RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
       const DifferenceView& view) {
      add_topic(row, topic);
      add_node(row, topic, node, view, false);
      row.add("importance", "of a nugget, vital or okay, where it is known",
              if_any(node.importance));
    }};

const RowsOf<TopicDifference, NodeDifference, DifferenceView> node_rows = {
    "nodes", "of a topic: a row per measure and node of a hierarchy",
    [](RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
       const DifferenceView& view) {
      add_topic(row, topic);
      row.add("layer", "from 1", if_any(node.layer));
      row.add("node", "its place in the hierarchy, from 0", node.node);
      add_node(row, topic, node, view, true);
      row.add("name", "as the text has it", if_any(node.name));
    }};

const RowsOf<TopicDifference, DocumentDifference, DifferenceView> document_rows = {
    "documents", "of a topic: a row per measure and document",
    [](RowColumns& row, const TopicDifference& topic, const DocumentDifference& document,
       const DifferenceView& view) {
      const ListPart &a = document.a, &b = document.b;
      add_topic(row, topic);
      row.add("docno", "none: what belongs to no document", if_any(document.docno));
      add_ranks(row, a, b);
      add_amounts(row, a.amount, b.amount);
      row.add("new_nodes_a", "that it is the first of A to cover", a.new_nodes);
      row.add("new_nodes_b", "that it is the first of B to cover", b.new_nodes);
      row.add("recall_a", "of a: for these", a.recall);
      row.add("recall_b", "of b: for these", b.recall);
      add_losses(row, a, b);
      row.add("title", "where it is known", if_any(view.captions.document(document.docno)));
    }};

const RowsOf<TopicDifference, PairDifference> pair_rows = {
    "pairs", "of a topic and a measure of similarity: a row per pair of documents",
    [](RowColumns& row, const TopicDifference& topic, const PairDifference& pair) {
      add_topic(row, topic);
      row.add("docno1", "the first by name", pair.docno1);
      row.add("docno2", "the second", pair.docno2);
      row.add("similarity", "of the two", pair.similarity);
      row.add("higher_rank_a", "of the upper one in A", if_any(pair.a.higher));
      row.add("lower_rank_a", "of the lower one in A", if_any(pair.a.lower));
      row.add("weight_a", "of the pair in A", pair.a.weight);
      row.add("higher_rank_b", "of the upper one in B", if_any(pair.b.higher));
      row.add("lower_rank_b", "of the lower one in B", if_any(pair.b.lower));
      row.add("weight_b", "of the pair in B", pair.b.weight);
      add_amounts(row, pair.a.amount, pair.b.amount);
    }};

const RowsOf<ExplainedMean, DifferenceView> mean_rows = {
    "means", "a row per measure",
    [](RowColumns& row, const ExplainedMean& one, const DifferenceView& view) {
      const bool tested = one.tested.has_value();
      const ComparedPair pair = one.tested.value_or(ComparedPair());
      row.add("measure", "name", one.measure);
      add_runs(row, view);
      row.add("topics", "judged", one.mean.topics.size());
      add_amounts(row, one.mean.a, one.mean.b, !one.mean.topics.empty());
      row.add("test", "of the difference over topics; none against the ideal list",
              if_any(tested ? one.test.test->name : ""));
      row.add("p", "of this test", if_so(tested, pair.p));
      row.add("low", "of the interval of the difference, of confidence .95",
              if_so(tested && std::isfinite(pair.low), pair.low));
      row.add("high", "of this interval", if_so(tested && std::isfinite(pair.high), pair.high));
    }};

const RowsOf<ExplainedMean, TopicDifference, TopicShare, DifferenceView> mean_topic_rows = {
    "topics", "without a topic: a row per measure and topic",
    [](RowColumns& row, const ExplainedMean& one, const TopicDifference& topic,
       const TopicShare& share, const DifferenceView& view) {
      add_topic(row, topic);
      add_amounts(row, share.a, share.b);
      row.add("of_the_mean", "what the topic adds to the difference of the means",
              share.difference);
      row.add("share",
              "of the difference of the means; none where topics add up to three times that",
              one.mean.share_of(share.difference));
      add_words(row, topic, view);
    }};

const RowsOf<GroupExposure, DifferenceView> group_rows = {
    "groups", "with measures of groups: a row per cutoff, attribute and group",
    [](RowColumns& row, const GroupExposure& group, const DifferenceView& view) {
      const auto& shares = group.shares;
      const auto a = shares.empty() ? std::nullopt : shares.front(),
                 b = view.b.empty() || shares.empty() ? std::nullopt : shares.back();
      row.add("cutoff", "documents of a list that count; none: all",
              if_so(group.cutoff != no_cutoff, group.cutoff));
      row.add("attribute", "of documents", group.attribute);
      row.add("group", "its name", group.group);
      row.add("topics", "that the attribute applies to", group.topics);
      row.add("target", "the share of the exposure that the group should have", group.target);
      row.add("share_a", "that it has in A, the mean over topics; none: no group is known", a);
      row.add("share_b", "that it has in B", b);
      row.add("difference", "share_a - share_b", if_so(a && b, a.value_or(0) - b.value_or(0)));
    }};

}  // namespace

std::string_view name_of(PartKind kind) {
  return kind == PartKind::gain       ? "gain"
         : kind == PartKind::recall   ? "recall"
         : kind == PartKind::constant ? "constant"
                                      : "redundancy";
}

std::span<const TableRecord> difference_records() {
  static const std::vector<TableRecord> records = {
      mean_rows.record(),      mean_topic_rows.record(), scores_rows.record(),
      component_rows.record(), intent_rows.record(),     node_rows.record(),
      document_rows.record(),  pair_rows.record(),       group_rows.record()};
  return records;
}

std::vector<DataTable> topic_difference_tables(std::span<const TopicDifference> differences,
                                               const DifferenceView& view) {
  std::vector<DataTable> tables = {scores_rows.table(), component_rows.table(), intent_rows.table(),
                                   node_rows.table(),   document_rows.table(),  pair_rows.table()};
  for (const TopicDifference& topic : differences) {
    scores_rows.fill(tables[0], topic, view);
    for (const auto& part : topic.components) component_rows.fill(tables[1], topic, part);
    for (const auto& node : topic.intents) intent_rows.fill(tables[2], topic, node, view);
    for (const auto& node : topic.nodes) node_rows.fill(tables[3], topic, node, view);
    for (const auto& one : topic.documents) document_rows.fill(tables[4], topic, one, view);
    for (const auto& pair : topic.pairs) pair_rows.fill(tables[5], topic, pair);
  }
  return tables;
}

std::vector<DataTable> mean_difference_tables(std::span<const ExplainedMean> means,
                                              const DifferenceView& view) {
  std::vector<DataTable> tables = {mean_rows.table(), mean_topic_rows.table()};
  for (const ExplainedMean& one : means) {
    mean_rows.fill(tables[0], one, view);
    for (std::size_t i = 0; i < one.topics.size(); ++i)
      mean_topic_rows.fill(tables[1], one, one.topics[i], one.mean.topics[i], view);
  }
  return tables;
}

DataTable group_difference_table(std::span<const GroupExposure> exposures,
                                 const DifferenceView& view) {
  DataTable table = group_rows.table();
  for (const GroupExposure& group : exposures) group_rows.fill(table, group, view);
  return table;
}

}  // namespace subintent::internal
