#include "evaluate/layer.h"

#include <algorithm>
#include <tuple>

namespace subintent::internal {

Layer::Layer(std::size_t documents, std::vector<LayerNode> nodes, std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.document, a.node, -a.grade) < std::tuple(b.document, b.node, -b.grade);
  });
  std::vector<std::int32_t> new_index(nodes.size(), -1);
  for (const Entry& entry : entries) new_index[entry.node] = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    if (new_index[node] < 0) continue;
    new_index[node] = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(nodes[node]);
  }
  first_.reserve(documents + 1);
  std::size_t next = 0;
  for (std::size_t document = 0; document < documents; ++document) {
    first_.push_back(static_cast<std::uint32_t>(grades_.size()));
    for (; next < entries.size() && entries[next].document == document; ++next) {
      const auto node = static_cast<std::uint32_t>(new_index[entries[next].node]);
      if (grades_.size() > first_.back() && grades_.back().node == node) continue;
      grades_.push_back({node, entries[next].grade});
    }
  }
  first_.push_back(static_cast<std::uint32_t>(grades_.size()));
  relevant_.resize(nodes_.size());
  for (const NodeGrade& grade : grades_) ++relevant_[grade.node];
}

}  // namespace subintent::internal
