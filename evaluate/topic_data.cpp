#include "evaluate/scorer.h"

#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "core/base/parallel.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using JudgmentsOfDocument = std::span<const Judgment>;

JudgmentsOfDocument judgments_of(const TopicQrels* qrels, std::string_view docno) {
  const std::ptrdiff_t document = qrels == nullptr ? -1 : qrels->find_document(docno);
  if (document < 0) return {};
  const auto document_of = [](const Judgment& j) { return std::ptrdiff_t{j.document}; };
  const auto& all = qrels->judgments;
  const auto first = std::ranges::lower_bound(all, document, {}, document_of);
  return {first, std::ranges::upper_bound(all, document, {}, document_of)};
}

// Are these the same bytes in memory? The text itself takes long to come from there.
bool is_in_same_place(std::string_view a, std::string_view b) {
  return a.data() == b.data() && a.size() == b.size();
}

// The places of names in a list that is sorted by bytes, as are those that are asked for.
class PlacesInOrder {
 public:
  explicit PlacesInOrder(const std::vector<std::string_view>& sorted) : sorted_(sorted) {}

  // NameTable::none where it is not there.
  std::uint32_t of(std::string_view name) {
    for (const std::uint32_t likely : {at_, at_ + 1})
      if (likely < sorted_.size() && is_in_same_place(sorted_[likely], name)) return at_ = likely;
    for (; at_ < sorted_.size(); ++at_) {
      const int order = sorted_[at_].compare(name);
      if (order >= 0) return order == 0 ? at_ : NameTable::none;
    }
    return NameTable::none;
  }

 private:
  const std::vector<std::string_view>& sorted_;
  std::uint32_t at_ = 0;
};

class TopicBuilder {
 public:
  TopicBuilder(const Judgments& judgments, const TopicQrels& diversity)
      : judgments_(judgments),
        diversity_(diversity),
        adhoc_(judgments.adhoc.find(diversity.topic)) {
    data_.topic = diversity.topic;
    data_.diversity = &diversity;
    data_.adhoc = adhoc_;
    data_.duplicates = judgments.duplicates.get();
    data_.duplicates_as = judgments.duplicates_as;
    find_penalties();
    collect_documents();
    collect_citations();
    if (data_.duplicates != nullptr) group_duplicates();
  }

  TopicData build(const std::vector<NamedHierarchies>& hierarchies,
                  const std::set<std::int32_t>& least_grades,
                  const std::vector<NamedGroups>& groups) {
    add_groups(groups);
    for (const std::int32_t least : least_grades) {
      least_grade_ = least;
      TopicLayers layers{official_layer(false), {}, topic_layer(), {}};
      if (data_.penalties != nullptr) layers.criteria = official_layer(true);
      for (const NamedHierarchies& named : hierarchies)
        layers.hierarchies.push_back(layers_of(named));
      data_.layers.emplace(least, std::move(layers));
    }
    return std::move(data_);
  }

 private:
  [[gnu::cold]] void find_penalties() {
    if (judgments_.penalties == nullptr) return;
    const auto& topics = judgments_.penalties->topics;
    const auto at = std::ranges::find(topics, data_.topic, &NuggetTopic::topic);
    if (at != topics.end()) data_.penalties = &*at;
  }

  // The documents that penalties are for, in the order of their bytes.
  [[gnu::cold]] std::vector<std::string_view> penalized() const {
    std::set<std::string_view> docnos;
    for (const Nugget& penalty : data_.penalties->nuggets) {
      for (const NuggetDocument& document : penalty.docs)
        if (is_relevant(document.grade)) docnos.insert(data_.penalties->docnos[document.document]);
    }
    return {docnos.begin(), docnos.end()};
  }

  [[gnu::cold]] void collect_citations() {
    if (judgments_.citations == nullptr) return;
    const auto& answers = judgments_.citations->find(data_.topic)->second;
    for (const std::string_view docno : data_.docnos)
      data_.citations.push_back(answers.find(docno)->second);
  }

