// Linkage of anything whose similarities are in a matrix.
#pragma once

#include <limits>
#include <numeric>
#include <type_traits>

#include "hierarchy/cluster/dendrogram.h"
#include "similarity/pair_matrix.h"

namespace subintent::internal {

// The position of the first of the largest.
inline std::size_t position_of_largest(std::span<const double> values) {
  constexpr std::size_t lanes = 8;  // compared at once
  std::array<double, lanes> largest;
  largest.fill(-std::numeric_limits<double>::infinity());
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes)
    for (std::size_t k = 0; k < lanes; ++k)
      largest[k] = values[i + k] > largest[k] ? values[i + k] : largest[k];
  double found = *std::max_element(largest.begin(), largest.end());
  for (; i < values.size(); ++i) found = std::max(found, values[i]);
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), found) - values.begin());
}

// A rule has the value of the matrix for a pair of clusters, how it follows from their parts, and
// cosine_units().
struct CompleteLinkage {
  static constexpr double cosine_units = 1e12;
  static double combined(double a, double b) { return std::min(a, b); }
};
struct SingleLinkage {
  static constexpr double cosine_units = 1e12;
  static double combined(double a, double b) { return std::max(a, b); }
};
struct AverageLinkage {  // the sum over their pairs of documents
  static constexpr double cosine_units = 1e9;
  static double combined(double a, double b) { return a + b; }
};

// Calls use(rule) with the rule of a linkage, and returns its result.
template <typename Use>
auto with_rule(Linkage linkage, const Use& use) {
  switch (linkage) {
    case Linkage::complete:
      return use(CompleteLinkage());
    case Linkage::single:
      return use(SingleLinkage());
    case Linkage::average:
      return use(AverageLinkage());
  }
  throw std::invalid_argument("linkage");
}

// Merging never brings two clusters closer. So a row that remembers its closest later cluster is
// right until that one changes, and from then on no closer than it says: it is looked up again only
// when its turn comes.
//
// A merge combines two rows, which lie in one piece; the columns, which do not, are combined when a
// row is looked at: every row knows how many of the merges it has seen. When half of the clusters
// are gone, the rest is moved together.
template <typename Rule>
class MatrixLinker {
 public:
  explicit MatrixLinker(PairMatrix similarities)
      : values_(std::move(similarities)), names_(values_.size()), sizes_(values_.size(), 1) {
    std::iota(names_.begin(), names_.end(), 0);
    values_.mirror();
    begin_epoch();
  }

  std::vector<Merge> run() {
    std::vector<Merge> merges;
    for (std::size_t left = names_.size(); left > 1; --left) {
      const std::size_t a = next_row(), b = nearest_[a];
      merges.push_back({names_[a], names_[b], static_cast<double>(nearest_similarity_[a])});
      merge(a, b);
      if (left - 1 <= names_.size() / 2) compact();
    }
    return merges;
  }

 private:
  static constexpr std::uint32_t unknown = UINT32_MAX;
  static constexpr double none = -std::numeric_limits<double>::infinity();

  struct Merged {
    std::uint32_t a, b;
  };

  void begin_epoch() {
    merged_.clear();
    seen_.assign(names_.size(), 0);
    nearest_.assign(names_.size(), unknown);
    nearest_similarity_.assign(names_.size(), none);
    for (std::size_t x = 0; x + 1 < names_.size(); ++x) look_up(x);
  }

  // Makes up for the merges that a row has not seen. The row's own column is never read.
  void update(std::size_t x) {
    const auto row = values_.row(x);
    for (; seen_[x] < merged_.size(); ++seen_[x]) {
      const auto [a, b] = merged_[seen_[x]];
      row[a] = Rule::combined(row[a], row[b]);
      row[b] = none;
    }
  }

  // The similarity of two clusters, from the value that the matrix holds for them.
  double similarity(std::size_t x, std::size_t y, double value) const {
    if constexpr (std::is_same_v<Rule, AverageLinkage>) return value / (sizes_[x] * sizes_[y]);
    return value;
  }

  // Finds the closest later cluster of a row, the first of several.
  void look_up(std::size_t x) {
    update(x);
    const auto row = values_.row(x);
    if constexpr (std::is_same_v<Rule, AverageLinkage>) {
      means_.resize(row.size());
      for (std::size_t y = x + 1; y < row.size(); ++y) means_[y] = similarity(x, y, row[y]);
      remember(x, std::span<const double>(means_).subspan(x + 1));
    } else {
      remember(x, row.subspan(x + 1));
    }
  }

  void remember(std::size_t x, std::span<const double> later) {
    const std::size_t place = position_of_largest(later);
    nearest_[x] = static_cast<std::uint32_t>(x + 1 + place);
    nearest_similarity_[x] = later[place];
  }

  // The row of the next merge: closest pair, then smallest name.
  std::size_t next_row() {
    while (true) {
      const std::size_t x = position_of_largest(std::span<const double>(nearest_similarity_));
      if (nearest_[x] != unknown) return x;
      look_up(x);
    }
  }

  void merge(std::size_t a, std::size_t b) {
    update(a);
    update(b);
    const auto into = values_.row(a), from = values_.row(b);
    for (std::size_t k = 0; k < into.size(); ++k) into[k] = Rule::combined(into[k], from[k]);
    sizes_[a] += sizes_[b];
    merged_.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
    nearest_similarity_[b] = none;
    forget(a, b);
  }

  // After b went into a. A mean or a largest may now be as close as what a row remembers.
  void forget(std::size_t a, std::size_t b) {
    const auto merged = values_.row(a);
    for (std::size_t x = 0; x < a; ++x) {
      const std::size_t nearest = nearest_[x];
      if (nearest < a || nearest == unknown) continue;
      if (similarity(x, a, merged[x]) == nearest_similarity_[x])
        nearest_[x] = static_cast<std::uint32_t>(a);
      else if (nearest == a || nearest == b)
        nearest_[x] = unknown;
    }
    for (std::size_t x = a + 1; x < b; ++x)
      if (nearest_[x] == b) nearest_[x] = unknown;
    nearest_[a] = unknown;
  }

  // Goes on with the clusters that are left.
  void compact() {
    std::vector<bool> is_gone(names_.size());
    for (const Merged& merged : merged_) is_gone[merged.b] = true;
    std::vector<std::uint32_t> left;
    for (std::uint32_t x = 0; x < names_.size(); ++x) {
      if (is_gone[x]) continue;
      update(x);
      names_[left.size()] = names_[x];
      sizes_[left.size()] = sizes_[x];
      left.push_back(x);
    }
    values_.keep(left);
    names_.resize(left.size());
    sizes_.resize(left.size());
    begin_epoch();
  }

  PairMatrix values_;
  std::vector<std::uint32_t> names_;        // by row, ascending
  std::vector<double> sizes_;               // documents
  std::vector<Merged> merged_;              // since the last compaction
  std::vector<std::size_t> seen_;           // merges that a row's columns show
  std::vector<std::uint32_t> nearest_;      // row, or unknown
  std::vector<double> nearest_similarity_;  // to the nearest; no less than it if that is unknown
  std::vector<double> means_;
};

}  // namespace subintent::internal
