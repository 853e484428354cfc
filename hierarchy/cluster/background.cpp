#include "hierarchy/cluster/background.h"

#include <cmath>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

const SparseVectors& rows_of(const DocumentSimilarity& all) {
  Background::check(all.kind());
  return *all.sparse_rows();
}

double to_twelve_decimals(double value) {
  return std::round(value * 1e12) / 1e12 + 0.0;  // no -0
}

}  // namespace

// The documents of other topics, with which those of a topic are compared.
struct Background::Others {
  std::vector<Weight> own;     // the sum of the topic's vectors
  std::size_t documents = 0;   // with terms
  double mean_similarity = 0;  // of their pairs; 0 if there are none, or nothing in common
};

void Background::check(DocumentSimilarity::Kind kind) {
  if (kind == DocumentSimilarity::Kind::vectors) return;
  throw Error::argument("background", "`background` works for `vectors` only", "leave it out");
}

Background::Background(const DocumentSimilarity& all)
    : rows_(rows_of(all)), total_(rows_.vocabulary, 0.0) {
  for (std::uint32_t document = 0; document < all.size(); ++document) {
    const std::vector<Weight> vector = unit_vector(document);
    documents_ += vector.empty() ? 0 : 1;
    for (const auto& [term, weight] : vector) total_[term] += weight;
  }
  for (const double weight : total_) squared_length_ += weight * weight;
}

// By rising term, without weights of 0 or less; empty if the document is missing.
std::vector<Background::Weight> Background::unit_vector(std::uint32_t document) const {
  std::vector<Weight> vector;
  if (document == DocumentSimilarity::missing) return vector;
  double squared_length = 0;
  for (std::size_t k = rows_.begin(document); k < rows_.end(document); ++k) {
    if (!(rows_.weights[k] > 0)) continue;
    vector.push_back({rows_.terms[k], std::sqrt(rows_.weights[k])});
    squared_length += rows_.weights[k];
  }
  for (Weight& term : vector) term.weight /= std::sqrt(squared_length);
  if (!std::ranges::is_sorted(vector, {}, &Weight::term))
    std::ranges::sort(vector, {}, &Weight::term);
  return vector;
}

void Background::add(std::vector<Weight>& sum, const std::vector<Weight>& more) {
  std::vector<Weight> both;
  both.reserve(sum.size() + more.size());
  auto a = sum.begin();
  auto b = more.begin();
  while (a != sum.end() && b != more.end()) {
    if (a->term == b->term) {
      both.push_back({a->term, a->weight + b->weight});
      ++a, ++b;
    } else {
      both.push_back(a->term < b->term ? *a++ : *b++);
    }
  }
  both.insert(both.end(), a, sum.end());
  both.insert(both.end(), b, more.end());
  sum = std::move(both);
}

Background::Others Background::others(std::span<const std::uint32_t> topic) const {
  Others others{{}, documents_, 0};
  std::vector<Weight> all;
  for (const std::uint32_t document : topic) {
    const std::vector<Weight> vector = unit_vector(document);
    others.documents -= vector.empty() ? 0 : 1;
    all.insert(all.end(), vector.begin(), vector.end());
  }
  std::ranges::stable_sort(all, {}, &Weight::term);
  for (const Weight& one : all) {
    if (others.own.empty() || others.own.back().term != one.term)
      others.own.push_back({one.term, 0});
    others.own.back().weight += one.weight;
  }
  double squared_length = squared_length_;
  for (const auto& [term, weight] : others.own)
    squared_length -= (2 * total_[term] - weight) * weight;
  const auto count = static_cast<double>(others.documents);
  const double mean = (squared_length - count) / (count * (count - 1));
  if (others.documents >= 2 && mean > 1e-9) others.mean_similarity = mean;  // more than rounding
  return others;
}

std::vector<double> Background::excess(std::span<const std::uint32_t> topic,
                                       std::span<const std::uint32_t> documents,
                                       std::span<const Merge> merges) const {
  const Others compared = others(topic);
  if (compared.mean_similarity == 0) return {};
  const double scale =
      static_cast<double>(compared.documents) * std::sqrt(compared.mean_similarity);
  struct Node {
    std::vector<Weight> sum;
    double expected = 0;  // the sum of the mean similarities with others, by the root of theirs
    double documents = 1;
  };
  std::vector<Node> nodes;
  for (const std::uint32_t document : documents) {
    Node node{unit_vector(document)};
    auto own = compared.own.begin();
    for (const auto& [term, weight] : node.sum) {
      own = std::ranges::lower_bound(own, compared.own.end(), term, {}, &Weight::term);
      node.expected += weight * (total_[term] - own->weight) / scale;
    }
    nodes.push_back(std::move(node));
  }
  std::vector<double> found;
  for (const Merge& merge : merges) {
    Node a = std::move(nodes[merge.a]);
    const Node b = std::move(nodes[merge.b]);
    double product = 0;
    auto other = b.sum.begin();
    for (const auto& [term, weight] : a.sum) {
      while (other != b.sum.end() && other->term < term) ++other;
      if (other != b.sum.end() && other->term == term) product += weight * other->weight;
    }
    found.push_back(
        to_twelve_decimals((product - a.expected * b.expected) / (a.documents * b.documents)));
    add(a.sum, b.sum);
    a.expected += b.expected;
    a.documents += b.documents;
    nodes.push_back(std::move(a));
  }
  return found;
}

}  // namespace subintent::internal
