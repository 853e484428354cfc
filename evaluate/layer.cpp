#include "evaluate/layer.h"

#include <tuple>

namespace subintent::internal {

GradeTable::GradeTable(std::size_t documents, std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.document, a.node, -a.grade) < std::tuple(b.document, b.node, -b.grade);
  });
  first_.reserve(documents + 1);
  std::size_t next = 0;
  for (std::size_t document = 0; document < documents; ++document) {
    first_.push_back(static_cast<std::uint32_t>(grades_.size()));
    for (; next < entries.size() && entries[next].document == document; ++next) {
      const std::uint32_t node = entries[next].node;
      if (grades_.size() > first_.back() && grades_.back().node == node) continue;
      grades_.push_back({node, entries[next].grade});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(grades_.size()));
}

std::vector<double> CoverTree::covered(Ranking ranking,
                                       const std::function<double(std::int32_t)>& worth) const {
  std::vector<double> values(nodes.size(), 0);
  for (const DocumentId document : ranking) {
    if (document < 0) continue;
    for (const NodeGrade& leaf : grades.of(static_cast<std::size_t>(document)))
      values[leaf.node] = std::max(values[leaf.node], worth(leaf.grade));
  }
  std::vector<char> has_child(nodes.size(), 0);
  for (std::size_t i = nodes.size(); i-- > 0;) {  // children come after their parents
    if (!nodes[i].parent) continue;
    const std::uint32_t parent = *nodes[i].parent;
    double& value = values[parent];
    if (std::exchange(has_child[parent], 1) == 0)
      value = values[i];
    else
      value = nodes[parent].needs_all ? std::min(value, values[i]) : std::max(value, values[i]);
  }
  return values;
}

Layer::Layer(std::size_t documents, std::vector<LayerNode> nodes, std::vector<Entry> entries,
             std::span<const std::uint32_t> group_of, EmptyNodes empty) {
  std::vector<std::int32_t> new_index(nodes.size(), empty == EmptyNodes::kept ? 0 : -1);
  for (const Entry& entry : entries) new_index[entry.node] = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (new_index[node] < 0) continue;
    new_index[node] = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(nodes[node]);
  }
  for (Entry& entry : entries) entry.node = static_cast<std::uint32_t>(new_index[entry.node]);
  if (!group_of.empty()) {
    std::vector<Entry> of_groups = entries;
    for (Entry& entry : of_groups) entry.document = group_of[entry.document];
    ideal_.emplace(documents, std::move(of_groups));
  }
  grades_ = GradeTable(documents, std::move(entries));
  count_relevant();
}

void Layer::count_relevant() {
  relevant_.assign(nodes_.size(), 0);
  for (const NodeGrade& grade : (ideal_ ? *ideal_ : grades_).all()) ++relevant_[grade.node];
}

}  // namespace subintent::internal
