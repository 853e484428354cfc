#include "hierarchy/nuggets.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <numeric>
#include <system_error>
#include <unordered_map>

#include "core/io/content.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* cluster_advice = "run subintent cluster with the same qrels";

std::string place(std::string_view topic, std::string_view intent) {
  return "topic " + printable(topic) + ", intent " + printable(intent);
}

using Documents = std::vector<std::uint32_t>;  // places, ascending

// The documents of a nugget that are relevant to it or to a part of it: places in
// NuggetTopic::docnos.
Documents relevant_below(const Nugget& nugget) {
  Documents documents;
  std::vector<NuggetDocument> room;
  for (const NuggetDocument& document : documents_below(nugget, room))
    if (is_relevant(document.grade)) documents.push_back(document.document);
  return documents;
}

struct Part {
  std::string_view text;
  bool needs_all = false;
  double importance = 1;
  Documents docs;
  std::vector<Part> parts;
  std::uint32_t layers = 1;                  // with those below
  std::string_view intent = {}, group = {};  // of a nugget
};

struct Group {
  std::string_view text;
  double weight = 0;
  std::vector<std::size_t> members;
};

class NuggetTree {
 public:
  NuggetTree(const NuggetTopic& topic, bool all_intents) : topic_(topic), all_(all_intents) {}

  // How many nuggets have no relevant document.
  std::uint64_t without_relevant() const { return without_relevant_; }

  // Nothing where the topic has no relevant document.
  std::optional<Hierarchy> build() {
    std::vector<Part> parts;
    for (const Nugget& nugget : topic_.nuggets) {
      Part part = part_of(nugget);
      without_relevant_ += part.docs.empty() ? 1 : 0;
      if (part.docs.empty() && !all_) continue;
      part.intent = nugget.id;
      part.group = nugget.group;
      parts.push_back(std::move(part));
    }
    number_documents(parts);
    if (hierarchy_.docnos.empty()) return std::nullopt;
    const std::vector<double> weights = weights_of(parts);
    const std::vector<Group> groups = groups_of(parts, weights);
    for (const Part& part : parts)
      hierarchy_.layers = std::max(hierarchy_.layers, part.layers + (groups.empty() ? 0 : 1));
    if (groups.empty())
      for (std::size_t i = 0; i < parts.size(); ++i)
        add(parts[i], std::nullopt, 1, parts[i].intent, weights[i]);
    for (const Group& group : groups) add_group(group, parts, weights);
    hierarchy_.topic = topic_.topic;
    sort_nodes(hierarchy_.nodes);
    return std::move(hierarchy_);
  }

