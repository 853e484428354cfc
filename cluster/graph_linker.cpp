#include "cluster/graph_linker.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace subintent::internal {
namespace {

__extension__ using Wide = __int128;

}  // namespace

GraphLinker::GraphLinker(SparseGraph graph, std::size_t short_list)
    : short_list_(short_list),
      edges_(std::move(graph)),
      heaps_(edges_.size()),
      into_(edges_.size()),
      sizes_(edges_.size(), 1),
      sums_(edges_.size()) {
  std::iota(into_.begin(), into_.end(), 0);
}

std::vector<Merge> GraphLinker::run() {
  for (std::uint32_t i = 0; i < into_.size(); ++i) {
    if (into_[i] == i) follow_chain(i);
  }
  return in_order();
}

// The order of heaps; of two that are as near, that with the larger name is farther.
bool GraphLinker::is_farther(const Neighbour& x, const Neighbour& y) {
  const Wide of_x = static_cast<Wide>(x.sum) * y.size, of_y = static_cast<Wide>(y.sum) * x.size;
  return of_x != of_y ? of_x < of_y : x.cluster > y.cluster;
}

std::uint32_t GraphLinker::name_of(std::uint32_t document) {
  while (into_[document] != document) {
    into_[document] = into_[into_[document]];
    document = into_[document];
  }
  return document;
}

GraphLinker::Neighbour GraphLinker::neighbour(const GraphEdge& edge) const {
  return {edge.to, sizes_[edge.to], edge.similarity};
}

// Makes one edge of all to the same cluster.
void GraphLinker::update(std::uint32_t cluster) {
  std::vector<GraphEdge>& edges = edges_[cluster];
  for (const GraphEdge& edge : edges) {
    const std::uint32_t to = name_of(edge.to);
    if (to == cluster) continue;
    if (sums_[to] == 0) found_.push_back(to);
    sums_[to] += edge.similarity;
  }
  edges.clear();
  for (const std::uint32_t to : found_) edges.push_back({to, std::exchange(sums_[to], 0)});
  found_.clear();
}

std::int64_t GraphLinker::sum_between(std::uint32_t x, std::uint32_t y) {
  if (edges_[x].size() > edges_[y].size()) std::swap(x, y);
  update(x);
  const auto edge = std::ranges::find(edges_[x], y, &GraphEdge::to);
  return edge == edges_[x].end() ? 0 : edge->similarity;
}

// The size is 0 if there is none that an edge leads to.
GraphLinker::Neighbour GraphLinker::nearest(std::uint32_t cluster) {
  if (!heaps_[cluster].empty()) return first_of_heap(cluster);
  update(cluster);
  const std::vector<GraphEdge>& edges = edges_[cluster];
  if (edges.size() > short_list_) {
    for (const GraphEdge& edge : edges) heaps_[cluster].push_back(neighbour(edge));
    std::ranges::make_heap(heaps_[cluster], is_farther);
    return heaps_[cluster].front();
  }
  Neighbour best{none, 0, 0};
  for (const GraphEdge& edge : edges) {
    const Neighbour next = neighbour(edge);
    if (best.size == 0 || is_farther(best, next)) best = next;
  }
  return best;
}

// Of two entries for the same cluster, the second is taken out when both are up to date. The heap
// is made anew when that takes no longer than looking at its entries has.
GraphLinker::Neighbour GraphLinker::first_of_heap(std::uint32_t cluster) {
  std::vector<Neighbour>& heap = heaps_[cluster];
  std::size_t looked_at = 0;  // edges
  while (!heap.empty() && looked_at <= edges_[cluster].size()) {
    const std::uint32_t first = name_of(heap.front().cluster);
    Neighbour now{first, sizes_[first], 0};
    if (first != cluster) {
      looked_at += std::min(edges_[first].size(), edges_[cluster].size());
      now.sum = sum_between(cluster, first);
    }
    if (now == heap.front()) return now;
    std::ranges::pop_heap(heap, is_farther);
    heap.pop_back();
    if (first == cluster || (!heap.empty() && heap.front() == now)) continue;
    heap.push_back(now);
    std::ranges::push_heap(heap, is_farther);
  }
  heap.clear();
  return nearest(cluster);
}

// Merges all that edges connect with the first.
void GraphLinker::follow_chain(std::uint32_t first) {
  std::vector<std::uint32_t> chain{first};
  while (true) {
    const std::uint32_t last = chain.back();
    const Neighbour next = nearest(last);
    if (next.size == 0) return;
    if (chain.size() < 2 || next.cluster != chain[chain.size() - 2]) {
      chain.push_back(next.cluster);
      continue;
    }
    const auto [a, b] = std::minmax(last, next.cluster);
    merge(a, b, next.sum);
    chain.resize(chain.size() - 2);
    if (chain.empty()) chain.push_back(a);
  }
}

void GraphLinker::merge(std::uint32_t a, std::uint32_t b, std::int64_t sum) {
  joined_.push_back({a, b, sum, std::uint64_t{sizes_[a]} * sizes_[b]});
  if (edges_[a].size() < edges_[b].size()) {
    edges_[a].swap(edges_[b]);
    heaps_[a].swap(heaps_[b]);
  }
  into_[b] = a;
  sizes_[a] += sizes_[b];
  edges_[a].insert(edges_[a].end(), edges_[b].begin(), edges_[b].end());
  if (!heaps_[a].empty()) {  // to be looked at first
    constexpr std::int64_t nearer_than_any = std::numeric_limits<std::int64_t>::max();
    for (const GraphEdge& edge : edges_[b]) {
      heaps_[a].push_back({edge.to, 1, nearer_than_any});
      std::ranges::push_heap(heaps_[a], is_farther);
    }
  }
  edges_[b] = {};
  heaps_[b] = {};
}

// As if the nearest pair of all had been merged first, each time; then what no edges connect.
std::vector<Merge> GraphLinker::in_order() {
  std::ranges::sort(joined_, [](const Joined& x, const Joined& y) {
    const Wide of_x = static_cast<Wide>(x.sum) * static_cast<Wide>(y.pairs);
    const Wide of_y = static_cast<Wide>(y.sum) * static_cast<Wide>(x.pairs);
    return of_x != of_y ? of_x > of_y : std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  std::vector<Merge> merges;
  merges.reserve(into_.size());
  for (const Joined& pair : joined_) {
    merges.push_back(
        {pair.a, pair.b, static_cast<double>(pair.sum) / static_cast<double>(pair.pairs)});
  }
  for (std::uint32_t b = 1; b < into_.size(); ++b) {
    if (into_[b] == b) merges.push_back({0, b, 0});
  }
  return merges;
}

}  // namespace subintent::internal
