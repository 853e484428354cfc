// Average linkage of a sparse graph, without a matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cluster/linkage.h"
#include "similarity/cosine_graph.h"

namespace subintent::internal {

// The similarity of two clusters is the sum of the edges between them, divided by both sizes. Sums
// are whole numbers and means are compared as fractions, so that the tree is exact.
//
// Two clusters each of which is the other's nearest may merge before any others (Bruynooghe 1977;
// SumLinker says why ties leave that so). They are found at the end of a chain, in which each
// cluster is followed by its nearest (Benzécri 1982): from one merge to the next, the nearest of no
// more than three clusters is looked for.
//
// A merge appends the shorter list of edges to the longer one; what they name has often become
// part of another cluster since, and a list is brought up to date when it is read. The nearest is
// then looked for in the whole of a short list. That would take quadratic time for a hub, whose
// long list would be read for each of many small merges. It keeps its neighbours in a heap, by the
// similarities that they had when they were last looked at. No merge has made them any nearer, so
// that only the first of the heap is looked at again, until it stays the first: in the list of the
// other, which is short as a rule; where it is not, the hub's own list is read again. Time is
// m log^2 n as a rule, for m edges of n documents.
class GraphLinker {
 public:
  // Lists of more than `short_list` edges get a heap; it makes no difference but in time.
  explicit GraphLinker(SparseGraph graph, std::size_t short_list = 1024);

  // The merges, with mean similarities in the units of the graph.
  std::vector<Merge> run();

 private:
  // A neighbour of a cluster: which one, its size, and the sum of the edges between both.
  struct Neighbour {
    std::uint32_t cluster = 0, size = 1;
    std::int64_t sum = 0;

    bool operator==(const Neighbour&) const = default;
  };

  struct Joined {
    std::uint32_t a = 0, b = 0;
    std::int64_t sum = 0;
    std::uint64_t pairs = 1;
  };

  static constexpr std::uint32_t none = UINT32_MAX;

  static bool is_farther(const Neighbour& x, const Neighbour& y);
  std::uint32_t name_of(std::uint32_t document);
  Neighbour neighbour(const GraphEdge& edge) const;
  void update(std::uint32_t cluster);
  std::int64_t sum_between(std::uint32_t x, std::uint32_t y);
  Neighbour nearest(std::uint32_t cluster);
  Neighbour first_of_heap(std::uint32_t cluster);
  void follow_chain(std::uint32_t first);
  void merge(std::uint32_t a, std::uint32_t b, std::int64_t sum);
  std::vector<Merge> in_order();

  std::size_t short_list_;
  SparseGraph edges_;                          // of each cluster, by its name
  std::vector<std::vector<Neighbour>> heaps_;  // of clusters with a long list of edges
  std::vector<std::uint32_t> into_;            // itself, or what a cluster was merged into
  std::vector<std::uint32_t> sizes_;
  std::vector<Joined> joined_;
  std::vector<std::int64_t> sums_;    // all 0, but for update()
  std::vector<std::uint32_t> found_;  // those that are not
};

}  // namespace subintent::internal
