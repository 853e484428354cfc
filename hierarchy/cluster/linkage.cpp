#include <limits>
#include <numeric>
#include <type_traits>

#include "core/base/parallel.h"
#include "hierarchy/cluster/dendrogram.h"
#include "similarity/simhash/hamming.h"

namespace subintent::internal {
namespace {

// Linkage of anything whose similarities are in a matrix.

// The position of the first of the largest.
std::size_t position_of_largest(std::span<const double> values) {
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

// Complete linkage of fingerprints, one Hamming distance after the other, without a matrix.

// Fingerprints that are looked at together; the limit may then be lower for the next. Few
// at first, when nothing is known of a row, then twice as many from call to call.
constexpr std::size_t first_block = 16, last_block = 2048;

// Below this many pairs, threads cost more than they bring.
constexpr std::size_t pairs_for_threads = 1 << 18;

// Merging never brings clusters closer, so that at distance d no pair is closer than d; and a
// merged cluster is at d from a third only if both its parts were. A merge thus adds no new pair at
// distance d: the first name that has partners at d keeps merging with them in the order of their
// names, and no earlier name can come up again. One pass over the names is the whole of level d.
//
// So the distances of a level are those between the clusters there are when it begins, and the rows
// of them can be searched on several threads, a batch of rows at a time. Rows are searched again
// only when a level reaches what they found last to be the distance of their nearest cluster.
// Memory is linear: of the pairs at a level, no more than `partner_limit` a row are kept and
// `batch_rows` rows; a row with more is searched again when its turn comes.
class LevelLinker {
 public:
  explicit LevelLinker(const FingerprintRows& fingerprints)
      : words_(fingerprints.words),
        beyond_(fingerprints.bits() + 1),
        names_(fingerprints.size()),
        first_(fingerprints.values),
        starts_(fingerprints.size() + 1),
        members_(first_),
        nearest_(fingerprints.size(), 0),
        into_(fingerprints.size()),
        batch_(std::min(batch_rows, fingerprints.size())) {
    std::iota(names_.begin(), names_.end(), 0);
    std::iota(starts_.begin(), starts_.end(), 0);
    std::iota(into_.begin(), into_.end(), 0);
    if (fingerprints.size() > 0) merges_.reserve(fingerprints.size() - 1);
  }

  std::vector<Merge> run() {
    while (size() > 1) {
      run_level(*std::min_element(nearest_.begin(), nearest_.end() - 1));
      gather();
    }
    return std::move(merges_);
  }

 private:
  static constexpr std::size_t batch_rows = 1024, partner_limit = 64;

  // The nearest clusters behind one, in the order of their names.
  struct Row {
    std::uint32_t cluster = 0;            // position
    int nearest = 0;                      // the distance of the nearest beyond the level
    std::vector<std::uint32_t> partners;  // positions of those at the level
    bool overflow = false;                // there are more partners
  };

  std::span<const std::uint64_t> members(std::size_t cluster) const {
    return std::span(members_).subspan(starts_[cluster] * words_,
                                       (starts_[cluster + 1] - starts_[cluster]) * words_);
  }
  bool is_merged(std::size_t cluster) const { return into_[cluster] != cluster; }
  std::size_t size() const { return names_.size(); }

  // The largest distance between members of two clusters, or any number above `limit` if it is
  // above that.

  int distance(std::size_t a, std::size_t b, int limit) const {
    return farthest_pair(members(a), members(b), words_, limit);
  }

  // Fingerprints that are too far apart show that their clusters are. `level` is no more than any
  // distance of the row, but for the clusters that were merged.

  void search(Row& row, int level, std::size_t partners_kept) const {
    std::array<std::uint32_t, last_block> found;
    row.nearest = beyond_;
    row.partners.clear();
    row.overflow = false;
    std::size_t block = first_block, end = 0;
    for (std::size_t begin = row.cluster + 1; begin < size(); begin = end) {
      end = std::min(begin + block, size());
      block = std::min(2 * block, last_block);
      const int limit = std::max(level, row.nearest - 1);
      const std::size_t count =
          near_fingerprints(std::span(first_).subspan(row.cluster * words_, words_),
                            first_.data() + begin * words_, end - begin, limit, &found[0]);
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t other = begin + found[k];
        if (is_merged(other)) continue;
        const int now = distance(row.cluster, other, std::max(level, row.nearest - 1));
        if (now > level) {
          row.nearest = std::min(row.nearest, now);
        } else if (row.partners.size() < partners_kept) {
          row.partners.push_back(static_cast<std::uint32_t>(other));
        } else {
          row.overflow = true;
          return;
        }
      }
    }
  }

  void search_batch(std::span<Row> rows, int level) const {
    if (rows.size() * size() < pairs_for_threads) {
      for (Row& row : rows) search(row, level, partner_limit);
      return;
    }
    parallel_for(rows.size(), [&](std::size_t i) { search(rows[i], level, partner_limit); });
  }

  // Merges a cluster with its later partners. Those were at the level from the cluster itself; they
  // are now if they are from all that it absorbed. Equality is transitive: at level 0 they are.

  void merge_row(Row& row, int level) {
    absorbed_.clear();
    int nearest = row.nearest;
    for (const std::uint32_t other : row.partners) {
      if (is_merged(other)) continue;
      const bool near =
          level == 0 || std::all_of(absorbed_.begin(), absorbed_.end(), [&](std::uint32_t part) {
            return distance(part, other, level) <= level;
          });
      if (near) {
        merges_.push_back({names_[row.cluster], names_[other], static_cast<double>(-level)});
        into_[other] = row.cluster;
        absorbed_.push_back(other);
      } else {
        nearest = level + 1;
      }
    }
    nearest_[row.cluster] = static_cast<std::uint16_t>(nearest);
  }

  void run_level(int level) {
    std::size_t cluster = 0;
    while (cluster + 1 < size()) {
      std::size_t rows = 0;
      for (; cluster + 1 < size() && rows < batch_.size(); ++cluster) {
        if (nearest_[cluster] > level || is_merged(cluster)) continue;
        batch_[rows++].cluster = static_cast<std::uint32_t>(cluster);
      }
      search_batch({batch_.data(), rows}, level);
      for (std::size_t k = 0; k < rows; ++k) {
        Row& row = batch_[k];
        if (is_merged(row.cluster)) continue;
        if (row.overflow) search(row, level, size());
        merge_row(row, level);
      }
    }
  }

  // Puts the members of merged clusters side by side, for the next level.
  void gather() {
    std::vector<std::uint32_t> place(size());  // of a cluster that is left
    std::vector<std::uint32_t> starts = {0};
    std::size_t left = 0;
    for (std::size_t i = 0; i < size(); ++i)
      if (!is_merged(i)) place[i] = static_cast<std::uint32_t>(left++);
    if (left == size()) return;
    starts.assign(left + 1, 0);
    for (std::size_t i = 0; i < size(); ++i)
      starts[place[into_[i]] + 1] += starts_[i + 1] - starts_[i];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    std::vector<std::uint64_t> gathered(members_.size());
    for (std::size_t i = 0; i < size(); ++i) {
      std::uint32_t& to = next[place[into_[i]]];
      std::ranges::copy(members(i), gathered.data() + to * words_);
      to += starts_[i + 1] - starts_[i];
    }
    for (std::size_t i = 0; i < size(); ++i) {
      if (is_merged(i)) continue;
      names_[place[i]] = names_[i];
      nearest_[place[i]] = nearest_[i];
      std::copy_n(gathered.data() + starts[place[i]] * words_, words_,
                  first_.data() + place[i] * words_);
    }
    names_.resize(left);
    nearest_.resize(left);
    first_.resize(left * words_);
    into_.resize(left);
    std::iota(into_.begin(), into_.end(), 0);
    starts_ = std::move(starts);
    members_ = std::move(gathered);
  }

  std::size_t words_;  // of a fingerprint
  int beyond_;         // more than any distance
  std::vector<Merge> merges_;

  // The clusters when the level began, by name.
  std::vector<std::uint32_t> names_;
  std::vector<std::uint64_t> first_;    // one of the fingerprints of each
  std::vector<std::uint32_t> starts_;   // of its fingerprints in members_
  std::vector<std::uint64_t> members_;  // cluster after cluster
  std::vector<std::uint16_t> nearest_;  // no later cluster is nearer than this

  std::vector<std::uint32_t> into_;      // at this level: itself, or what it was merged into
  std::vector<std::uint32_t> absorbed_;  // by the row that is merging
  std::vector<Row> batch_;
};

// Fingerprints merge first; then the clusters that are left, which have a document without one on
// one side at least.
std::vector<Merge> link_with_missing(const DocumentSimilarity& similarity,
                                     std::span<const std::uint32_t> documents, Linkage linkage) {
  std::vector<std::uint32_t> present, names, left;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const auto name = static_cast<std::uint32_t>(i);
    const bool is_missing = documents[i] == DocumentSimilarity::missing;
    if (is_missing || names.empty()) left.push_back(name);
    if (is_missing) continue;
    names.push_back(name);
    present.push_back(documents[i]);
  }
  std::vector<Merge> merges =
      linkage == Linkage::complete
          ? link_fingerprints(similarity.fingerprints()->rows(present))
          : link(similarity.scaled_similarities(present, cosine_units(linkage)), linkage);
  for (Merge& merge : merges) {
    merge.a = names[merge.a];
    merge.b = names[merge.b];
  }
  constexpr double farthest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < left.size(); ++k) merges.push_back({left[0], left[k], farthest, 0});
  return merges;
}

}  // namespace

