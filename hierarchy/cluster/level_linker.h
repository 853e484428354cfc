// Complete linkage of fingerprints, one Hamming distance after the other, without a matrix.
#pragma once

#include "hierarchy/cluster/dendrogram.h"
#include "similarity/simhash/fingerprints.h"

namespace subintent::internal {

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
  explicit LevelLinker(const FingerprintRows& fingerprints);

  std::vector<Merge> run();

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

  int distance(std::size_t a, std::size_t b, int limit) const;
  void search(Row& row, int level, std::size_t partners_kept) const;
  void search_batch(std::span<Row> rows, int level) const;
  void merge_row(Row& row, int level);
  void run_level(int level);
  void gather();

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

}  // namespace subintent::internal
