#include "similarity/cosine_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "similarity/cosine.h"

namespace subintent::internal {
namespace {

// The nodes that have a term, term after term, with their weights in vectors of length 1.
struct TermLists {
  std::vector<std::size_t> starts;  // of each term, and the end of the last
  std::vector<std::uint32_t> nodes;
  std::vector<double> weights;
};

// Whether any pairs but a few share a term, or may cancel out.
bool is_sparse(const SparseVectors& vectors, std::span<const std::size_t> starts,
               std::size_t nodes) {
  double pairs = 0;  // of nodes, for each term that they share
  for (std::size_t term = 0; term < vectors.vocabulary; ++term) {
    const auto count = static_cast<double>(starts[term + 1] - starts[term]);
    pairs += count * (count - 1) / 2;
  }
  const auto all = static_cast<double>(nodes) * static_cast<double>(nodes) / 2;
  return pairs <= all / 8 &&
         std::ranges::none_of(vectors.weights, [](double weight) { return weight < 0; });
}

std::vector<std::size_t> list_starts(const SparseVectors& vectors,
                                     std::span<const std::uint32_t> documents,
                                     std::uint32_t missing) {
  std::vector<std::size_t> starts(vectors.vocabulary + 1);
  for (const std::uint32_t document : documents) {
    if (document == missing) continue;
    for (std::size_t k = vectors.begin(document); k < vectors.end(document); ++k) {
      ++starts[vectors.terms[k] + 1];
    }
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

TermLists list_terms(const SparseVectors& vectors, std::span<const std::uint32_t> documents,
                     std::uint32_t missing, std::vector<std::size_t> starts) {
  TermLists lists{std::move(starts), {}, {}};
  lists.nodes.resize(lists.starts.back());
  lists.weights.resize(lists.starts.back());
  std::vector<std::size_t> next(lists.starts.begin(), lists.starts.end() - 1);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (documents[i] == missing) continue;
    const double length = std::sqrt(vectors.squared_lengths[documents[i]]);
    for (std::size_t k = vectors.begin(documents[i]); k < vectors.end(documents[i]); ++k) {
      const std::size_t to = next[vectors.terms[k]]++;
      lists.nodes[to] = static_cast<std::uint32_t>(i);
      lists.weights[to] = length == 0 ? 0 : vectors.weights[k] / length;
    }
  }
  return lists;
}

// Sums of products with one node, of those that share a term with it.
class Products {
 public:
  explicit Products(std::size_t nodes) : sums_(nodes) {}

  // Adds term by term, in their order, as fill_cosines() does.
  void add(const TermLists& lists, std::uint32_t term, double weight) {
    for (std::size_t k = lists.starts[term]; k < lists.starts[term + 1]; ++k) {
      const std::uint32_t node = lists.nodes[k];
      const double product = weight * lists.weights[k];
      if (product == 0) continue;
      if (sums_[node] == 0) found_.push_back(node);
      sums_[node] += product;
    }
  }

  // Begins again.
  std::vector<GraphEdge> take_edges(std::uint32_t node, double units) {
    std::vector<GraphEdge> edges;
    edges.reserve(found_.size());
    for (const std::uint32_t other : found_) {
      const double rounded = rounded_cosine(sums_[other], units);
      if (other != node && rounded > 0) edges.push_back({other, std::int64_t(rounded)});
      sums_[other] = 0;
    }
    found_.clear();
    return edges;
  }

 private:
  std::vector<double> sums_;
  std::vector<std::uint32_t> found_;
};

}  // namespace

std::optional<SparseGraph> cosine_graph(const SparseVectors& vectors,
                                        std::span<const std::uint32_t> documents,
                                        std::uint32_t missing, double units) {
  auto starts = list_starts(vectors, documents, missing);
  if (!is_sparse(vectors, starts, documents.size())) return std::nullopt;
  const TermLists lists = list_terms(vectors, documents, missing, std::move(starts));
  SparseGraph graph(documents.size());
  const std::size_t parts = std::min(documents.size(), 4 * thread_limit());
  parallel_for(parts, [&](std::size_t part) {
    Products products(documents.size());
    const std::size_t end = documents.size() * (part + 1) / parts;
    for (std::size_t i = documents.size() * part / parts; i < end; ++i) {
      if (documents[i] == missing) continue;
      const double length = std::sqrt(vectors.squared_lengths[documents[i]]);
      if (length == 0) continue;
      for (std::size_t k = vectors.begin(documents[i]); k < vectors.end(documents[i]); ++k) {
        products.add(lists, vectors.terms[k], vectors.weights[k] / length);
      }
      graph[i] = products.take_edges(static_cast<std::uint32_t>(i), units);
    }
  });
  return graph;
}

}  // namespace subintent::internal
