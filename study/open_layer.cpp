#include "study/open_layer.h"

#include <algorithm>
#include <map>
#include <span>

namespace subintent::internal {

void add_groups_of_duplicates(const std::vector<std::uint32_t>& group_of, OpenLayer& layer) {
  std::vector<std::map<std::uint32_t, OpenGrade>> groups;
  for (std::size_t d = 0; d < group_of.size(); ++d) {
    groups.resize(std::max<std::size_t>(groups.size(), group_of[d] + 1));
    for (const OpenGrade& grade : layer.documents[d]) {
      OpenGrade& highest = groups[group_of[d]].emplace(grade.node, grade).first->second;
      highest.low = std::max(highest.low, grade.low);
      highest.high = std::max(highest.high, grade.high);
    }
  }
  layer.first_ideal = layer.documents.size();
  for (const auto& of_group : groups) {
    auto& all = layer.documents.emplace_back();
    for (const auto& [node, grade] : of_group) all.push_back(grade);
  }
}

OpenLayer open_layer(const Layer& low, const std::vector<std::uint32_t>& place_of,
                     const Layer& high, std::size_t documents, bool counts_bare) {
  OpenLayer made;
  std::map<std::uint32_t, std::uint32_t> index;  // by place
  const auto add = [&](const LayerNode& node) {
    if (index.emplace(node.place, made.nodes.size()).second) made.nodes.push_back(node);
  };
  std::ranges::for_each(high.nodes(), add);
  std::ranges::for_each(low.nodes(), add);
  made.is_there.assign(made.nodes.size(), 0);
  for (std::size_t n = 0; n < low.nodes().size(); ++n) {
    if (!counts_bare && low.relevant_documents(n) == 0) continue;
    made.is_there[index.at(low.nodes()[n].place)] = 1;
    ++made.there;
  }
  std::vector<std::map<std::uint32_t, OpenGrade>> grades(documents);
  for (std::size_t d = 0; d < documents; ++d) {
    for (const NodeGrade& grade : high.grades(static_cast<DocumentId>(d))) {
      const std::uint32_t node = index.at(high.nodes()[grade.node].place);
      grades[d].emplace(node, OpenGrade{node, 0, grade.grade});
    }
  }
  for (std::size_t d = 0; d < place_of.size(); ++d) {
    for (const NodeGrade& grade : low.grades(static_cast<DocumentId>(d))) {
      const std::uint32_t node = index.at(low.nodes()[grade.node].place);
      OpenGrade& open =
          grades[place_of[d]].emplace(node, OpenGrade{node, 0, grade.grade}).first->second;
      open.low = grade.grade;
      open.high = std::max(open.high, grade.grade);
    }
  }
  for (const auto& of_document : grades) {
    auto& all = made.documents.emplace_back();
    for (const auto& [node, grade] : of_document) all.push_back(grade);
  }
  const auto all_are = [](std::span<const LayerNode> nodes) {
    const double weight = 1 / static_cast<double>(nodes.size());
    return std::ranges::all_of(nodes, [&](const LayerNode& n) { return n.weight == weight; });
  };
  made.may_be_uniform = made.may_grow() && all_are(high.nodes()) && all_are(low.nodes());
  return made;
}

}  // namespace subintent::internal
