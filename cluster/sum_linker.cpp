#include "cluster/sum_linker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

__extension__ using WideSum = __int128;

constexpr std::size_t near_kept = 16;  // of a cluster

// Rows of a search whose results are in memory at a time: of those with ties they may be all.
constexpr std::size_t rows_at_a_time = 4096, ties_at_a_time = 128;

constexpr double infinity = std::numeric_limits<double>::infinity();

// More than the rounding of a few sums and quotients of numbers from -1 to 1.
constexpr double slack = 0x1p-48;

// Is p / q smaller than r / s? Also where the products would overflow.
bool is_less(WideSum p, std::uint64_t q, WideSum r, std::uint64_t s) {
  const auto floor = [](WideSum a, std::uint64_t b) {
    const WideSum quotient = a / static_cast<WideSum>(b);
    return quotient - (a % static_cast<WideSum>(b) < 0 ? 1 : 0);
  };
  const WideSum x = floor(p, q), y = floor(r, s);
  if (x != y) return x < y;
  const WideSum rest_p = p - x * static_cast<WideSum>(q), rest_r = r - y * static_cast<WideSum>(s);
  return rest_p * static_cast<WideSum>(s) < rest_r * static_cast<WideSum>(q);
}

}  // namespace

SumLinker::SumLinker(const DenseMatrix& rows, std::span<const std::uint32_t> documents,
                     std::uint32_t missing)
    : dimensions_(rows.dimensions()),
      sums_(documents.size() * dimensions_),
      clusters_(documents.size()),
      active_(documents.size()),
      search_(dimensions_) {
  if (documents.size() > max_documents) {
    throw Error("average linkage of " + count_of(documents.size(), "document") + ": no more than " +
                std::to_string(max_documents) + " can be clustered at a time");
  }
  std::iota(active_.begin(), active_.end(), 0);
  parallel_for(documents.size(), [&](std::size_t i) {
    clusters_[i].into = static_cast<std::uint32_t>(i);
    clusters_[i].rest = infinity;
    if (documents[i] == missing) return;
    const auto unit = rows.unit_row(documents[i]);
    std::ranges::transform(unit, sum(i), [](double value) {
      return static_cast<std::int64_t>(std::nearbyint(std::ldexp(value, unit_bits)));
    });
  });
}

std::vector<Merge> SumLinker::run() {
  merge_equal();
  if (active_.size() > 1) {
    fill_columns();
    ask(active_);
  }
  while (active_.size() > 1) {
    const auto merged = merge_pairs();
    ask(wanted(merged));
  }
  return in_order();
}

// Equal vectors have similarity 1, whatever the rounding of their numbers, and merge first.
void SumLinker::merge_equal() {
  const auto row = [&](std::uint32_t i) { return std::span(sum(i), dimensions_); };
  const auto compare = [&](std::uint32_t i, std::uint32_t j) {
    return std::ranges::lexicographical_compare(row(i), row(j));
  };
  std::vector<std::uint32_t> order;
  std::ranges::copy_if(active_, std::back_inserter(order), [&](std::uint32_t i) {
    return std::ranges::any_of(row(i), [](std::int64_t value) { return value != 0; });
  });
  std::ranges::stable_sort(order, compare);
  for (std::size_t i = 0, first = 0; i < order.size(); ++i) {
    if (compare(order[first], order[i])) first = i;
    if (i == first) continue;
    equal_.push_back({order[first], order[i], cosine_units(Linkage::average)});
    clusters_[order[i]].into = order[first];
    ++clusters_[order[first]].size;
  }
  std::ranges::sort(equal_, {}, [](const Merge& merge) { return std::pair(merge.a, merge.b); });
  std::erase_if(active_, [&](std::uint32_t name) { return clusters_[name].into != name; });
  for (const std::uint32_t name : active_) {
    for (std::size_t k = 0; k < dimensions_; ++k) sum(name)[k] *= clusters_[name].size;
  }
}

WideSum SumLinker::product(std::size_t a, std::size_t b) const {
  const std::int64_t *const x = sum(a), *const y = sum(b);
  WideSum total = 0;
  for (std::size_t k = 0; k < dimensions_; ++k) total += static_cast<WideSum>(x[k]) * y[k];
  return total;
}

// The mean similarity, as a double.
double SumLinker::mean(std::uint32_t cluster, const Neighbour& near) const {
  return std::ldexp(static_cast<double>(near.product), -2 * unit_bits) /
         static_cast<double>(std::uint64_t{clusters_[cluster].size} * near.size);
}

bool SumLinker::is_nearer(std::uint32_t cluster, const Neighbour& x, const Neighbour& y) const {
  const WideSum left = x.product * y.size, right = y.product * x.size;
  return left != right ? left > right
                       : std::minmax(cluster, x.cluster) < std::minmax(cluster, y.cluster);
}

