#include "compare/study/difference.h"

#include <cmath>

#include "compare/study/warnings.h"
#include "evaluate/measure_table.h"
#include "evaluate/parameters.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The measures of groups, one for each cutoff.
std::vector<std::size_t> measures_by_cutoff(const std::vector<Measure>& measures) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (!measures[m].record->of_groups) continue;
    const std::uint32_t cutoff = measures[m].parameters.cutoff;
    const auto has_cutoff = [&](std::size_t other) {
      return measures[other].parameters.cutoff == cutoff;
    };
    if (std::ranges::none_of(found, has_cutoff)) found.push_back(m);
  }
  return found;
}

// The groups of an attribute, summed up topic by topic.
class AttributeExposure {
 public:
  AttributeExposure(const Scorer& scorer, std::size_t measure, std::size_t attribute,
                    std::size_t runs)
      : scorer_(scorer),
        measure_(measure),
        attribute_(attribute),
        discounted_(Parameters()),
        known_topics_(runs, 0) {
    const TopicGroups& any = scorer.topics().front().attributes[attribute];
    for (const std::string& name : any.groups->names()) {
      GroupExposure& group = groups_.emplace_back();
      group.attribute = any.attribute;
      group.group = name;
      group.cutoff = scorer.measures()[measure].parameters.cutoff;
      group.shares.resize(runs);
    }
  }

  void add(std::size_t topic, const ListOf& list) {
    const TopicGroups& attribute = scorer_.topics()[topic].attributes[attribute_];
    if (attribute.memberships == nullptr) return;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      ++groups_[g].topics;
      groups_[g].target += attribute.target[g];
    }
    for (std::size_t run = 0; run < known_topics_.size(); ++run) {
      const RankedList* const ranked = list(run, topic);
      if (ranked != nullptr) add_list(run, attribute, scorer_.ranking(measure_, topic, *ranked));
    }
  }

  // The means; nothing where the attribute applies to no topic.
  std::vector<GroupExposure> means() && {
    if (groups_.empty() || groups_[0].topics == 0) return {};
    for (GroupExposure& group : groups_) {
      group.target /= static_cast<double>(group.topics);
      for (std::size_t run = 0; run < known_topics_.size(); ++run)
        if (group.shares[run]) *group.shares[run] /= known_topics_[run];
    }
    return std::move(groups_);
  }

 private:
  void add_list(std::size_t run, const TopicGroups& attribute, Ranking ranking) {
    std::vector<double> exposure(groups_.size(), 0);
    double known = 0;
    const std::size_t count = std::min<std::size_t>(groups_[0].cutoff, ranking.size());
    for (std::size_t i = 0; i < count; ++i) {
      for (const GroupShare& group : attribute.of(ranking[i])) {
        const double part = discounted_(group.share, static_cast<std::uint32_t>(i + 1));
        exposure[group.group] += part;
        known += part;
      }
    }
    if (known == 0) return;
    known_topics_[run] += 1;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::optional<double>& share = groups_[g].shares[run];
      share = share.value_or(0) + exposure[g] / known;
    }
  }

  const Scorer& scorer_;
  std::size_t measure_, attribute_;
  Discounting discounted_;
  std::vector<GroupExposure> groups_;
  std::vector<double> known_topics_;  // by run: where its list has documents in known groups
};

// One of the two lists: its score in parts, and where its documents stand.
class ExplainedList {
 public:
  explicit ExplainedList(const ExplainedScore& explained) : explained_(&explained) {
    std::uint32_t rank = 0;
    for (const DocumentId document : explained.ranking) note(document, ++rank);
    for (const ScorePart& part : explained.parts) note(part.document, part.rank);
  }

  double score() const { return explained_->score; }
  const ScoreParts& parts() const { return explained_->parts; }
  std::uint32_t rank(DocumentId document) const {
    const auto at = ranks_.find(document);
    return at == ranks_.end() ? 0 : at->second;
  }

