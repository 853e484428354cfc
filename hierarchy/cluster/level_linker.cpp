#include "hierarchy/cluster/level_linker.h"

#include <numeric>

#include "core/base/parallel.h"
#include "similarity/simhash/hamming.h"

namespace subintent::internal {
namespace {

// Fingerprints that are looked at together; the limit may then be lower for the next. Few
// at first, when nothing is known of a row, then twice as many from call to call.
constexpr std::size_t first_block = 16, last_block = 2048;

// Below this many pairs, threads cost more than they bring.
constexpr std::size_t pairs_for_threads = 1 << 18;

}  // namespace

LevelLinker::LevelLinker(const FingerprintRows& fingerprints)
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

std::vector<Merge> LevelLinker::run() {
  while (size() > 1) {
    run_level(*std::min_element(nearest_.begin(), nearest_.end() - 1));
    gather();
  }
  return std::move(merges_);
}

// The largest distance between members of two clusters, or any number above `limit` if it is above
// that.
int LevelLinker::distance(std::size_t a, std::size_t b, int limit) const {
  return farthest_pair(members(a), members(b), words_, limit);
}

// Fingerprints that are too far apart show that their clusters are. `level` is no more than any
// distance of the row, but for the clusters that were merged.
void LevelLinker::search(Row& row, int level, std::size_t partners_kept) const {
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

void LevelLinker::search_batch(std::span<Row> rows, int level) const {
  if (rows.size() * size() < pairs_for_threads) {
    for (Row& row : rows) search(row, level, partner_limit);
    return;
  }
  parallel_for(rows.size(), [&](std::size_t i) { search(rows[i], level, partner_limit); });
}

// Merges a cluster with its later partners. Those were at the level from the cluster itself; they
// are now if they are from all that it absorbed. Equality is transitive: at level 0 they are.
void LevelLinker::merge_row(Row& row, int level) {
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

void LevelLinker::run_level(int level) {
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
void LevelLinker::gather() {
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

}  // namespace subintent::internal
