#include "compare/study/losses.h"

namespace subintent::internal {
namespace {

constexpr std::string_view names[stage_count] = {"not_judged", "not_retrieved", "below_cutoff",
                                                 "not_cited",  "not_said",      "without_citation",
                                                 "covered"};
constexpr std::string_view words[stage_count] = {
    "not in the judgments", "not retrieved",         "below the cutoff", "retrieved but not cited",
    "cited but not said",   "said without citation", "covered"};

using LossesDocuments = std::set<std::string_view>;

// The list of a topic, whose name in the run may have a prefix.
const RankedList* list_of(const Run* run, std::string_view topic) {
  if (run == nullptr) return nullptr;
  if (const RankedList* const list = run->find(topic)) return list;
  const auto found = std::ranges::find_if(
      run->topics, [&](const RankedList& list) { return topic_number(list.topic) == topic; });
  return found == run->topics.end() ? nullptr : &*found;
}

class TopicLooker {
 public:
  TopicLooker(const LossInputs& inputs, const TopicQrels& judged)
      : inputs_(inputs), judged_(judged) {
    if (const RankedList* const list = list_of(inputs.retrieved, judged.topic)) {
      for (std::size_t i = 0; i < list->docnos.size(); ++i) {
        rank_.emplace(list->docnos[i], static_cast<std::uint32_t>(i + 1));
      }
    }
    if (const RankedList* const list = list_of(inputs.cited, judged.topic)) {
      cited_.insert(list->docnos.begin(), list->docnos.end());
    }
    for (const Judgment& judgment : judged.judgments) {
      if (judgment.grade < inputs.least_grade) continue;
      holders_[judged.intents[judgment.intent]].insert(judged.docnos[judgment.document]);
    }
    find_said();
  }

  // The documents that hold an intent.
  const LossesDocuments& holders(std::string_view intent) const {
    static const LossesDocuments none;
    const auto found = holders_.find(intent);
    return found == holders_.end() ? none : found->second;
  }

  bool is_said(std::string_view intent) const { return said_.contains(intent); }

  // Follows something that these documents hold.
  void look(const LossesDocuments& documents, bool said, LostNode& node) const {
    bool is_cited = false;
    for (const std::string_view document : documents) {
      const auto at = rank_.find(document);
      if (at != rank_.end() && (node.rank == 0 || at->second < node.rank)) node.rank = at->second;
      is_cited = is_cited || cited_.contains(document);
    }
    node.stage = stage_of(documents.empty(), node.rank, is_cited, said);
  }

 private:
  Stage stage_of(bool is_bare, std::uint32_t rank, bool is_cited, bool said) const {
    const bool answers = inputs_.answers != nullptr, cites = inputs_.cited != nullptr;
    if (answers && said && (is_cited || !cites)) return Stage::covered;
    // A cited document has reached the answer, wherever it was found.
    if (is_cited) return answers ? Stage::not_said : Stage::covered;
    if (is_bare) return Stage::not_judged;
    if (rank == 0) return Stage::not_retrieved;
    if (rank > inputs_.cutoff) return Stage::below_cutoff;
    if (answers && said) return Stage::without_citation;
    if (cites) return Stage::not_cited;
    return answers ? Stage::not_said : Stage::covered;
  }

  // Intents of the answers are those of the judgments that have the same words, else the same name.
  void find_said() {
    if (inputs_.answers == nullptr) return;
    const TopicQrels* const topic = inputs_.answers->find(judged_.topic);
    if (topic == nullptr) return;
    const std::ptrdiff_t answer = topic->find_document(inputs_.answer);
    for (const Judgment& judgment : topic->judgments) {
      if (judgment.document != answer || judgment.grade < inputs_.least_grade) continue;
      said_.insert(topic->intents[judgment.intent]);
    }
  }