  // By node of a layer, the first rank that is relevant to it, and the highest grade.
  std::vector<ListPart> first_ranks(std::uint32_t layer, const Layer& nodes) const {
    std::vector<ListPart> first(nodes.nodes().size());
    const auto note = [&](std::uint32_t node, std::uint32_t rank, std::int32_t grade) {
      ListPart& part = first[node];
      if (part.rank == 0 || rank < part.rank) part.rank = rank;
      part.grade = std::max(part.grade, grade);
    };
    std::uint32_t rank = 0;
    for (const DocumentId document : explained_->ranking) {
      ++rank;
      for (const NodeGrade& node : nodes.grades(document)) note(node.node, rank, node.grade);
    }
    for (const ScorePart& part : parts()) {
      if (part.layer != layer || part.node == no_node) continue;
      note(part.node, part.rank, 0);
      if (part.document < 0) continue;
      for (const NodeGrade& node : nodes.grades(part.document))
        if (node.node == part.node) note(part.node, part.rank, node.grade);
    }
    return first;
  }

 private:
  void note(DocumentId document, std::uint32_t rank) {
    if (document < 0) return;
    const auto [at, is_new] = ranks_.emplace(document, rank);
    if (!is_new) at->second = std::min(at->second, rank);
  }

  const ExplainedScore* explained_;
  std::map<DocumentId, std::uint32_t> ranks_;
};

template <typename Row>
void sort_by_size(std::vector<Row>& rows) {
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const Row& row) { return std::abs(row.a.amount - row.b.amount); });
}

void add_difference(ListPart& part, const ScorePart& of_list) {
  part.amount += of_list.amount;
  part.lost += of_list.lost;
  if (of_list.kind != PartKind::recall) return;
  part.recall += of_list.amount;
  ++part.new_nodes;
}

// The labels of nodes; a dummy without one has that of the node it stands for.
std::vector<std::string> labels_of(const Hierarchy& hierarchy) {
  const std::vector<HierarchyNode>& nodes = hierarchy.nodes;
  std::vector<std::string> labels = mapped(nodes, &HierarchyNode::label);
  const auto deepest_first =
      ordered(nodes.size(), [&](std::size_t at) { return -std::int64_t{nodes[at].layer}; });
  for (const std::size_t at : deepest_first) {
    const auto& parent = nodes[at].parent;
    if (parent && nodes[*parent].dummy && labels[*parent].empty()) labels[*parent] = labels[at];
  }
  return labels;
}

// Makes the tables of a difference from the parts of both lists.
class DifferenceTables {
 public:
  DifferenceTables(const TopicData& topic, Layers layers, const Hierarchy* hierarchy,
                   const ExplainedScore& a, const ExplainedScore& b)
      : topic_(topic), layers_(layers), hierarchy_(hierarchy), a_(a), b_(b) {
    if (hierarchy == nullptr) return;
    names_ = node_names(*hierarchy);
    is_superintent_.resize(hierarchy->nodes.size(), 0);
    labels_ = labels_of(*hierarchy);
    for (const HierarchyNode& node : hierarchy->nodes)
      if (node.parent && hierarchy->nodes[*node.parent].intent != node.intent)
        is_superintent_[*node.parent] = 1;
  }

  std::vector<ComponentDifference> components() const {
    std::map<std::pair<PartKind, std::uint32_t>, ComponentDifference> rows;
    for_each_part([&](const ScorePart& part, bool is_a) {
      const std::uint32_t layer = hierarchy_ == nullptr ? 0 : part.layer + 1;
      ComponentDifference& row = rows[{part.kind, layer}];
      row.kind = part.kind;
      row.layer = layer;
      (is_a ? row.a : row.b) += part.amount;
    });
    return mapped(rows, [](const auto& row) { return row.second; });
  }

