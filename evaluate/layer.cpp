#include "evaluate/layer.h"

#include <algorithm>
#include <tuple>
#include <utility>

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

Layer::Layer(std::size_t documents, std::vector<LayerNode> nodes, std::vector<Entry> entries,
             std::span<const std::uint32_t> group_of) {
  std::vector<std::int32_t> new_index(nodes.size(), -1);
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
  relevant_.resize(nodes_.size());
  for (const NodeGrade& grade : (ideal_ ? *ideal_ : grades_).all()) ++relevant_[grade.node];
}

}  // namespace subintent::internal