double cosine_units(Linkage linkage) {
  return with_rule(linkage, [](auto rule) { return rule.cosine_units; });
}

std::vector<Merge> link(PairMatrix similarities, Linkage linkage) {
  return with_rule(linkage, [&]<typename Rule>(Rule) {
    return MatrixLinker<Rule>(std::move(similarities)).run();
  });
}

std::vector<Merge> link_fingerprints(const FingerprintRows& fingerprints) {
  return LevelLinker(fingerprints).run();
}

std::vector<Merge> tree_merges(std::span<const Merge> linked,
                               const std::function<double(double)>& similarity_of) {
  const std::size_t documents = linked.size() + 1;
  std::vector<std::uint32_t> node(documents), size(documents, 1);
  for (std::size_t i = 0; i < documents; ++i) node[i] = static_cast<std::uint32_t>(i);
  std::vector<Merge> merges;
  merges.reserve(linked.size());
  for (const Merge& merge : linked) {
    const auto [smaller, larger] = std::minmax(node[merge.a], node[merge.b]);
    size[merge.a] += size[merge.b];
    merges.push_back({smaller, larger, similarity_of(merge.similarity), size[merge.a]});
    node[merge.a] = static_cast<std::uint32_t>(documents + merges.size() - 1);
  }
  return merges;
}

std::vector<Merge> cluster(const DocumentSimilarity& similarity,
                           std::span<const std::uint32_t> documents, Linkage linkage) {
  const double units = cosine_units(linkage);
  const auto link_any = [&] {
    if (similarity.fingerprints()) return link_with_missing(similarity, documents, linkage);
    return link(similarity.scaled_similarities(documents, units), linkage);
  };
  return tree_merges(
      link_any(), [&](double scaled) { return similarity.similarity_from_scaled(scaled, units); });
}

}  // namespace subintent::internal
