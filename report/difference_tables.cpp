#include "report/difference_report.h"

#include <cmath>

namespace subintent::internal {
namespace {

constexpr CellKind text_column = CellKind::text, number_column = CellKind::number,
                   count_column = CellKind::whole;

Cell rank_cell(std::uint32_t rank) {
  return rank == 0 ? Cell() : whole(rank);
}

Cell text_cell(std::string_view words) {
  return words.empty() ? Cell() : Cell(std::string(words));
}

Cell finite_cell(double value) {
  return std::isfinite(value) ? Cell(value) : Cell();
}

void add_topic(RowColumns& row, const TopicDifference& topic) {
  row.add("measure", text_column, "name", topic.measure);
  row.add("topic", text_column, "its number", topic.topic);
}

void add_runs(RowColumns& row, const DifferenceView& view) {
  row.add("run_a", text_column, "name of A", view.a);
  row.add("run_b", text_column, "name of B; none: the ideal list", text_cell(view.b));
}

void add_amounts(RowColumns& row, double a, double b, bool are_known = true) {
  row.add("a", number_column, "its part of the score of A", are_known ? Cell(a) : Cell());
  row.add("b", number_column, "its part of the score of B", are_known ? Cell(b) : Cell());
  row.add("difference", number_column, "a - b", are_known ? Cell(a - b) : Cell());
}

void add_words(RowColumns& row, const TopicDifference& topic, const DifferenceView& view) {
  const ListNames names{view.a, view.b.empty() ? view.ideal : view.b, true};
  const auto& unjudged = topic.unjudged;
  row.add("query", text_column, "of the topic, where it is known",
          text_cell(view.captions.query(topic.topic)));
  row.add("words", text_column, "what makes the difference, a sentence",
          difference_in_words(topic, names, view.captions));
  row.add("unjudged_a", count_column,
          "documents of A to the cutoff that are not judged; none: the judgments do not tell",
          unjudged ? whole(unjudged->a) : Cell());
  row.add("unjudged_b", count_column, "of B; none: likewise, or the ideal list",
          unjudged && unjudged->b ? whole(*unjudged->b) : Cell());
}

void add_ranks(RowColumns& row, const ListPart& a, const ListPart& b) {
  row.add("rank_a", count_column, "in A, from 1; none: it is not there", rank_cell(a.rank));
  row.add("rank_b", count_column, "in B, from 1; none: it is not there", rank_cell(b.rank));
}

void add_losses(RowColumns& row, const ListPart& a, const ListPart& b) {
  row.add("lost_a", number_column, "of A, to redundancy", a.lost);
  row.add("lost_b", number_column, "of B, to redundancy", b.lost);
}

void add_node(RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
              const DifferenceView& view, bool has_label) {
  row.add("intent", text_column, "official intent or superintent; none: what belongs to none",
          text_cell(node.intent));
  row.add("weight", number_column, "in the measure; none: all have the same, or vital ones",
          topic.has_weights ? Cell(node.weight) : Cell());
  add_ranks(row, node.a, node.b);
  row.add("documents_a", count_column, "of A that have a part in its score here",
          whole(node.documents_a));
  row.add("documents_b", count_column, "of B that have a part in its score here",
          whole(node.documents_b));
  add_amounts(row, node.a.amount, node.b.amount);
  add_losses(row, node.a, node.b);
  const std::string_view about = has_label && !node.label.empty()
                                     ? std::string_view(node.label)  // rather than its intent's
                                     : caption_of(node, topic.topic, view.captions);
  row.add("about", text_column, "its description, where it is known", text_cell(about));
}

using TopicDifferenceRows = RowsOf<TopicDifference, DifferenceView>;
const TopicDifferenceRows scores_rows = {
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
      row.add("part", text_column, "gain, recall, redundancy or constant",
              std::string(name_of(part.kind)));
      row.add("layer", count_column, "of the hierarchies, from 1; none: all",
              rank_cell(part.layer));
      add_amounts(row, part.a, part.b);
    }};

const RowsOf<TopicDifference, NodeDifference, DifferenceView> intent_rows = {
    "intents", "of a topic: a row per measure and intent",
    [](RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
       const DifferenceView& view) {
      add_topic(row, topic);
      add_node(row, topic, node, view, false);
      row.add("importance", text_column, "of a nugget, vital or okay, where it is known",
              text_cell(node.importance));
    }};

const RowsOf<TopicDifference, NodeDifference, DifferenceView> node_rows = {
    "nodes", "of a topic: a row per measure and node of a hierarchy",
    [](RowColumns& row, const TopicDifference& topic, const NodeDifference& node,
       const DifferenceView& view) {
      add_topic(row, topic);
      row.add("layer", count_column, "from 1", rank_cell(node.layer));
      row.add("node", count_column, "its place in the hierarchy, from 0",
              node.node ? whole(*node.node) : Cell());
      add_node(row, topic, node, view, true);
      row.add("name", text_column, "as the text has it", text_cell(node.name));
    }};

const RowsOf<TopicDifference, DocumentDifference, DifferenceView> document_rows = {
    "documents", "of a topic: a row per measure and document",
    [](RowColumns& row, const TopicDifference& topic, const DocumentDifference& document,
       const DifferenceView& view) {
      const ListPart &a = document.a, &b = document.b;
      add_topic(row, topic);
      row.add("docno", text_column, "none: what belongs to no document", text_cell(document.docno));
      add_ranks(row, a, b);
      add_amounts(row, a.amount, b.amount);
      row.add("new_nodes_a", count_column, "that it is the first of A to cover",
              whole(a.new_nodes));
      row.add("new_nodes_b", count_column, "that it is the first of B to cover",
              whole(b.new_nodes));
      row.add("recall_a", number_column, "of a: for these", a.recall);
      row.add("recall_b", number_column, "of b: for these", b.recall);
      add_losses(row, a, b);
      row.add("title", text_column, "where it is known",
              text_cell(view.captions.document(document.docno)));
    }};

const RowsOf<TopicDifference, PairDifference> pair_rows = {
    "pairs", "of a topic and a measure of similarity: a row per pair of documents",
    [](RowColumns& row, const TopicDifference& topic, const PairDifference& pair) {
      add_topic(row, topic);
      row.add("docno1", text_column, "the first by name", pair.docno1);
      row.add("docno2", text_column, "the second", pair.docno2);
      row.add("similarity", number_column, "of the two", pair.similarity);
      row.add("higher_rank_a", count_column, "of the upper one in A", rank_cell(pair.a.higher));
      row.add("lower_rank_a", count_column, "of the lower one in A", rank_cell(pair.a.lower));
      row.add("weight_a", number_column, "of the pair in A", pair.a.weight);
      row.add("higher_rank_b", count_column, "of the upper one in B", rank_cell(pair.b.higher));
      row.add("lower_rank_b", count_column, "of the lower one in B", rank_cell(pair.b.lower));
      row.add("weight_b", number_column, "of the pair in B", pair.b.weight);
      add_amounts(row, pair.a.amount, pair.b.amount);
    }};

const RowsOf<ExplainedMean, DifferenceView> mean_rows = {
    "means", "a row per measure",
    [](RowColumns& row, const ExplainedMean& one, const DifferenceView& view) {
      const ComparedPair pair = one.tested.value_or(ComparedPair());
      const auto if_tested = [&](Cell cell) { return one.tested ? std::move(cell) : Cell(); };
      row.add("measure", text_column, "name", one.measure);
      add_runs(row, view);
      row.add("topics", count_column, "judged", whole(one.mean.topics.size()));
      add_amounts(row, one.mean.a, one.mean.b, !one.mean.topics.empty());
      row.add("test", text_column, "of the difference over topics; none against the ideal list",
              one.tested ? Cell(std::string(one.test.test->name)) : Cell());
      row.add("p", number_column, "of this test", if_tested(pair.p));
      row.add("low", number_column, "of the interval of the difference, of confidence .95",
              if_tested(finite_cell(pair.low)));
      row.add("high", number_column, "of this interval", if_tested(finite_cell(pair.high)));
    }};

const RowsOf<ExplainedMean, TopicDifference, TopicShare, DifferenceView> mean_topic_rows = {
    "topics", "without a topic: a row per measure and topic",
    [](RowColumns& row, const ExplainedMean& one, const TopicDifference& topic,
       const TopicShare& share, const DifferenceView& view) {
      const auto part = one.mean.share_of(share.difference);
      add_topic(row, topic);
      add_amounts(row, share.a, share.b);
      row.add("of_the_mean", number_column, "what the topic adds to the difference of the means",
              share.difference);
      row.add("share", number_column,
              "of the difference of the means; none where topics add up to three times that",
              part ? Cell(*part) : Cell());
      add_words(row, topic, view);
    }};

const RowsOf<GroupExposure, DifferenceView> group_rows = {
    "groups", "with measures of groups: a row per cutoff, attribute and group",
    [](RowColumns& row, const GroupExposure& group, const DifferenceView& view) {
      const auto& shares = group.shares;
      const auto a = shares.empty() ? std::nullopt : shares.front(),
                 b = view.b.empty() || shares.empty() ? std::nullopt : shares.back();
      row.add("cutoff", count_column, "documents of a list that count; none: all",
              group.cutoff == no_cutoff ? Cell() : whole(group.cutoff));
      row.add("attribute", text_column, "of documents", group.attribute);
      row.add("group", text_column, "its name", group.group);
      row.add("topics", count_column, "that the attribute applies to", whole(group.topics));
      row.add("target", number_column, "the share of the exposure that the group should have",
              group.target);
      row.add("share_a", number_column,
              "that it has in A, the mean over topics; none: no group is known", known(a));
      row.add("share_b", number_column, "that it has in B", known(b));
      row.add("difference", number_column, "share_a - share_b", a && b ? Cell(*a - *b) : Cell());
    }};

}  // namespace

