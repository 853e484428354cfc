#include "cluster/linkage.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "cluster/level_linker.h"

namespace subintent {
namespace {

constexpr double farthest = -std::numeric_limits<double>::infinity();

// Rows of the matrix are clusters, each under its name. Every row remembers its nearest cluster
// among the larger names, the smallest of several. A row is stale when that cluster has changed:
// what it remembers is then too close, never too far, because merging brings no two clusters
// closer; so it is looked up again only when its turn comes.
class Linker {
 public:
  Linker(PairMatrix closeness, Linkage linkage)
      : values_(std::move(closeness)), linkage_(linkage), rows_(values_.size()) {
    for (std::size_t i = 0; i < rows_.size(); ++i) alive_.push_back(i);
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) look_up(i);
  }

  std::vector<Join> run() {
    std::vector<Join> joins;
    while (alive_.size() > 1) {
      const std::size_t a = next_row(), b = rows_[a].nearest;
      joins.push_back(
          {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), rows_[a].closeness});
      merge(a, b);
    }
    return joins;
  }

 private:
  struct Row {
    double size = 1;
    double closeness = farthest;  // to the nearest
    std::size_t nearest = 0;
    bool stale = false;
  };

  // Of two clusters. For average linkage the matrix holds sums over document pairs, which are exact
  // for whole numbers.
  double closeness(std::size_t i, std::size_t j) const {
    const double value = values_.at(i, j);
    return linkage_ == Linkage::average ? value / (rows_[i].size * rows_[j].size) : value;
  }

  double& value(std::size_t i, std::size_t j) {
    return i < j ? values_.at(i, j) : values_.at(j, i);
  }

  void look_up(std::size_t i) {
    Row& row = rows_[i];
    row.closeness = farthest;
    row.nearest = 0;
    row.stale = false;
    const auto later = std::upper_bound(alive_.begin(), alive_.end(), i);
    for (auto j = later; j != alive_.end(); ++j) {
      const double found = closeness(i, *j);
      if (row.nearest == 0 || found > row.closeness) {
        row.closeness = found;
        row.nearest = *j;
      }
    }
  }

  // The row of the next merge: closest pair, then smallest name. The last row has no larger names.
  std::size_t next_row() {
    while (true) {
      std::size_t best = alive_.front();
      for (std::size_t k = 1; k + 1 < alive_.size(); ++k) {
        if (rows_[alive_[k]].closeness > rows_[best].closeness) best = alive_[k];
      }
      if (!rows_[best].stale) return best;
      look_up(best);
    }
  }

  void merge(std::size_t a, std::size_t b) {
    alive_.erase(std::lower_bound(alive_.begin(), alive_.end(), b));
    for (const std::size_t x : alive_) {
      if (x != a) value(x, a) = combined(value(x, a), value(x, b));
    }
    rows_[a].size += rows_[b].size;
    for (const std::size_t x : alive_) {
      if (x >= b) break;
      if (x < a) update(x, a, b);
      if (x > a && rows_[x].nearest == b) rows_[x].stale = true;
    }
    look_up(a);
  }

  double combined(double with_a, double with_b) const {
    switch (linkage_) {
      case Linkage::single:
        return std::max(with_a, with_b);
      case Linkage::average:
        return with_a + with_b;
      default:
        return std::min(with_a, with_b);
    }
  }

  // Row x < a after b went into a.
  void update(std::size_t x, std::size_t a, std::size_t b) {
    Row& row = rows_[x];
    const double now = closeness(x, a);
    const bool was_nearest = row.nearest == a || row.nearest == b;
    if (now > row.closeness || (now == row.closeness && (was_nearest || a < row.nearest))) {
      row.closeness = now;
      row.nearest = a;
    } else if (was_nearest) {
      row.stale = true;
    }
  }

  PairMatrix values_;
  Linkage linkage_;
  std::vector<Row> rows_;
  std::vector<std::size_t> alive_;  // names, in order
};

// Fingerprints merge first; then the clusters that are left, which have a document without one on
// one side at least.
std::vector<Join> link_with_missing(std::span<const std::uint64_t> fingerprints,
                                    std::span<const std::uint32_t> documents) {
  std::vector<std::uint64_t> present;
  std::vector<std::uint32_t> names, left;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto name = static_cast<std::uint32_t>(i);
    const bool is_missing = documents[i] == DocumentSimilarity::missing;
    if (is_missing || names.empty()) left.push_back(name);
    if (is_missing) continue;
    names.push_back(name);
    present.push_back(fingerprints[documents[i]]);
  }
  std::vector<Join> joins = link_fingerprints(present, hamming_kernel());
  for (Join& join : joins) join = {names[join.a], names[join.b], join.closeness};
  for (std::size_t k = 1; k < left.size(); ++k) joins.push_back({left[0], left[k], farthest});
  return joins;
}

}  // namespace

std::vector<Join> link(PairMatrix closeness, Linkage linkage) {
  return Linker(std::move(closeness), linkage).run();
}

std::vector<Join> link_fingerprints(std::span<const std::uint64_t> fingerprints,
                                    const HammingKernel& kernel) {
  return LevelLinker(fingerprints, kernel).run();
}

std::vector<Merge> merges_of(std::span<const Join> joins,
                             const std::function<double(double)>& similarity_of) {
  const std::size_t documents = joins.size() + 1;
  std::vector<std::uint32_t> node(documents), size(documents, 1);
  for (std::size_t i = 0; i < documents; ++i) node[i] = static_cast<std::uint32_t>(i);
  std::vector<Merge> merges;
  merges.reserve(joins.size());
  for (const Join& join : joins) {
    const auto [smaller, larger] = std::minmax(node[join.a], node[join.b]);
    size[join.a] += size[join.b];
    merges.push_back({smaller, larger, similarity_of(join.closeness), size[join.a]});
    node[join.a] = static_cast<std::uint32_t>(documents + merges.size() - 1);
  }
  return merges;
}

std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage) {
  const bool by_levels = linkage == Linkage::complete && !similarity.fingerprints().empty();
  const std::vector<Join> joins = by_levels
                                      ? link_with_missing(similarity.fingerprints(), documents)
                                      : link(similarity.closeness(documents), linkage);
  return merges_of(joins,
                   [&](double closeness) { return similarity.similarity_of_closeness(closeness); });
}

}  // namespace subintent