  void collect_documents() {
    data_.docnos = relevant_docnos(diversity_);
    if (data_.penalties != nullptr) add_documents(penalized());
    if (adhoc_ != nullptr) add_documents(relevant_docnos(*adhoc_));
    data_.ids = NameTable(std::max(data_.docnos.size(), diversity_.docnos.size()));
    number(data_.docnos, {});
    number(diversity_.docnos, data_.docnos);
    if (adhoc_ != nullptr) number(adhoc_->docnos, diversity_.docnos);
  }

  // Adds those that are not there yet. Where judgments of topics are made from those of intents,
  // all are.
  void add_documents(const std::vector<std::string_view>& more) {
    if (std::ranges::equal(more, data_.docnos, is_in_same_place)) return;
    std::vector<std::string_view> both;
    std::set_union(data_.docnos.begin(), data_.docnos.end(), more.begin(), more.end(),
                   std::back_inserter(both));
    data_.docnos = std::move(both);
  }

  // Gives names numbers, but for those that come in the same order in `numbered`: most do, and are
  // in the same place in memory. The text is asked for before it is looked at.
  void number(std::span<const std::string_view> names, std::span<const std::string_view> numbered) {
    constexpr std::size_t ahead = 8;
    std::size_t at = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i + ahead < names.size()) __builtin_prefetch(names[i + ahead].data());
      if (at < numbered.size() && is_in_same_place(numbered[at], names[i]))
        ++at;
      else
        data_.ids.insert(names[i]);
    }
  }

  // A group has the number of its first document in the topic.
  void group_duplicates() {
    std::unordered_map<std::uint32_t, std::uint32_t> first_of;
    std::vector<std::uint32_t> groups;
    for (std::uint32_t document = 0; document < data_.docnos.size(); ++document) {
      const std::uint32_t group = data_.duplicates->group(data_.docnos[document]);
      groups.push_back(group == Duplicates::none
                           ? document
                           : first_of.try_emplace(group, document).first->second);
    }
    for (std::uint32_t document = 0; document < groups.size(); ++document) {
      if (groups[document] == document) continue;
      group_of_ = std::move(groups);
      return;
    }
  }

  [[gnu::cold]] void add_groups(const std::vector<NamedGroups>& groups) {
    for (const NamedGroups& named : groups) {
      TopicGroups& attribute = data_.attributes.emplace_back();
      attribute.attribute = named.name;
      attribute.groups = named.groups;
      attribute.memberships = named.groups->find(data_.topic);
      if (attribute.memberships == nullptr) continue;
      attribute.target = named.groups->target(data_.topic);
      for (const std::string_view docno : attribute.memberships->docnos.names())
        data_.group_docnos.insert(docno);
    }
    for (TopicGroups& groups : data_.attributes) {
      if (groups.memberships == nullptr) continue;
      groups.places = groups.memberships->docnos.find_all(data_.docnos);
      const auto others = groups.memberships->docnos.find_all(data_.group_docnos.names());
      groups.places.insert(groups.places.end(), others.begin(), others.end());
    }
  }

  Layer official_layer(bool with_penalties) const {
    std::vector<Layer::Entry> entries;
    std::vector<char> has_relevant(diversity_.intents.size(), 0);  // or counts without
    PlacesInOrder places(data_.docnos);
    for (const Judgment& judgment : diversity_.judgments) {
      if (!is_relevant(judgment.grade, least_grade_)) continue;
      entries.push_back(
          {places.of(diversity_.docnos[judgment.document]), judgment.intent, judgment.grade});
      has_relevant[judgment.intent] = 1;
    }
    if (judgments_.all_intents)
      for (std::size_t i = 0; i < has_relevant.size(); ++i)
        if (!marks_nonrelevant(diversity_, diversity_.intents[i])) has_relevant[i] = 1;
    const auto intents =
        static_cast<double>(std::count(has_relevant.begin(), has_relevant.end(), 1));
    std::vector<LayerNode> nodes(diversity_.intents.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (has_relevant[i] != 0) nodes[i] = official_node(diversity_.intents[i], 1 / intents);
      nodes[i].place = has_relevant[i] != 0 ? static_cast<std::uint32_t>(i) : LayerNode::no_place;
    }
    const auto cover = place_in_nuggets(nodes);
    if (with_penalties) add_penalties(nodes, entries);
    Layer layer(data_.docnos.size(), std::move(nodes), std::move(entries), group_of_,
                empty_nodes());
    layer.set_cover(cover);
    return layer;
  }

  [[gnu::cold]] void add_penalties(std::vector<LayerNode>& nodes,
                                   std::vector<Layer::Entry>& entries) const {
    for (const Nugget& penalty : data_.penalties->nuggets) {
      const auto number = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back({penalty.importance, IntentType::informational, false, number});
      for (const NuggetDocument& document : penalty.docs) {
        if (!is_relevant(document.grade, least_grade_)) continue;
        const std::string_view docno = data_.penalties->docnos[document.document];
        entries.push_back({data_.place_of(docno), number, document.grade});
      }
    }
  }

  EmptyNodes empty_nodes() const {
    return judgments_.all_intents ? EmptyNodes::kept : EmptyNodes::removed;
  }

  // Only nuggets are nodes that list no document.
  EmptyNodes empty_nodes(const Hierarchy& hierarchy) const {
    const auto is_bare = [](const HierarchyNode& node) { return node.docs.empty(); };
    const bool has_all = judgments_.all_nuggets && std::ranges::any_of(hierarchy.nodes, is_bare);
    return has_all ? EmptyNodes::kept : empty_nodes();
  }

  LayerNode official_node(std::string_view intent, double uniform) const {
    LayerNode node{uniform, IntentType::informational, false};
    if (!judgments_.intents) return node;
    const IntentInfo* const info = judgments_.intent_info(diversity_.topic, intent);
    if (info == nullptr) {
      throw Error(
          place_of_topic(*judgments_.intents, diversity_.topic, judgments_.intents_name),
          "says nothing of intent " + printable(intent) + " of topic " +
              printable(diversity_.topic) +
              (judgments_.all_intents ? ", which counts" : ", which has relevant documents"),
          "add it, or leave out the file for uniform probabilities");
    }
    node.type = info->type;
    if (info->probability) node.weight = *info->probability;
    node.is_vital = info->is_vital;
    return node;
  }

  Layer topic_layer() const {
    std::vector<Layer::Entry> entries;
    std::uint32_t nonrelevant = 0;
    PlacesInOrder places(data_.docnos);
    if (adhoc_ != nullptr) {
      for (const Judgment& judgment : adhoc_->judgments) {
        nonrelevant += judgment.grade >= 0 && !is_relevant(judgment.grade, least_grade_) ? 1 : 0;
        if (!is_relevant(judgment.grade, least_grade_)) continue;
        entries.push_back({places.of(adhoc_->docnos[judgment.document]), 0, judgment.grade});
      }
    }
    Layer layer(data_.docnos.size(), {{1, IntentType::informational, false}}, std::move(entries),
                group_of_);
    layer.set_nonrelevant_documents(nonrelevant);
    return layer;
  }

  // Intents whose grades count for each node: its own, or those of all nodes below a superintent.
  std::vector<std::set<std::ptrdiff_t>> member_intents(const Hierarchy& hierarchy) const {
    std::vector<std::set<std::ptrdiff_t>> members(hierarchy.nodes.size());
    for (std::size_t i = hierarchy.nodes.size(); i-- > 0;) {  // children come after their parents
      const HierarchyNode& node = hierarchy.nodes[i];
      if (node.intent == topic_level_intent) {
        members[i] = {0};  // the only one of topic-level judgments
        continue;
      }
      const std::ptrdiff_t intent = diversity_.find_intent(node.intent);
      if (intent >= 0) members[i] = {intent};
      if (node.parent) members[*node.parent].insert(members[i].begin(), members[i].end());
    }
    return members;
  }

  struct JudgedDocument {
    std::uint32_t id;
    JudgmentsOfDocument of_intents, of_topic;
  };

  std::vector<JudgedDocument> judged(const std::vector<std::string>& docnos) const {
    std::vector<JudgedDocument> documents;
    documents.reserve(docnos.size());
    for (const std::string& docno : docnos) {
      documents.push_back(
          {data_.place_of(docno), judgments_of(&diversity_, docno), judgments_of(adhoc_, docno)});
    }
    return documents;
  }

  // The highest grade for one of the intents. The shorter list is looked up in the longer.
  static std::int32_t highest_grade(const std::set<std::ptrdiff_t>& intents,
                                    JudgmentsOfDocument judgments) {
    const auto intent_of = [](const Judgment& j) { return std::ptrdiff_t{j.intent}; };
    std::int32_t highest = 0;
    if (judgments.size() <= intents.size()) {
      for (const Judgment& judgment : judgments)
        if (intents.contains(judgment.intent)) highest = std::max(highest, judgment.grade);
      return highest;
    }
    for (const std::ptrdiff_t intent : intents) {
      const auto at = std::ranges::lower_bound(judgments, intent, {}, intent_of);
      if (at != judgments.end() && intent_of(*at) == intent) highest = std::max(highest, at->grade);
    }
    return highest;
  }

  const Hierarchy* hierarchy_of(const std::vector<Hierarchy>& topics) const {
    const auto at = std::ranges::find(topics, diversity_.topic, &Hierarchy::topic);
    return at == topics.end() ? nullptr : &*at;
  }

  // Calls use(node, document, grade) for the documents that are relevant to the nodes of a
  // hierarchy.
  template <typename Use>
  void for_each_grade(const Hierarchy& hierarchy, Use use) const {
    const auto members = member_intents(hierarchy);
    const auto documents = judged(hierarchy.docnos);
    for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
      const HierarchyNode& node = hierarchy.nodes[i];
      for (const std::uint32_t place : node.docs) {
        const JudgedDocument& document = documents[place];
        if (document.id == NameTable::none) continue;
        const std::int32_t grade =
            highest_grade(members[i], node.intent == topic_level_intent ? document.of_topic
                                                                        : document.of_intents);
        if (is_relevant(grade, least_grade_)) use(i, document.id, grade);
      }
    }
  }

  // Grades of all nodes; with places of nodes in the hierarchy.
  std::vector<Layer::Entry> grades_of(const Hierarchy& hierarchy) const {
    std::vector<Layer::Entry> grades;
    for_each_grade(hierarchy, [&](std::uint32_t node, std::uint32_t document, std::int32_t grade) {
      grades.push_back({document, node, grade});
    });
    return grades;
  }

  // The tree of a hierarchy, without nodes that are not in its layers, and the places of the nodes
  // in it. No tree where no node needs all of its children.
  struct Cover {
    std::shared_ptr<const CoverTree> tree;
    std::vector<std::uint32_t> place;
  };

  Cover cover_of(const Hierarchy& hierarchy, const std::vector<Layer::Entry>& grades) const {
    Cover cover{nullptr, std::vector<std::uint32_t>(hierarchy.nodes.size(), 0)};
    if (std::ranges::none_of(hierarchy.nodes, &HierarchyNode::needs_all)) return cover;
    std::vector<char> is_counted(hierarchy.nodes.size(),
                                 empty_nodes(hierarchy) == EmptyNodes::kept);
    for (const Layer::Entry& grade : grades) is_counted[grade.node] = 1;
    const auto tree = std::make_shared<CoverTree>();
    std::vector<char> is_leaf(hierarchy.nodes.size(), 1);
    for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
      if (is_counted[i] == 0) continue;
      const HierarchyNode& node = hierarchy.nodes[i];
      cover.place[i] = static_cast<std::uint32_t>(tree->nodes.size());
      CoverTree::Node& added = tree->nodes.emplace_back();
      added.needs_all = node.needs_all;
      if (!node.parent || is_counted[*node.parent] == 0) continue;
      added.parent = cover.place[*node.parent];
      is_leaf[*node.parent] = 0;
    }
    std::vector<Layer::Entry> of_leaves;
    for (const Layer::Entry& grade : grades) {
      if (is_leaf[grade.node] == 0) continue;
      of_leaves.push_back({grade.document, cover.place[grade.node], grade.grade});
    }
    tree->grades = GradeTable(data_.docnos.size(), std::move(of_leaves));
    cover.tree = tree;
    return cover;
  }

  // The place of official intents that are nuggets in the tree of the nuggets, if there is one.
  [[gnu::cold]] std::shared_ptr<const CoverTree> place_in_nuggets(
      std::vector<LayerNode>& intents) const {
    if (!judgments_.nuggets) return nullptr;
    const Hierarchy* const hierarchy = hierarchy_of(*judgments_.nuggets);
    if (hierarchy == nullptr) return nullptr;
    const Cover cover = cover_of(*hierarchy, grades_of(*hierarchy));
    for (std::size_t i = 0; i < hierarchy->nodes.size(); ++i) {
      if (hierarchy->nodes[i].layer != 1) continue;
      const std::ptrdiff_t intent = diversity_.find_intent(hierarchy->nodes[i].intent);
      if (intent >= 0) intents[static_cast<std::size_t>(intent)].cover = cover.place[i];
    }
    return cover.tree;
  }

  HierarchyLayers layers_of(const NamedHierarchies& named) const {
    const Hierarchy* const hierarchy = hierarchy_of(named.topics);
    if (hierarchy == nullptr) {
      if (data_.docnos.empty()) return {};
      throw Error(Location{named.path, 0},
                  "has no hierarchy for topic " + printable(diversity_.topic) +
                      ", which has relevant documents",
                  "build it from the same qrels");
    }
    const std::vector<Layer::Entry> grades = grades_of(*hierarchy);
    const Cover cover = cover_of(*hierarchy, grades);
    std::vector<std::uint32_t> layer_place;
    std::vector<std::vector<LayerNode>> nodes(hierarchy->layers);
    for (std::uint32_t i = 0; i < hierarchy->nodes.size(); ++i) {
      const HierarchyNode& node = hierarchy->nodes[i];
      layer_place.push_back(static_cast<std::uint32_t>(nodes[node.layer - 1].size()));
      const IntentInfo* const info = judgments_.intent_info(diversity_.topic, node.intent);
      nodes[node.layer - 1].push_back({node.weight, IntentType::informational, node.dummy, i,
                                       info != nullptr && info->is_vital, cover.place[i]});
    }
    std::vector<std::vector<Layer::Entry>> entries(hierarchy->layers);
    for (const Layer::Entry& grade : grades) {
      entries[hierarchy->nodes[grade.node].layer - 1].push_back(
          {grade.document, layer_place[grade.node], grade.grade});
    }
    const EmptyNodes empty = empty_nodes(*hierarchy);
    HierarchyLayers layers;
    layers.by_adhoc = !hierarchy->nodes.empty() && hierarchy->nodes[0].intent == topic_level_intent;
    for (std::size_t l = 0; l < nodes.size(); ++l) {
      layers.layers.emplace_back(data_.docnos.size(), std::move(nodes[l]), std::move(entries[l]),
                                 group_of_, empty);
      layers.layers.back().set_cover(cover.tree);
    }
    return layers;
  }

  const Judgments& judgments_;
  const TopicQrels& diversity_;
  const TopicQrels* adhoc_;
  std::vector<std::uint32_t> group_of_;  // for layers; empty where no documents are duplicates
  std::int32_t least_grade_ = 1;         // that counts as relevant in the layers being made
  TopicData data_;
};

}  // namespace

