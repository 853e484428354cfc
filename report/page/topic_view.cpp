#include "report/page/section.h"

#include <unordered_map>

#include "core/base/parallel.h"
#include "core/base/utf8.h"
#include "core/collection/qrels.h"
#include "hierarchy/hierarchy.h"

namespace subintent::internal {
namespace {

using Places = std::unordered_map<std::string_view, std::uint32_t>;

class HierarchyViewer {
 public:
  HierarchyViewer(const Hierarchy& hierarchy, const std::vector<ViewedIntent>& intents,
                  const Places& documents, const std::vector<std::vector<std::string>>* terms)
      : hierarchy_(hierarchy),
        intents_(intents),
        children_(children_of(hierarchy)),
        names_(node_names(hierarchy)),
        documents_(documents),
        terms_(terms) {
    for (std::uint32_t i = 0; i < intents.size(); ++i) intent_places_[intents[i].label] = i;
    view_.layers = hierarchy.layers;
    view_.all_nodes = hierarchy.nodes.size();
  }

  // Parents first, siblings from left to right. A hierarchy may be too deep for recursion.
  ViewedHierarchy view(std::string name) && {
    view_.name = std::move(name);
    add_waiting({{}, 0, 1, 1, 1}, children_.back());
    while (!waiting_.empty()) {
      const Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      view_node(next);
    }
    return std::move(view_);
  }

 private:
  // The box below which nodes are placed.
  struct Above {
    std::optional<std::uint32_t> node;  // place in the view; none: the root
    double left, width;                 // shares of the whole
    double weight;
    std::uint32_t layer;  // the first below
  };

  struct Waiting {
    Above above;
    std::uint32_t node;  // of the hierarchy
    double left, width;
  };

  const HierarchyNode& at(std::uint32_t node) const { return hierarchy_.nodes[node]; }

  // Side by side, as wide as their weights; no wider in all than their parent, whatever the weights
  // add up to.
  void add_waiting(const Above& above, const std::vector<std::uint32_t>& children) {
    double sum = 0;
    for (const std::uint32_t child : children) sum += at(child).weight;
    const double whole = std::max(above.weight, sum);
    double left = above.left;
    const std::size_t first = waiting_.size();
    for (const std::uint32_t child : children) {
      const double width = whole > 0 ? above.width * (at(child).weight / whole) : 0;
      waiting_.push_back({above, child, left, width});
      left += width;
    }
    std::reverse(waiting_.begin() + static_cast<std::ptrdiff_t>(first), waiting_.end());
  }

  // Through dummies to the node that they lead to.
  void view_node(const Waiting& next) {
    std::uint32_t index = next.node;
    while (at(index).dummy && children_[index].size() == 1) index = children_[index][0];
    const HierarchyNode& from = at(index);
    ViewedNode node;
    node.parent = next.above.node;
    node.first_layer = next.above.layer;
    node.layer = from.layer;
    node.name = names_[index];
    const auto official = intent_places_.find(from.intent);
    if (official != intent_places_.end()) node.intent = official->second;
    node.left = next.left;
    node.width = next.width;
    node.weight = from.weight;
    node.similarity = from.similarity;
    for (const std::uint32_t document : from.docs) {
      const auto place = documents_.find(hierarchy_.docnos[document]);
      if (place != documents_.end()) node.documents.push_back(place->second);
    }
    std::ranges::sort(node.documents);
    node.text = text_of(node, index);
    if (are_whole(intents_))
      node.intent = node.parent ? view_.nodes[*node.parent].intent : first_++;
    const auto place = static_cast<std::uint32_t>(view_.nodes.size());
    view_.nodes.push_back(std::move(node));
    add_waiting({place, next.left, next.width, from.weight, from.layer + 1}, children_[index]);
  }

  // A subintent has the colour of its intent, but a name of its own.
  std::string text_of(const ViewedNode& node, std::uint32_t index) const {
    const std::string& label = at(index).label;
    if (node.intent && intents_[*node.intent].label == node.name) {
      const std::string& description = intents_[*node.intent].text;
      if (!description.empty()) return one_line(description);
    }
    if (!label.empty()) return one_line(label);
    if (terms_ == nullptr) return {};
    return join((*terms_)[index], " ");
  }

  const Hierarchy& hierarchy_;
  const std::vector<ViewedIntent>& intents_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::vector<std::string> names_;
  const Places& documents_;
  const std::vector<std::vector<std::string>>* terms_;
  std::map<std::string, std::uint32_t, std::less<>> intent_places_;
  std::vector<Waiting> waiting_;  // a stack
  std::uint32_t first_ = 0;       // nodes of the first layer so far
  ViewedHierarchy view_;
};

class TopicViewer {
 public:
  TopicViewer(const PageInput& input, std::size_t topic)
      : input_(input), number_(topic), data_(input.scorer->topics()[topic]) {}

  TopicView view() {
    view_.topic = data_.topic;
    view_.query = input_.captions.query(data_.topic);
    const auto& described = input_.captions.topics;
    if (const auto at = described.find(data_.topic); at != described.end())
      view_.description = at->second.description;
    add_intents();
    collect_documents();
    add_grades();
    add_hierarchies();
    add_rankings();
    add_penalties();
    return std::move(view_);
  }

 private:
  // The intents that count, which are the nodes of the scorer's layer, in its order.
  void add_intents() {
    const Layer& layer = data_.layers.at(1).intents;
    const TopicQrels& qrels = *data_.diversity;
    for (std::uint32_t n = 0; n < layer.nodes().size(); ++n) {
      const LayerNode& node = layer.nodes()[n];
      const std::string_view label = qrels.intents[node.place];
      intent_places_[node.place] = n;
      view_.intents.push_back({std::string(label),
                               std::string(input_.captions.intent(qrels.topic, label)),
                               node.type == IntentType::navigational, node.weight,
                               layer.relevant_documents(n), node.is_vital});
    }
  }