std::string_view name_of(PartKind kind) {
  return kind == PartKind::gain       ? "gain"
         : kind == PartKind::recall   ? "recall"
         : kind == PartKind::constant ? "constant"
                                      : "redundancy";
}

std::span<const TableRecord> difference_records() {
  static const std::vector<TableRecord> made = {
      mean_rows.record(),      mean_topic_rows.record(), scores_rows.record(),
      component_rows.record(), intent_rows.record(),     node_rows.record(),
      document_rows.record(),  pair_rows.record(),       group_rows.record()};
  return made;
}

std::vector<DataTable> topic_difference_tables(std::span<const TopicDifference> differences,
                                               const DifferenceView& view) {
  DataTable scores = scores_rows.table(), components = component_rows.table(),
            intents = intent_rows.table(), nodes = node_rows.table(),
            documents = document_rows.table(), pairs = pair_rows.table();
  for (const TopicDifference& topic : differences) {
    scores_rows.fill(scores, topic, view);
    for (const auto& part : topic.components) component_rows.fill(components, topic, part);
    for (const auto& node : topic.intents) intent_rows.fill(intents, topic, node, view);
    for (const auto& node : topic.nodes) node_rows.fill(nodes, topic, node, view);
    for (const auto& document : topic.documents)
      document_rows.fill(documents, topic, document, view);
    for (const auto& pair : topic.pairs) pair_rows.fill(pairs, topic, pair);
  }
  return {std::move(scores), std::move(components), std::move(intents),
          std::move(nodes),  std::move(documents),  std::move(pairs)};
}

std::vector<DataTable> mean_difference_tables(std::span<const ExplainedMean> means,
                                              const DifferenceView& view) {
  DataTable table = mean_rows.table(), topics = mean_topic_rows.table();
  for (const ExplainedMean& one : means) {
    mean_rows.fill(table, one, view);
    for (std::size_t i = 0; i < one.topics.size(); ++i)
      mean_topic_rows.fill(topics, one, one.topics[i], one.mean.topics[i], view);
  }
  return {std::move(table), std::move(topics)};
}

DataTable group_difference_table(std::span<const GroupExposure> exposures,
                                 const DifferenceView& view) {
  DataTable table = group_rows.table();
  for (const GroupExposure& group : exposures) group_rows.fill(table, group, view);
  return table;
}

}  // namespace subintent::internal