SeenList TopicData::seen(const RankedList& list) const {
  SeenList seen;
  seen.docnos = list.docnos;
  const std::vector<std::uint32_t> found = ids.find_all(list.docnos);
  seen.documents.resize(found.size());
  seen.judged.resize(found.size());
  const auto relevant = static_cast<std::uint32_t>(docnos.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    seen.documents[i] = found[i] < relevant ? static_cast<DocumentId>(found[i]) : not_relevant;
    seen.judged[i] = found[i] != NameTable::none ? 1 : 0;
  }
  if (duplicates == nullptr) return seen;
  std::unordered_set<std::uint32_t> groups;
  std::size_t kept = 0;
  if (duplicates_as == DuplicatesAs::removed) seen.kept = list.docnos;
  for (std::size_t i = 0; i < list.docnos.size(); ++i) {
    const std::uint32_t group = duplicates->group(list.docnos[i]);
    const bool repeats = group != Duplicates::none && !groups.insert(group).second;
    seen.repeats += repeats ? 1 : 0;
    if (duplicates_as == DuplicatesAs::irrelevant) {
      if (repeats) seen.documents[i] = not_relevant;
    } else if (!repeats) {
      seen.kept[kept] = list.docnos[i];
      seen.judged[kept] = seen.judged[i];
      seen.documents[kept++] = seen.documents[i];
    }
  }
  if (duplicates_as == DuplicatesAs::removed) {
    seen.kept.resize(kept);
    seen.documents.resize(kept);
    seen.judged.resize(kept);
    seen.docnos = seen.kept;
  }
  return seen;
}

