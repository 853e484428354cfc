#include "hierarchy/nuggets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "hierarchy/intents.h"
#include "io/content.h"
#include "io/input_file.h"

namespace subintent::internal {
namespace {

using Documents = std::vector<std::uint32_t>;  // places, ascending

// The documents of a nugget that are relevant to it or to a part of it: places in
// NuggetTopic::docnos.
Documents relevant_below(const Nugget& nugget) {
  Documents documents;
  std::vector<NuggetDocument> room;
  for (const NuggetDocument& document : documents_below(nugget, room)) {
    if (is_relevant(document.grade)) documents.push_back(document.document);
  }
  return documents;
}

// What becomes a node: a nugget or a part of one, with its documents.
struct Part {
  std::string_view text;
  bool needs_all = false;
  double importance = 1;
  Documents docs;
  std::vector<Part> parts;
  std::uint32_t layers = 1;  // with those below
};

class TopicTree {
 public:
  TopicTree(const NuggetTopic& topic, bool all_intents) : topic_(topic), all_(all_intents) {}

  // How many nuggets have no relevant document.
  std::uint64_t without_relevant() const { return without_relevant_; }

  // Nothing where the topic has no relevant document.
  std::optional<Hierarchy> build() {
    std::vector<Part> parts;
    std::vector<const std::string*> ids;
    for (const Nugget& nugget : topic_.nuggets) {
      Part part = part_of(nugget);
      without_relevant_ += part.docs.empty() ? 1 : 0;
      if (part.docs.empty() && !all_) continue;
      made_.layers = std::max(made_.layers, part.layers);
      parts.push_back(std::move(part));
      ids.push_back(&nugget.id);
    }
    number_documents(parts);
    if (made_.docnos.empty()) return std::nullopt;
    const std::vector<double> weights = weights_of(parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      add(parts[i], std::nullopt, 1, *ids[i], weights[i]);
    }
    made_.topic = topic_.topic;
    sort_nodes(made_.nodes);
    return std::move(made_);
  }

 private:
  Part part_of(const Nugget& nugget) const {
    Part part{nugget.text, nugget.needs_all, nugget.importance, relevant_below(nugget), {}, 1};
    Documents of_parts;
    for (const Nugget& below : nugget.parts) {
      Part made = part_of(below);
      if (made.docs.empty() && !all_) continue;
      of_parts.insert(of_parts.end(), made.docs.begin(), made.docs.end());
      part.layers = std::max(part.layers, made.layers + 1);
      part.parts.push_back(std::move(made));
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
    for (const Part& part : parts) {
      relevant.insert(relevant.end(), part.docs.begin(), part.docs.end());
    }
    const auto docno = [&](std::uint32_t place) { return topic_.docnos[place]; };
    std::ranges::sort(relevant, {}, docno);
    relevant.erase(std::unique(relevant.begin(), relevant.end()), relevant.end());
    place_.resize(topic_.docnos.size());
    for (const std::uint32_t document : relevant) {
      place_[document] = static_cast<std::uint32_t>(made_.docnos.size());
      made_.docnos.emplace_back(docno(document));
    }
  }

  void add(const Part& part, std::optional<std::uint32_t> parent, std::uint32_t layer,
           const std::string& intent, double weight) {
    const bool is_leaf = part.parts.empty();
    for (; is_leaf && layer < made_.layers; ++layer) {
      parent = add_node(part, parent, layer, intent, weight);
      made_.nodes.back().dummy = true;
    }
    parent = add_node(part, parent, layer, intent, weight);
    if (is_leaf) return;
    made_.nodes.back().needs_all = part.needs_all;
    const std::vector<double> weights = weights_of(part.parts);
    for (std::size_t i = 0; i < part.parts.size(); ++i) {
      add(part.parts[i], parent, layer + 1, intent, weight * weights[i]);
    }
  }

  // Its index.
  std::uint32_t add_node(const Part& part, std::optional<std::uint32_t> parent, std::uint32_t layer,
                         const std::string& intent, double weight) {
    entries_ += part.docs.size() + 1;
    if (entries_ > max_document_entries) {
      throw Error(topic_.where,
                  fmt::format("topic {}: the nodes of its hierarchy list more than {} documents",
                              printable(topic_.topic), max_document_entries),
                  "split the topic");
    }
    HierarchyNode& node = made_.nodes.emplace_back();
    node.parent = parent;
    node.layer = layer;
    node.intent = intent;
    node.weight = weight;
    node.label = part.text;
    for (const std::uint32_t document : part.docs) node.docs.push_back(place_[document]);
    std::ranges::sort(node.docs);
    return static_cast<std::uint32_t>(made_.nodes.size() - 1);
  }

  const NuggetTopic& topic_;
  bool all_;
  std::uint64_t without_relevant_ = 0;
  std::uint64_t entries_ = 0;         // documents of nodes, and nodes
  std::vector<std::uint32_t> place_;  // of each document in the hierarchy's docnos
  Hierarchy made_;
};

// The source, or what is in it where it can be read once only, such as a pipe.
Source twice_readable(const Source& source) {
  std::error_code ignored;
  if (source.is_memory() || std::filesystem::is_regular_file(source.path(), ignored)) return source;
  return Source::memory(Content(source).bytes(), source.name());
}

}  // namespace

NuggetHierarchies hierarchies_of(const NuggetBank& bank, bool all_intents) {
  NuggetHierarchies made;
  for (const NuggetTopic& topic : bank.topics) {
    TopicTree tree(topic, all_intents);
    std::optional<Hierarchy> hierarchy = tree.build();
    made.nuggets += topic.nuggets.size();
    made.without_relevant += tree.without_relevant();
    if (hierarchy) {
      made.hierarchies.push_back(std::move(*hierarchy));
    } else {
      ++made.topics_without_relevant;
    }
  }
  return made;
}

std::vector<Hierarchy> read_hierarchies_or_nuggets(const Source& given, bool all_intents) {
  const Source source = twice_readable(given);
  ByteStream stream(source);
  std::string beginning(1 << 16, '\0');
  beginning.resize(stream.read(beginning.data(), beginning.size()));
  if (!holds_nuggets(beginning)) return read_hierarchies(source);
  return hierarchies_of(read_nuggets({&source, 1}), all_intents).hierarchies;
}

}  // namespace subintent::internal
