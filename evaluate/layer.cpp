#include "evaluate/layer.h"
#include "subintent/program.h"

#include <bit>
#include <numeric>
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
    if (new_index[node] < 0 || nodes[node].place == LayerNode::no_place) continue;
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
  relevant_.assign(nodes_.size(), 0);
  for (const NodeGrade& grade : (ideal_ ? *ideal_ : grades_).all()) ++relevant_[grade.node];
}

NodeGains::NodeGains(const Layer& layer, double alpha, bool given_weights)
    : keeps_(1.0 - alpha), gains_(layer.nodes().size(), 1.0) {
  if (!given_weights) return;
  const double sum = total_of(layer.nodes(), &LayerNode::weight);
  for (std::size_t i = 0; i < gains_.size(); ++i)
    gains_[i] = sum > 0 ? layer.nodes()[i].weight / sum : 0;
}

double NodeGains::of(std::span<const NodeGrade> nodes) const {
  return total_of(nodes, [&](const NodeGrade& node) { return gains_[node.node]; });
}

double NodeGains::take(std::span<const NodeGrade> nodes) {
  const double sum = of(nodes);
  for (const NodeGrade& node : nodes) gains_[node.node] *= keeps_;
  return sum;
}

Tournament::Tournament(std::size_t places)
    : leaves_(std::bit_ceil(std::max<std::size_t>(places, 1))), values_(2 * leaves_, -1.0) {}

void Tournament::set(std::size_t place, double value) {
  std::size_t i = leaves_ + place;
  values_[i] = value;
  for (i /= 2; i > 0; i /= 2) {
    const double higher = std::max(values_[2 * i], values_[2 * i + 1]);
    if (values_[i] == higher) break;  // and so is all above
    values_[i] = higher;
  }
}

std::size_t Tournament::last_at_least(double least) const {
  std::size_t i = 1;
  while (i < leaves_) i = values_[2 * i + 1] >= least ? 2 * i + 1 : 2 * i;
  return i - leaves_;
}

GreedyIdeal::GreedyIdeal(const Layer& layer, double alpha, bool given_weights)
    : layer_(&layer), gains_(layer, alpha, given_weights), bounds_(0) {
  for (std::size_t d = 0; d < layer.documents(); ++d) {
    const auto document = static_cast<DocumentId>(d);
    if (!layer.ideal_grades(document).empty()) documents_.push_back(document);
  }
  link_documents_with_the_same_nodes();
}

void GreedyIdeal::link_documents_with_the_same_nodes() {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  std::vector<std::size_t> order(documents_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::uint64_t> keys(documents_.size());  // the same for the same nodes
  for (const std::size_t place : order)
    for (const NodeGrade& node : nodes(place)) keys[place] = (keys[place] + node.node + 1) * factor;
  const auto compare = [&](std::size_t a, std::size_t b) {
    if (keys[a] != keys[b]) return keys[a] <=> keys[b];
    const auto x = nodes(a), y = nodes(b);
    return std::lexicographical_compare_three_way(
        x.begin(), x.end(), y.begin(), y.end(),
        [](const NodeGrade& m, const NodeGrade& n) { return m.node <=> n.node; });
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return compare(a, b) < 0; });
  next_.assign(documents_.size(), nobody);
  bounds_ = Tournament(documents_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && compare(order[i - 1], order[i]) == 0) next_[order[i]] = order[i - 1];
    const bool is_last = i + 1 == order.size() || compare(order[i], order[i + 1]) != 0;
    if (is_last) bounds_.set(order[i], gains_.of(nodes(order[i])));
  }
}

DocumentId GreedyIdeal::at(std::size_t index) {
  while (ideal_.size() <= index) extend();
  return ideal_[index];
}

Ranking GreedyIdeal::first(std::size_t count) {
  count = std::min(count, size());
  while (ideal_.size() < count) extend();
  return Ranking(ideal_).first(count);
}

// The last place whose gain, and not only its bound, is at least `least`; at the latest when no
// bound is, that of the highest bound.
std::size_t GreedyIdeal::last_of_gain(double least) {
  while (true) {
    const std::size_t place = bounds_.last_at_least(std::min(least, bounds_.highest()));
    const double gain = gains_.of(nodes(place));
    if (gain == bounds_.value(place)) return place;
    bounds_.set(place, gain);
  }
}

void GreedyIdeal::extend() {
  const double highest = bounds_.value(last_of_gain(bounds_.highest()));
  const std::size_t best = last_of_gain(highest - 1e-12 * highest);
  ideal_.push_back(documents_[best]);
  gains_.take(nodes(best));
  bounds_.set(best, -1);
  if (next_[best] != nobody) bounds_.set(next_[best], gains_.of(nodes(next_[best])));
}

GreedyIdeal& GreedyIdeals::of(const Layer& layer, double alpha, bool given_weights) {
  return ideals_.try_emplace(std::tuple(&layer, alpha, given_weights), layer, alpha, given_weights)
      .first->second;
}

}  // namespace subintent::internal