  void add_penalties() {
    if (data_.penalties == nullptr) return;
    for (const Nugget& penalty : data_.penalties->nuggets) {
      ViewedPenalty& viewed =
          view_.penalties.emplace_back(penalty.id, penalty.text, penalty.importance);
      viewed.answers = static_cast<std::size_t>(std::ranges::count_if(
          penalty.docs, [](const NuggetDocument& document) { return document.grade > 0; }));
      for (const TopDocuments& run : input_.rankings) {
        viewed.grades.push_back(0);
        for (const NuggetDocument& document : penalty.docs)
          if (std::ranges::count(run[number_], data_.penalties->docnos[document.document]) > 0)
            viewed.grades.back() = document.grade;
      }
    }
  }

  void add_document(std::string_view docno) {
    const auto place = static_cast<std::uint32_t>(view_.documents.size());
    if (!places_.emplace(docno, place).second) return;
    const auto text = input_.captions.texts.find(docno);
    ViewedDocument& added = view_.documents.emplace_back();
    added.docno = docno;
    added.judged = data_.is_judged(docno);
    if (text != input_.captions.texts.end()) added.text = &text->second;
  }

  void collect_documents() {
    for (const std::string_view docno : data_.docnos) add_document(docno);
    std::vector<std::string_view> others;
    for (const TopDocuments& run : input_.rankings)
      others.insert(others.end(), run[number_].begin(), run[number_].end());
    std::ranges::sort(others);
    for (const std::string_view docno : others) add_document(docno);
  }

  void add_grades() {
    for (const Judgment& judgment : data_.diversity->judgments) {
      if (!is_relevant(judgment.grade)) continue;
      const std::uint32_t intent = intent_places_.at(judgment.intent);
      ViewedDocument& document =
          view_.documents[places_.at(data_.diversity->docnos[judgment.document])];
      document.grades.push_back({intent, judgment.grade});
      document.gain += view_.intents[intent].probability * judgment.grade;
    }
  }

  void add_hierarchies() {
    for (std::size_t i = 0; i < input_.data->hierarchies.size(); ++i) {
      const NamedHierarchies& named = input_.data->hierarchies[i];
      const auto at = std::ranges::find(named.topics, data_.topic, &Hierarchy::topic);
      if (at == named.topics.end()) continue;
      const auto place = static_cast<std::size_t>(at - named.topics.begin());
      const auto* terms = i < input_.terms.size() ? &input_.terms[i][place] : nullptr;
      view_.hierarchies.push_back(
          HierarchyViewer(*at, view_.intents, places_, terms).view(named.name));
    }
    if (view_.hierarchies.empty()) view_.hierarchies.push_back(official_intents());
  }

  // The intents as a hierarchy of one layer.
  ViewedHierarchy official_intents() const {
    ViewedHierarchy hierarchy{"intents", 1, view_.intents.size(), {}};
    double sum = 0, left = 0;
    for (const ViewedIntent& intent : view_.intents) sum += intent.probability;
    for (std::uint32_t i = 0; i < view_.intents.size(); ++i) {
      const ViewedIntent& intent = view_.intents[i];
      ViewedNode node;
      node.name = intent.label;
      node.text = one_line(intent.text);
      node.intent = i;
      node.weight = intent.probability;
      node.left = left;
      node.width = sum > 0 ? intent.probability / sum : 0;
      left += node.width;
      for (std::uint32_t d = 0; d < view_.documents.size(); ++d) {
        const auto& grades = view_.documents[d].grades;
        if (std::ranges::count(grades, i, &ViewedGrade::intent) > 0) node.documents.push_back(d);
      }
      hierarchy.nodes.push_back(std::move(node));
    }
    return hierarchy;
  }

  void add_rankings() {
    for (const TopDocuments& run : input_.rankings) {
      std::vector<std::uint32_t>& ranking = view_.rankings.emplace_back();
      for (const std::string& docno : run[number_]) ranking.push_back(places_.at(docno));
    }
  }

  const PageInput& input_;
  std::size_t number_;  // of the scorer's topics
  const TopicData& data_;
  TopicView view_;
  Places places_;                                                 // names are views into the input
  std::unordered_map<std::size_t, std::uint32_t> intent_places_;  // viewed, by judged intent
};

}  // namespace

std::vector<TopicView> view_topics(const PageInput& input) {
  std::vector<TopicView> views(input.topics.size());
  parallel_for(views.size(),
               [&](std::size_t i) { views[i] = TopicViewer(input, input.topics[i]).view(); });
  return views;
}

std::vector<std::uint32_t> first_ranks(const ViewedHierarchy& hierarchy,
                                       const std::vector<std::uint32_t>& ranking,
                                       std::size_t documents) {
  std::vector<std::uint32_t> rank_of(documents, 0);
  for (std::size_t i = ranking.size(); i-- > 0;)
    rank_of[ranking[i]] = static_cast<std::uint32_t>(i + 1);
  std::vector<std::uint32_t> first;
  for (const ViewedNode& node : hierarchy.nodes) {
    std::uint32_t best = 0;
    for (const std::uint32_t document : node.documents) {
      const std::uint32_t rank = rank_of[document];
      if (rank > 0 && (best == 0 || rank < best)) best = rank;
    }
    first.push_back(best);
  }
  return first;
}

}  // namespace subintent::internal