  const LossInputs& inputs_;
  const TopicQrels& judged_;
  std::unordered_map<std::string_view, std::uint32_t> rank_;
  LossesDocuments cited_, said_;
  std::map<std::string_view, LossesDocuments, LabelLess> holders_;
};

// The description of an intent; nullptr if there is none.
const IntentInfo* info_of(const Judgments& judgments, std::string_view topic,
                          std::string_view intent) {
  if (!judgments.intents) return nullptr;
  const auto at = judgments.intents->find(topic);
  if (at == judgments.intents->end()) return nullptr;
  const auto found = at->second.find(intent);
  return found == at->second.end() ? nullptr : &found->second;
}

std::string text_of(const Judgments& judgments, std::string_view topic, std::string_view intent) {
  const auto at = judgments.topics.find(topic);
  if (at == judgments.topics.end()) return {};
  const auto found = at->second.intents.find(intent);
  return found == at->second.intents.end() ? std::string() : found->second.text;
}

// So that they add up to 1; where they are all 0 they are all the same.
void normalise(std::span<LostNode> nodes) {
  double sum = 0;
  for (const LostNode& node : nodes) sum += node.weight;
  for (LostNode& node : nodes) {
    node.weight = sum > 0 ? node.weight / sum : 1 / static_cast<double>(nodes.size());
  }
}

void add_intents(const LossInputs& inputs, const TopicQrels& judged, const TopicLooker& looker,
                 TopicLosses& made) {
  const Judgments& judgments = *inputs.data->judgments;
  const bool has_none = std::ranges::all_of(
      judged.intents, [&](std::string_view intent) { return looker.holders(intent).empty(); });
  for (const std::string_view intent : judged.intents) {
    const LossesDocuments& documents = looker.holders(intent);
    if (documents.empty() && !has_none && !judgments.all_intents) continue;
    const IntentInfo* const info = info_of(judgments, judged.topic, intent);
    LostNode node{std::string(intent), text_of(judgments, judged.topic, intent)};
    const double given = info != nullptr ? info->probability.value_or(1) : 1;
    node.weight = inputs.is_weighted ? given : 1;
    looker.look(documents, looker.is_said(intent), node);
    made.nodes.push_back(std::move(node));
  }
  normalise(made.nodes);
}

// The documents of a node that are relevant to an intent below it, and whether one of these is
// said.
void add_layers(const LossInputs& inputs, const Hierarchy& hierarchy, const TopicLooker& looker,
                TopicLosses& made) {
  std::vector<std::set<std::string_view>> intents(hierarchy.nodes.size());
  for (std::size_t i = hierarchy.nodes.size(); i-- > 0;) {  // children come after their parents
    const HierarchyNode& node = hierarchy.nodes[i];
    if (intents[i].empty()) intents[i] = {node.intent};
    if (node.parent) intents[*node.parent].insert(intents[i].begin(), intents[i].end());
  }
  for (std::uint32_t layer = 1; layer <= hierarchy.layers; ++layer) {
    const std::size_t first = made.nodes.size();
    for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
      const HierarchyNode& node = hierarchy.nodes[i];
      if (node.layer != layer) continue;
      LossesDocuments documents;
      bool said = false;
      for (const std::uint32_t document : node.docs) documents.insert(hierarchy.docnos[document]);
      LossesDocuments relevant;
      for (const std::string_view intent : intents[i]) {
        said = said || looker.is_said(intent);
        for (const std::string_view docno : looker.holders(intent)) {
          if (documents.contains(docno)) relevant.insert(docno);
        }
      }
      LostNode lost{node.intent, node.label, layer, inputs.is_weighted ? node.weight : 1};
      looker.look(relevant, said, lost);
      made.nodes.push_back(std::move(lost));
    }
    normalise(std::span(made.nodes).subspan(first));
  }
}

}  // namespace

std::string_view name_of(Stage stage) {
  return names[static_cast<std::size_t>(stage)];
}

std::string_view words_of(Stage stage) {
  return words[static_cast<std::size_t>(stage)];
}

std::vector<TopicLosses> losses_of(const LossInputs& inputs) {
  std::vector<TopicLosses> topics;
  for (const TopicQrels& judged : inputs.data->judgments->diversity.topics()) {
    TopicLosses made{std::string(judged.topic), {}};
    const TopicLooker looker(inputs, judged);
    add_intents(inputs, judged, looker, made);
    for (const NamedHierarchies& named : inputs.data->hierarchies) {
      const auto at = std::ranges::find(named.topics, judged.topic, &Hierarchy::topic);
      if (at != named.topics.end()) add_layers(inputs, *at, looker, made);
    }
    topics.push_back(std::move(made));
  }
  return topics;
}

std::array<double, stage_count> shares_of(const TopicLosses& topic, std::uint32_t layer) {
  std::array<double, stage_count> shares{};
  for (const LostNode& node : topic.nodes) {
    if (node.layer == layer) shares[static_cast<std::size_t>(node.stage)] += node.weight;
  }
  return shares;
}

}  // namespace subintent::internal