std::vector<DocumentId> TopicData::judged_only(const SeenList& list, Ranking documents,
                                               const TopicQrels* judgments) const {
  std::vector<DocumentId> judged;
  if (judgments == nullptr) return judged;
  for (std::size_t i = 0; i < list.docnos.size(); ++i)
    if (judgments->find_document(list.docnos[i]) >= 0) judged.push_back(documents[i]);
  return judged;
}

std::vector<DocumentId> TopicData::grouped(const SeenList& list) const {
  std::vector<DocumentId> documents = list.documents;
  const std::vector<std::uint32_t> places = group_docnos.find_all(list.docnos);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i] >= 0 || places[i] == NameTable::none) continue;
    documents[i] = static_cast<DocumentId>(docnos.size() + places[i]);
  }
  return documents;
}

std::vector<DocumentId> TopicData::marked(const SeenList& list, const TopicQrels* judgments) const {
  std::vector<DocumentId> documents = list.documents;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto found = judgments_of(judgments, list.docnos[i]);
    if (found.empty())
      documents[i] = unjudged_document;
    else if (std::ranges::all_of(found, [](const Judgment& j) { return j.grade < 0; }))
      documents[i] = pooled_document;
  }
  return documents;
}

bool TopicData::is_judged(std::string_view docno) const {
  return ids.find(docno) != NameTable::none;
}

std::uint32_t TopicData::place_of(std::string_view docno) const {
  const std::uint32_t found = ids.find(docno);
  return found < docnos.size() ? found : NameTable::none;
}

std::vector<TopicData> make_topic_data(const Judgments& judgments,
                                       const std::vector<NamedHierarchies>& hierarchies,
                                       std::set<std::int32_t> least_grades,
                                       const std::vector<NamedGroups>& groups) {
  least_grades.insert(1);
  const std::vector<TopicQrels>& judged = judgments.diversity.topics();
  std::vector<TopicData> topics(judged.size());
  parallel_for(judged.size(), [&](std::size_t i) {
    topics[i] = TopicBuilder(judgments, judged[i]).build(hierarchies, least_grades, groups);
  });
  return topics;
}

}  // namespace subintent::internal
