#include "study/open_topic.h"

#include <algorithm>
#include <map>

#include "base/name_table.h"
#include "evaluate/scorer.h"

namespace subintent::internal {
namespace {

// The intents of the nodes of a layer, so that pairs are found.
std::vector<std::set<std::string>> intents_of(const OpenLayer& layer, const Measure& measure,
                                              const TopicQrels& judged,
                                              const Hierarchy* hierarchy) {
  std::vector<std::set<std::string>> made;
  for (const LayerNode& node : layer.nodes) {
    auto& intents = made.emplace_back();
    if (measure.record->traits.on_topic && hierarchy == nullptr) continue;
    if (hierarchy == nullptr) {
      intents.emplace(judged.intents[node.place]);
      continue;
    }
    intents.insert(hierarchy->nodes[node.place].intent);
  }
  return made;
}

const Hierarchy* hierarchy_of(const std::vector<NamedHierarchies>& named, const Measure& measure,
                              std::string_view topic) {
  if (!measure.hierarchy) return nullptr;
  const auto& topics = named[*measure.hierarchy].topics;
  const auto at = std::ranges::find(topics, topic, &Hierarchy::topic);
  return at == topics.end() ? nullptr : &*at;
}

// A number for each document, that of its group of duplicates; nothing where none is a duplicate of
// another.
std::vector<std::uint32_t> groups_of(const TopicData& topic) {
  std::vector<std::uint32_t> made;
  std::map<std::uint32_t, std::uint32_t> numbers;  // by group
  if (topic.duplicates == nullptr) return made;
  std::uint32_t groups = 0;
  for (const std::string_view docno : topic.docnos) {
    const std::uint32_t group = topic.duplicates->group(docno);
    const bool is_alone = group == Duplicates::none;
    made.push_back(is_alone ? groups : numbers.emplace(group, groups).first->second);
    groups += made.back() == groups ? 1 : 0;
  }
  if (groups == made.size()) made.clear();
  return made;
}

// The list as far down as the measure looks. Where that hangs on what is judged: all of it but what
// nobody can judge any more.
std::vector<std::int32_t> list_of(const Measure& measure, const TopicData& high, bool by_topic,
                                  const RankedList& list) {
  const SeenList seen = high.seen(list);
  if (measure.parameters.judged_only) {
    return high.judged_only(seen, seen.documents, by_topic ? high.adhoc : high.diversity);
  }
  const std::size_t depth = std::min<std::size_t>(measure.parameters.cutoff, seen.documents.size());
  return {seen.documents.begin(), seen.documents.begin() + static_cast<std::ptrdiff_t>(depth)};
}

}  // namespace

OpenTopic open_topic(const Measure& measure, const BothTopics& both, const Unjudged& unjudged,
                     std::size_t t, const ListsOfRuns& lists) {
  OpenTopic made;
  made.measure = &measure;
  made.is_official = !measure.hierarchy;
  std::vector<std::uint32_t> place_of;
  for (const std::string_view docno : both.low.docnos) {
    place_of.push_back(both.high.place_of(docno));
  }
  const Layers low = layers_of(measure, both.low), high = layers_of(measure, both.high);
  const Hierarchy* const hierarchy = hierarchy_of(unjudged.hierarchies, measure, both.high.topic);
  const Layer nothing;
  // Where a hierarchy has nodes without documents all its nodes count, else those with a relevant
  // document: which of the two, documents that become relevant may change.
  const bool counts_bare = hierarchy == nullptr || measure.parameters.least_grade == 1;
  const std::vector<std::uint32_t> groups = groups_of(both.high);
  for (std::size_t l = 0; l < high.size(); ++l) {
    made.layers.push_back(open_layer(l < low.size() ? low[l] : nothing, place_of, high[l],
                                     both.high.docnos.size(), counts_bare));
    if (!groups.empty()) add_groups_of_duplicates(groups, made.layers.back());
    made.intents.push_back(
        intents_of(made.layers.back(), measure, *both.high.diversity, hierarchy));
  }
  const bool by_topic = hierarchy != nullptr ? !hierarchy->nodes.empty() &&
                                                   hierarchy->nodes[0].intent == topic_level_intent
                                             : measure.record->traits.on_topic;
  made.lists_may_shrink = measure.parameters.judged_only;
  for (const auto& of_run : lists) {
    auto& list = made.lists.emplace_back();
    if (of_run[t] != nullptr) list = list_of(measure, both.high, by_topic, *of_run[t]);
  }
  made.pairs.resize(made.layers.empty() ? both.high.docnos.size()
                                        : made.layers[0].documents.size());
  const auto is_seen = [&](const UnjudgedPair& pair) {
    return unjudged.topics_from_intents || by_topic == (pair.intent == topic_level_intent);
  };
  for (std::uint32_t p = 0; p < unjudged.pairs[t].size(); ++p) {
    const UnjudgedPair& pair = unjudged.pairs[t][p];
    made.intents_of_pairs.emplace_back(pair.intent);
    const std::uint32_t id = both.high.place_of(pair.docno);
    if (id != NameTable::none && is_seen(pair)) made.pairs[id].push_back(p);
  }
  return made;
}

}  // namespace subintent::internal