// The cluster that a document, or a cluster of before, is in now.
std::uint32_t SumLinker::name_of(std::uint32_t document) const {
  while (clusters_[document].into != document) document = clusters_[document].into;
  return document;
}

void SumLinker::fill_columns() {
  search_.reset(active_.size());
  names_ = active_;
  columns_.resize(clusters_.size());
  for (std::size_t j = 0; j < names_.size(); ++j) {
    columns_[names_[j]] = static_cast<std::uint32_t>(j);
  }
  parallel_for(names_.size(), [&](std::size_t j) { set_column(names_[j]); });
}

void SumLinker::write_row(std::size_t cluster, float* row) const {
  const double scale = std::ldexp(1.0, -unit_bits) / clusters_[cluster].size;
  std::transform(sum(cluster), sum(cluster) + dimensions_, row, [&](std::int64_t value) {
    return static_cast<float>(static_cast<double>(value) * scale);
  });
}

void SumLinker::set_column(std::uint32_t cluster) {
  std::vector<float> numbers(dimensions_);
  write_row(cluster, numbers.data());
  search_.set_column(columns_[cluster], numbers);
}

ProductSearch::Rows SumLinker::rows_of(std::span<const std::uint32_t> clusters) const {
  return {clusters.size(), [=, this](std::size_t i, float* row) { write_row(clusters[i], row); },
          [=, this](std::size_t i) { return columns_[clusters[i]]; }};
}

// The clusters whose nearest has to be known next: those that are new, and those that others are
// nearest to. Whoever had a merged one as nearest has none now.
std::vector<std::uint32_t> SumLinker::wanted(std::span<const std::uint32_t> merged) {
  std::vector<std::uint8_t> is_new(clusters_.size()), is_wanted;
  for (const std::uint32_t cluster : merged) is_new[cluster] = 1;
  is_wanted = is_new;
  for (const std::uint32_t cluster : active_) {
    std::uint32_t& nearest = clusters_[cluster].nearest;
    if (nearest == unknown) continue;
    if (is_new[nearest] != 0 || clusters_[nearest].into != nearest) {
      nearest = unknown;
    } else {
      is_wanted[nearest] = 1;
    }
  }
  std::vector<std::uint32_t> clusters;
  std::ranges::copy_if(active_, std::back_inserter(clusters), [&](std::uint32_t cluster) {
    return is_wanted[cluster] != 0 && clusters_[cluster].nearest == unknown;
  });
  return clusters;
}

// Finds the nearest of these clusters, of which it is not known.
void SumLinker::ask(std::span<const std::uint32_t> clusters) {
  parallel_for(clusters.size(), [&](std::size_t i) { refresh(clusters[i]); });
  const auto unknown_of = [&](std::span<const std::uint32_t> from) {
    std::vector<std::uint32_t> found;
    std::ranges::copy_if(from, std::back_inserter(found), [&](std::uint32_t cluster) {
      return clusters_[cluster].nearest == unknown;
    });
    return found;
  };
  const auto searched = unknown_of(clusters);
  for (std::size_t i = 0; i < searched.size(); i += rows_at_a_time) {
    search(std::span(searched).subspan(i, std::min(rows_at_a_time, searched.size() - i)));
  }
  const auto tied = unknown_of(searched);
  for (std::size_t i = 0; i < tied.size(); i += ties_at_a_time) {
    search_ties(std::span(tied).subspan(i, std::min(ties_at_a_time, tied.size() - i)));
  }
}

// Brings what a cluster remembers up to date: what it names may have been merged since.
void SumLinker::refresh(std::uint32_t cluster) {
  std::vector<Neighbour>& near = clusters_[cluster].near;
  for (Neighbour& one : near) one.cluster = name_of(one.cluster);
  std::ranges::sort(near, {}, &Neighbour::cluster);
  const auto same = [](const Neighbour& a, const Neighbour& b) { return a.cluster == b.cluster; };
  near.erase(std::unique(near.begin(), near.end(), same), near.end());
  std::erase_if(near, [&](const Neighbour& one) { return one.cluster == cluster; });
  for (Neighbour& one : near) {
    const std::uint32_t size = clusters_[one.cluster].size;
    if (one.size == size) continue;
    one = {one.cluster, size, product(cluster, one.cluster)};
  }
  choose_nearest(cluster);
  keep_nearest(cluster);
}

// The nearest, if it is among those that the cluster remembers.
void SumLinker::choose_nearest(std::uint32_t cluster) {
  Cluster& own = clusters_[cluster];
  const auto best = std::ranges::min_element(
      own.near, [&](const auto& x, const auto& y) { return is_nearer(cluster, x, y); });
  if (best == own.near.end()) return;
  if (mean(cluster, *best) - slack > own.rest) own.nearest = best->cluster;
}

