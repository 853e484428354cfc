#include "hierarchy/intents.h"

#include <numeric>
#include <unordered_map>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* cluster_advice = "run subintent cluster with the same qrels";

std::string place(std::string_view topic, std::string_view intent) {
  return "topic " + printable(topic) + ", intent " + printable(intent);
}

}  // namespace

std::vector<RelevantIntent> relevant_intents(const TopicQrels& judged) {
  std::vector<RelevantIntent> intents(judged.intents.size());
  for (std::size_t i = 0; i < intents.size(); ++i) intents[i].intent = judged.intents[i];
  for (const Judgment& judgment : judged.judgments) {
    if (!is_relevant(judgment.grade)) continue;
    intents[judgment.intent].docs.push_back(
        {judged.docnos[judgment.document], judgment.grade, judgment.document});
  }
  std::erase_if(intents, [](const RelevantIntent& intent) { return intent.docs.empty(); });
  return intents;
}

void check_documents(const Dendrogram& dendrogram, const RelevantIntent& intent,
                     const std::string& file) {
  auto relevant = intent.docs.begin();
  auto clustered = dendrogram.docs.begin();
  while (relevant != intent.docs.end() || clustered != dendrogram.docs.end()) {
    const bool missing = clustered == dendrogram.docs.end() ||
                         (relevant != intent.docs.end() && relevant->docno < *clustered);
    if (missing || relevant == intent.docs.end() || *clustered < relevant->docno) {
      const std::string_view docno = missing ? relevant->docno : std::string_view(*clustered);
      throw Error(Location{file, 0},
                  place(dendrogram.topic, dendrogram.intent) + ": document " + printable(docno) +
                      (missing ? " is judged relevant but not in the dendrogram"
                               : " is in the dendrogram but not judged relevant"),
                  cluster_advice);
    }
    ++relevant;
    ++clustered;
  }
}

std::vector<double> shares(std::vector<double> amounts) {
  const double sum = std::accumulate(amounts.begin(), amounts.end(), 0.0);
  for (double& amount : amounts) amount /= sum;
  return amounts;
}

std::vector<double> given_probabilities(const IntentTable& table, std::string_view topic,
                                        const std::vector<RelevantIntent>& intents,
                                        const std::string& file) {
  static const IntentTable::mapped_type nothing;
  const auto at = table.find(topic);
  const auto& known = at == table.end() ? nothing : at->second;
  std::vector<double> probabilities;
  for (const RelevantIntent& intent : intents) {
    const auto info = known.find(intent.intent);
    if (info == known.end() || !info->second.probability) {
      throw Error(place_of_topic(table, topic, file),
                  place(topic, intent.intent) + " has relevant documents but no probability",
                  "add a line for it");
    }
    probabilities.push_back(*info->second.probability);
  }
  if (std::all_of(probabilities.begin(), probabilities.end(), [](double p) { return p == 0; })) {
    throw Error(place_of_topic(table, topic, file),
                "the probabilities of topic " + printable(topic) +
                    " add up to 0 over the intents with relevant documents",
                "give at least one of them a probability above 0");
  }
  return shares(std::move(probabilities));
}

SuperintentTree make_superintents(const Superintents& superintents,
                                  std::span<const std::string_view> intents) {
  SuperintentTree tree;
  std::unordered_map<std::string_view, std::string_view> group_of;  // member -> superintent
  for (const auto& [name, superintent] : superintents) {
    for (const std::string& member : superintent.members) {
      group_of.emplace(member, name);
      const bool is_intent = std::binary_search(intents.begin(), intents.end(), member, label_less);
      if (!is_intent && !superintents.contains(member)) ++tree.ignored;
    }
  }
  std::unordered_map<std::string_view, std::uint32_t> index_of;
  for (const std::string_view intent : intents) {
    // Climb to the first superintent that is there already, then come down again.
    std::vector<std::string_view> path;
    auto group = group_of.find(intent);
    while (group != group_of.end() && !index_of.contains(group->second)) {
      path.push_back(group->second);
      group = group_of.find(group->second);
    }
    std::optional<std::uint32_t> parent;
    if (group != group_of.end()) parent = index_of.at(group->second);
    for (auto name = path.rbegin(); name != path.rend(); ++name) {
      const std::uint32_t layer = parent ? tree.nodes[*parent].layer + 1 : 1;
      tree.nodes.push_back({std::string(*name), parent, layer});
      parent = static_cast<std::uint32_t>(tree.nodes.size() - 1);
      index_of.emplace(*name, *parent);
      tree.layers = std::max(tree.layers, layer);
    }
    tree.parents.push_back(parent);
  }
  return tree;
}

}  // namespace subintent::internal