 private:
  // In the order of their first nuggets; none where no nugget has any.
  static std::vector<Group> groups_of(const std::vector<Part>& parts,
                                      const std::vector<double>& weights) {
    std::vector<Group> groups;
    if (std::ranges::all_of(parts, [](const Part& part) { return part.group.empty(); })) return {};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      auto at = std::ranges::find(groups, parts[i].group, &Group::text);
      if (at == groups.end() || parts[i].group.empty())
        at = groups.insert(groups.end(), Group{parts[i].group, 0, {}});
      at->weight += weights[i];
      at->members.push_back(i);
    }
    return groups;
  }

  // Sub-narratives are superintents S1, S2, ...; above a nugget of none is a dummy.
  void add_group(const Group& group, const std::vector<Part>& parts,
                 const std::vector<double>& weights) {
    Part node;
    const bool is_none = group.text.empty();
    node.text = is_none ? parts[group.members[0]].text : group.text;
    for (const std::size_t i : group.members)
      node.docs.insert(node.docs.end(), parts[i].docs.begin(), parts[i].docs.end());
    std::ranges::sort(node.docs);
    node.docs.erase(std::unique(node.docs.begin(), node.docs.end()), node.docs.end());
    const std::string name =
        is_none ? std::string(parts[group.members[0]].intent) : fmt::format("S{}", ++groups_added_);
    const std::uint32_t parent = add_node(node, std::nullopt, 1, name, group.weight);
    hierarchy_.nodes.back().dummy = is_none;
    for (const std::size_t i : group.members) add(parts[i], parent, 2, parts[i].intent, weights[i]);
  }

  Part part_of(const Nugget& nugget) const {
    Part part{nugget.text, nugget.needs_all, nugget.importance, relevant_below(nugget), {}};
    Documents of_parts;
    for (const Nugget& below : nugget.parts) {
      Part child = part_of(below);
      if (child.docs.empty() && !all_) continue;
      of_parts.insert(of_parts.end(), child.docs.begin(), child.docs.end());
      part.layers = std::max(part.layers, child.layers + 1);
      part.parts.push_back(std::move(child));
    }
    std::ranges::sort(of_parts);
    Part rest;
    std::ranges::set_difference(part.docs, of_parts, std::back_inserter(rest.docs));
    if (!part.parts.empty() && !rest.docs.empty()) part.parts.push_back(std::move(rest));
    return part;
  }

  // Equal where nothing is of importance.
  static std::vector<double> weights_of(const std::vector<Part>& parts) {
    const bool any =
        std::ranges::any_of(parts, [](const Part& part) { return part.importance > 0; });
    std::vector<double> amounts;
    for (const Part& part : parts) amounts.push_back(any ? part.importance : 1);
    return shares(std::move(amounts));
  }

  // The docnos of the hierarchy are the relevant ones, sorted.
  void number_documents(const std::vector<Part>& parts) {
    Documents relevant;
    for (const Part& part : parts)
      relevant.insert(relevant.end(), part.docs.begin(), part.docs.end());
    const auto docno = [&](std::uint32_t place) { return topic_.docnos[place]; };
    std::ranges::sort(relevant, {}, docno);
    relevant.erase(std::unique(relevant.begin(), relevant.end()), relevant.end());
    place_.resize(topic_.docnos.size());
    for (const std::uint32_t document : relevant) {
      place_[document] = static_cast<std::uint32_t>(hierarchy_.docnos.size());
      hierarchy_.docnos.emplace_back(docno(document));
    }
  }

  void add(const Part& part, std::optional<std::uint32_t> parent, std::uint32_t layer,
           std::string_view intent, double weight) {
    const bool is_leaf = part.parts.empty();
    for (; is_leaf && layer < hierarchy_.layers; ++layer) {
      parent = add_node(part, parent, layer, intent, weight);
      hierarchy_.nodes.back().dummy = true;
    }
    parent = add_node(part, parent, layer, intent, weight);
    if (is_leaf) return;
    hierarchy_.nodes.back().needs_all = part.needs_all;
    const std::vector<double> weights = weights_of(part.parts);
    for (std::size_t i = 0; i < part.parts.size(); ++i)
      add(part.parts[i], parent, layer + 1, intent, weight * weights[i]);
  }

  // Its index.
  std::uint32_t add_node(const Part& part, std::optional<std::uint32_t> parent, std::uint32_t layer,
                         std::string_view intent, double weight) {
    entries_ += part.docs.size() + 1;
    if (entries_ > max_document_entries) {
      throw Error(topic_.where,
                  fmt::format("topic {}: the nodes of its hierarchy list more than {} documents",
                              printable(topic_.topic), max_document_entries),
                  "split the topic");
    }
    HierarchyNode& node = hierarchy_.nodes.emplace_back();
    node.parent = parent;
    node.layer = layer;
    node.intent = intent;
    node.weight = weight;
    node.label = part.text;
    for (const std::uint32_t document : part.docs) node.docs.push_back(place_[document]);
    std::ranges::sort(node.docs);
    return static_cast<std::uint32_t>(hierarchy_.nodes.size() - 1);
  }

  const NuggetTopic& topic_;
  bool all_;
  std::uint64_t without_relevant_ = 0, groups_added_ = 0;
  std::uint64_t entries_ = 0;         // documents of nodes, and nodes
  std::vector<std::uint32_t> place_;  // of each document in the hierarchy's docnos
  Hierarchy hierarchy_;
};

// The source, or what is in it where it can be read once only, such as a pipe.
Source twice_readable(const Source& source) {
  std::error_code ignored;
  if (source.is_memory() || std::filesystem::is_regular_file(source.path(), ignored)) return source;
  return Source::memory(Content(source).bytes(), source.name());
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

NuggetHierarchies hierarchies_of(const NuggetBank& bank, bool all_intents) {
  NuggetHierarchies hierarchies;
  for (const NuggetTopic& topic : bank.topics) {
    NuggetTree tree(topic, all_intents);
    std::optional<Hierarchy> hierarchy = tree.build();
    hierarchies.nuggets += topic.nuggets.size();
    hierarchies.without_relevant += tree.without_relevant();
    if (hierarchy)
      hierarchies.hierarchies.push_back(std::move(*hierarchy));
    else
      ++hierarchies.topics_without_relevant;
  }
  return hierarchies;
}

std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& given, bool all_intents) {
  refuse_made_folder(given);
  const Source source = twice_readable(given);
  ByteStream stream(source);
  std::string beginning(1 << 16, '\0');
  beginning.resize(stream.read(beginning.data(), beginning.size()));
  if (!holds_nuggets(beginning)) return read_hierarchies(source);
  return hierarchies_of(read_nuggets({&source, 1}), all_intents).hierarchies;
}

}  // namespace subintent::internal