  std::vector<DocumentDifference> documents() const {
    std::map<DocumentId, DocumentDifference> rows;
    for_each_part([&](const ScorePart& part, bool is_a) {
      DocumentDifference& row = rows[part.document];
      add_difference(is_a ? row.a : row.b, part);
    });
    std::vector<DocumentDifference> list;
    for (auto& [document, row] : rows) {
      row.docno = docno(document);
      row.a.rank = a_.rank(document);
      row.b.rank = b_.rank(document);
      list.push_back(std::move(row));
    }
    sort_by_size(list);
    return list;
  }

  // Every node that the measure sees, from the top.
  std::vector<NodeDifference> nodes() const {
    std::vector<std::vector<NodeDifference>> rows;
    for (std::uint32_t l = 0; l < layers_.size(); ++l) rows.push_back(nodes_of_layer(l));
    std::set<std::tuple<bool, std::uint32_t, std::uint32_t, DocumentId>> counted;
    NodeDifference elsewhere;
    for_each_part([&](const ScorePart& part, bool is_a) {
      NodeDifference& row = part.node == no_node ? elsewhere : rows[part.layer][part.node];
      add_difference(is_a ? row.a : row.b, part);
      if (counted.emplace(is_a, part.layer, part.node, part.document).second)
        ++(is_a ? row.documents_a : row.documents_b);
    });
    std::vector<NodeDifference> list;
    for (auto& of_layer : rows) std::ranges::move(of_layer, std::back_inserter(list));
    if (elsewhere.a.amount != 0 || elsewhere.b.amount != 0) list.push_back(elsewhere);
    return list;
  }

  // Nodes added up by their intent; at topic level by their node in the first layer.
  std::vector<NodeDifference> intents(const std::vector<NodeDifference>& nodes) const {
    std::vector<NodeDifference> rows;
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> places;
    for (const NodeDifference& node : nodes) {
      const auto [at, is_new] = places.emplace(group_of(node), rows.size());
      if (is_new)
        rows.push_back(node);
      else
        add_node(rows[at->second], node);
    }
    count_documents(nodes, places, rows);
    sort_by_size(rows);
    return rows;
  }

  std::vector<PairDifference> pairs() const {
    std::map<std::pair<DocumentId, DocumentId>, PairDifference> rows;
    for_each_part([&](const ScorePart& part, bool is_a) {
      if (part.other < 0) return;
      const auto [first, second] = std::minmax(part.document, part.other);
      PairDifference& row = rows[{first, second}];
      row.docno1 = docno(first);
      row.docno2 = docno(second);
      row.similarity = part.similarity;
      (is_a ? row.a : row.b) = {part.other_rank, part.rank, part.weight, part.amount};
    });
    auto list = mapped(rows, [](auto& row) { return std::move(row.second); });
    sort_by_size(list);
    return list;
  }

 private:
  template <typename Use>
  void for_each_part(Use use) const {
    for (const ScorePart& part : a_.parts()) use(part, true);
    for (const ScorePart& part : b_.parts()) use(part, false);
  }

  std::string docno(DocumentId document) const {
    return document < 0 ? "" : std::string(topic_.docnos[static_cast<std::size_t>(document)]);
  }

