#include "hierarchy/superintents.h"

#include <algorithm>
#include <unordered_map>

namespace subintent::internal {

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