// Forgets the farthest of many.
void SumLinker::keep_nearest(std::uint32_t cluster) {
  Cluster& own = clusters_[cluster];
  if (own.near.size() <= 2 * near_kept) return;
  const auto last = own.near.begin() + near_kept;
  std::ranges::nth_element(own.near, last, [&](const Neighbour& x, const Neighbour& y) {
    return is_nearer(cluster, x, y);
  });
  own.rest = std::max(own.rest, mean(cluster, *last) + slack);
  own.near.erase(last, own.near.end());
}

void SumLinker::add(std::uint32_t cluster,
                    const std::vector<ProductSearch::Candidate>& candidates) {
  Cluster& own = clusters_[cluster];
  own.near.clear();
  for (const auto& [value, column] : candidates) {
    const std::uint32_t other = names_[column];
    own.near.push_back({other, clusters_[other].size, product(cluster, other)});
  }
}

void SumLinker::search(std::span<const std::uint32_t> clusters) {
  const auto found = search_.nearest(rows_of(clusters), near_kept);
  parallel_for(clusters.size(), [&](std::size_t i) {
    add(clusters[i], found[i].candidates);
    clusters_[clusters[i]].rest = found[i].rest + search_.error();
    choose_nearest(clusters[i]);
  });
}

// Of clusters for which the nearest that have been found are too many, or too close to the others.
void SumLinker::search_ties(std::span<const std::uint32_t> clusters) {
  std::vector<float> limits;
  for (const std::uint32_t cluster : clusters) {
    const std::vector<Neighbour>& near = clusters_[cluster].near;
    const auto best = std::ranges::min_element(
        near, [&](const auto& x, const auto& y) { return is_nearer(cluster, x, y); });
    limits.push_back(
        std::nextafter(static_cast<float>(mean(cluster, *best) - search_.error() - slack), -2.0F));
  }
  const auto found = search_.at_least(rows_of(clusters), limits);
  parallel_for(clusters.size(), [&](std::size_t i) {
    Cluster& own = clusters_[clusters[i]];
    add(clusters[i], found[i]);
    own.rest = -infinity;
    choose_nearest(clusters[i]);
    keep_nearest(clusters[i]);
    const auto nearest = std::ranges::find(own.near, own.nearest, &Neighbour::cluster);
    own.rest = mean(clusters[i], *nearest) + slack;
  });
}

// Merges all pairs that are each other's nearest; returns the names of what they have become.
std::vector<std::uint32_t> SumLinker::merge_pairs() {
  std::vector<Joined> pairs;
  for (const std::uint32_t a : active_) {
    const std::uint32_t b = clusters_[a].nearest;
    if (b != unknown && a < b && clusters_[b].nearest == a) pairs.push_back({a, b});
  }
  parallel_for(pairs.size(), [&](std::size_t i) { merge(pairs[i]); });
  std::vector<std::uint32_t> merged;
  for (const Joined& pair : pairs) {
    merged.push_back(pair.a);
    search_.remove_column(columns_[pair.b]);
  }
  joined_.insert(joined_.end(), pairs.begin(), pairs.end());
  std::erase_if(active_, [&](std::uint32_t name) { return clusters_[name].into != name; });
  if (5 * active_.size() < 4 * search_.columns()) {
    fill_columns();
  } else {
    parallel_for(merged.size(), [&](std::size_t i) { set_column(merged[i]); });
  }
  return merged;
}

void SumLinker::merge(Joined& pair) {
  Cluster &a = clusters_[pair.a], &b = clusters_[pair.b];
  pair.product = product(pair.a, pair.b);
  pair.pairs = std::uint64_t{a.size} * b.size;
  std::transform(sum(pair.a), sum(pair.a) + dimensions_, sum(pair.b), sum(pair.a), std::plus<>());
  // The rest are at most so similar to the parts: the mean of both, and its rounding.
  const double share = static_cast<double>(b.size) / (a.size + b.size);
  a.rest = (1 - share) * a.rest + share * b.rest + slack;
  a.near.insert(a.near.end(), b.near.begin(), b.near.end());
  for (Neighbour& one : a.near) one.size = 0;  // products are those of the parts
  b.near = {};
  a.size += b.size;
  b.into = pair.a;
  a.nearest = b.nearest = unknown;
}

// As if the nearest pair of all had been merged first, each time.
std::vector<Merge> SumLinker::in_order() {
  std::ranges::sort(joined_, [](const Joined& x, const Joined& y) {
    if (is_less(y.product, y.pairs, x.product, x.pairs)) return true;
    if (is_less(x.product, x.pairs, y.product, y.pairs)) return false;
    return std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  const double units = cosine_units(Linkage::average);
  std::vector<Merge> merges = std::move(equal_);
  for (const Joined& pair : joined_) {
    const double mean = std::ldexp(static_cast<double>(pair.product), -2 * unit_bits) /
                        static_cast<double>(pair.pairs);
    merges.push_back({pair.a, pair.b, std::clamp(std::round(mean * units), -units, units) + 0.0});
  }
  return merges;
}

}  // namespace subintent::internal