  std::vector<NodeDifference> nodes_of_layer(std::uint32_t l) const {
    const auto first_a = a_.first_ranks(l, layers_[l]), first_b = b_.first_ranks(l, layers_[l]);
    std::vector<NodeDifference> rows;
    for (std::size_t n = 0; n < layers_[l].nodes().size(); ++n) {
      const LayerNode& node = layers_[l].nodes()[n];
      NodeDifference row;
      row.weight = node.weight;
      row.a = first_a[n];
      row.b = first_b[n];
      if (hierarchy_ == nullptr) {
        const auto& intents = topic_.diversity->intents;
        row.intent = node.place < intents.size()
                         ? intents[node.place]
                         : topic_.penalties->nuggets[node.place - intents.size()].id;
      } else {
        row.intent = hierarchy_->nodes[node.place].intent;
        row.layer = l + 1;
        row.node = node.place;
        row.name = names_[node.place];
        row.label = labels_[node.place];
        row.is_superintent = is_superintent_[node.place] != 0;
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::pair<std::string, std::uint32_t> group_of(const NodeDifference& row) const {
    if (!row.node || row.intent != topic_level_intent) return {row.intent, 0};
    std::uint32_t top = *row.node;
    while (hierarchy_->nodes[top].parent) top = *hierarchy_->nodes[top].parent;
    return {row.intent, top};
  }

  static void add_node(NodeDifference& row, const NodeDifference& node) {
    if (node.layer == row.layer) row.weight += node.weight;
    for (const auto side : {&NodeDifference::a, &NodeDifference::b}) {
      ListPart& whole = row.*side;
      const ListPart& part = node.*side;
      whole.amount += part.amount;
      whole.lost += part.lost;
      whole.recall += part.recall;
      whole.new_nodes += part.new_nodes;
      whole.grade = std::max(whole.grade, part.grade);
      if (whole.rank == 0 || (part.rank != 0 && part.rank < whole.rank)) whole.rank = part.rank;
    }
  }

  // Each document once, however many nodes of an intent it is in.
  template <typename Places>
  void count_documents(const std::vector<NodeDifference>& nodes, const Places& places,
                       std::vector<NodeDifference>& rows) const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> row_of;
    std::size_t at = 0;
    for (std::uint32_t l = 0; l < layers_.size(); ++l)
      for (std::uint32_t n = 0; n < layers_[l].nodes().size(); ++n)
        row_of[{l, n}] = places.at(group_of(nodes[at++]));
    for (NodeDifference& row : rows) row.documents_a = row.documents_b = 0;
    std::set<std::tuple<bool, std::size_t, DocumentId>> counted;
    for_each_part([&](const ScorePart& part, bool is_a) {
      if (part.node == no_node) return;
      const std::size_t row = row_of.at({part.layer, part.node});
      if (!counted.emplace(is_a, row, part.document).second) return;
      ++(is_a ? rows[row].documents_a : rows[row].documents_b);
    });
  }

  const TopicData& topic_;
  Layers layers_;
  const Hierarchy* hierarchy_;
  std::vector<std::string> names_;    // by node of the hierarchy
  std::vector<char> is_superintent_;  // likewise
  std::vector<std::string> labels_;   // likewise
  ExplainedList a_, b_;
};

bool names_nonrelevant(const Judgments& judgments) {
  return internal::names_nonrelevant(judgments.diversity) ||
         internal::names_nonrelevant(judgments.adhoc);
}

// Without importance, all nuggets are vital.
bool tells_importance(const Judgments& judgments) {
  if (!judgments.are_nuggets || !judgments.intents) return false;
  bool some_vital = false, some_okay = false;
  for (const auto& [topic, nuggets] : *judgments.intents)
    for (const auto& [label, nugget] : nuggets) (nugget.is_vital ? some_vital : some_okay) = true;
  return some_vital && some_okay;
}

}  // namespace

std::vector<GroupExposure> group_exposures(const Scorer& scorer,
                                           std::span<const std::size_t> topics, std::size_t runs,
                                           const ListOf& list) {
  std::vector<GroupExposure> exposures;
  if (scorer.topics().empty()) return exposures;
  for (const std::size_t measure : measures_by_cutoff(scorer.measures())) {
    for (std::size_t a = 0; a < scorer.topics().front().attributes.size(); ++a) {
      AttributeExposure exposure(scorer, measure, a, runs);
      for (const std::size_t topic : topics) exposure.add(topic, list);
      for (GroupExposure& group : std::move(exposure).means())
        exposures.push_back(std::move(group));
    }
  }
  return exposures;
}

RunDifference::RunDifference(const EvaluationData& data, const Scorer& scorer,
                             std::span<const Run> runs)
    : data_(&data),
      scorer_(&scorer),
      against_ideal_(runs.size() == 1),
      tells_unjudged_(names_nonrelevant(*data.judgments)),
      tells_importance_(tells_importance(*data.judgments)) {
  for (const Run& run : runs) {
    scores_.push_back(scorer.score(run));
    lists_.push_back(scorer.lists(run));
  }
  scorer.score_together(scores_);
  std::vector<CheckedRun> checked;
  for (std::size_t i = 0; i < runs.size(); ++i)
    checked.push_back({&scores_[i], runs[i].counts, runs[i].order});
  check_runs(checked, scorer, remarks_);
}

void add_up(MeanDifference& mean) {
  const auto count = static_cast<double>(mean.topics.size());
  double sum = 0, sizes = 0;
  for (TopicShare& topic : mean.topics) {
    const bool is_tie =
        std::fabs(topic.a - topic.b) <= 1e-12 * std::max(std::fabs(topic.a), std::fabs(topic.b));
    topic.difference = is_tie ? 0 : (topic.a - topic.b) / count;
    sum += topic.difference;
    sizes += std::fabs(topic.difference);
    mean.a += topic.a;
    mean.b += topic.b;
  }
  mean.a /= count;
  mean.b /= count;
  mean.has_shares = std::fabs(sum) > 1e-9 && sizes <= 3 * std::fabs(sum);
  std::ranges::stable_sort(mean.topics, std::greater<>(),
                           [](const TopicShare& topic) { return std::abs(topic.difference); });
}

MeanDifference RunDifference::means(std::size_t measure) const {
  MeanDifference means;
  means.lower_is_better = scorer_->measures()[measure].record->traits.lower_is_better;
  for (std::size_t topic = 0; topic < scorer_->topics().size(); ++topic)
    if (scorer_->applies(measure, topic)) means.topics.push_back({.topic = topic});
  if (means.topics.empty()) return means;
  parallel_for(means.topics.size(), [&](std::size_t i) {
    TopicShare& share = means.topics[i];
    share.a = scores_[0].values[measure][share.topic];
    share.b = against_ideal_ ? scorer_->explain_ideal(measure, share.topic).score
                             : scores_[1].values[measure][share.topic];
  });
  add_up(means);
  return means;
}

TopicDifference RunDifference::topic(std::size_t measure, std::size_t topic) const {
  const TopicData& data = scorer_->topics()[topic];
  const Measure& asked = scorer_->measures()[measure];
  const auto explained = [&](std::size_t run) {
    if (asked.record->traits.sees_runs) {
      const double score = scores_[run].values[measure][topic];
      return ExplainedScore{score, {{.kind = PartKind::constant, .amount = score}}, {}};
    }
    const RankedList* const list = lists_[run][topic];
    return scorer_->explain(measure, topic, list == nullptr ? RankedList{} : *list);
  };
  const ExplainedScore a = explained(0);
  ExplainedScore b =
      against_ideal_ ? scorer_->explain_ideal(measure, topic, a.ranking) : explained(1);
  if (against_ideal_ && data_->judgments->of_answers.value_or(false))  // all put together
    for (std::size_t answer = 0; answer < data.docnos.size(); ++answer)
      b.ranking.push_back(static_cast<DocumentId>(answer));
  TopicDifference difference;
  difference.measure = asked.name;
  difference.formula = asked.record->formula;
  difference.lower_is_better = asked.record->traits.lower_is_better;
  difference.topic = data.topic;
  difference.a = a.score;
  difference.b = b.score;
  difference.cutoff = asked.parameters.cutoff;
  difference.against_ideal = against_ideal_;
  difference.a_answers = lists_[0][topic] != nullptr;
  difference.b_answers = against_ideal_ || lists_[1][topic] != nullptr;
  if (data_->judgments->are_nuggets)
    difference.intents_are = data_->judgments->of_criteria ? "criterion" : "nugget";
  difference.has_weights = !leaves_weights(asked);
  difference.of_answers = data_->judgments->of_answers.value_or(false);
  difference.unjudged = unjudged(measure, topic);
  difference.groups = groups(measure, topic);
  const Hierarchy* const hierarchy = hierarchy_of(measure, topic);
  const DifferenceTables tables(data, scorer_->layers(measure, topic), hierarchy, a, b);
  difference.components = tables.components();
  difference.documents = tables.documents();
  difference.pairs = tables.pairs();
  std::vector<NodeDifference> nodes = tables.nodes();
  for (NodeDifference& node : nodes)
    if (against_ideal_ && node.weight < 0) node.b = {};  // no penalty
  const auto is_lost = [&](const NodeDifference& node) {
    const std::uint32_t last = asked.parameters.cutoff;
    return (node.a.rank == 0 || node.a.rank > last) && (node.b.rank == 0 || node.b.rank > last);
  };
  difference.finds_nothing = a.score == 0 && b.score == 0 && !nodes.empty() &&
                             !asked.record->traits.needs_no_judgments &&
                             std::ranges::all_of(nodes, is_lost);
  if (asked.record->traits.on_topic) return difference;
  difference.intents = tables.intents(nodes);
  add_importance(difference);
  for (NodeDifference& row : difference.intents) {
    if (asked.parameters.weights == NodeWeights::vital && row.importance == "okay") row.weight = 0;
    if (!difference.of_answers) continue;
    const std::ptrdiff_t intent = data.diversity->find_intent(row.intent);
    row.is_in_part = std::ranges::any_of(data.diversity->judgments, [&](const Judgment& one) {
      return std::cmp_equal(one.intent, intent) && one.grade > 0;
    });
  }
  if (hierarchy == nullptr) return difference;
  sort_by_size(nodes);
  difference.nodes = std::move(nodes);
  return difference;
}

// Counts as far down as the measure looks.
std::optional<UnjudgedCounts> RunDifference::unjudged(std::size_t measure,
                                                      std::size_t topic) const {
  const Measure& asked = scorer_->measures()[measure];
  const MeasureRecord& record = *asked.record;
  const bool sees_judgments =
      !record.of_similarity && !record.traits.sees_runs && !is_of_exposure(record);
  if (!tells_unjudged_ || !sees_judgments || record.traits.by_judged ||
      asked.parameters.judged_only || data_->judgments->of_answers.value_or(false))
    return std::nullopt;
  UnjudgedCounts counts{.depth = asked.parameters.cutoff};
  const auto count = [&](const RankedList* list) -> std::size_t {
    if (list == nullptr) return 0;
    const std::vector<char> judged = scorer_->topics()[topic].seen(*list).judged;
    const auto top = std::span(judged).first(std::min(counts.depth, judged.size()));
    return static_cast<std::size_t>(std::ranges::count(top, 0));
  };
  counts.a = count(lists_[0][topic]);
  if (!against_ideal_) counts.b = count(lists_[1][topic]);
  return counts;
}

std::vector<GroupExposure> RunDifference::groups(std::size_t measure, std::size_t topic) const {
  const Measure& asked = scorer_->measures()[measure];
  if (!is_of_exposure(*asked.record)) return {};
  const auto list = [&](std::size_t run, std::size_t t) { return lists_[run][t]; };
  auto found = group_exposures(*scorer_, {&topic, 1}, lists_.size(), list);
  const std::string& attribute = asked.parameters.attribute;
  std::erase_if(found, [&](const GroupExposure& group) {
    return group.cutoff != asked.parameters.cutoff ||
           (!attribute.empty() && group.attribute != attribute);
  });
  return found;
}

void RunDifference::add_importance(TopicDifference& difference) const {
  if (!tells_importance_) return;
  for (NodeDifference& row : difference.intents)
    if (const auto* const nugget = data_->judgments->intent_info(difference.topic, row.intent))
      row.importance = nugget->is_vital ? "vital" : "okay";
}

const Hierarchy* RunDifference::hierarchy_of(std::size_t measure, std::size_t topic) const {
  const auto& place = scorer_->measures()[measure].hierarchy;
  if (!place) return nullptr;
  for (const Hierarchy& hierarchy : data_->hierarchies[*place].topics)
    if (hierarchy.topic == scorer_->topics()[topic].topic) return &hierarchy;
  return nullptr;
}

}  // namespace subintent::internal
