// Putting the ranked list of a topic in order.
#pragma once

#include "core/collection/run.h"
#include "core/io/content.h"

namespace subintent::internal {

// A document of a list. Its name lies in a file, or beside it: its place says which line is first.
struct RankedLine {
  std::string_view docno;
  std::int64_t rank;
  double score;
};

// The score of a document of a list that has ranks alone, as Anserini turns runs of MS MARCO into
// those of TREC.
inline double score_of_rank(std::int64_t rank) {
  return 1 / std::max(0.5, static_cast<double>(rank));
}

// Orders the list of one topic. Names are views into `texts`, which must live as long.
class ListBuilder {
 public:
  ListBuilder(const Contents& texts, std::string_view topic, RunOrder order,
              OnDuplicate on_duplicate)
      : texts_(texts), topic_(topic), order_(order), on_duplicate_(on_duplicate) {}

  void reserve(std::size_t lines) { lines_.reserve(lines); }
  void add(std::string_view docno, std::int64_t rank, double score) {
    lines_.push_back({docno, rank, score});
  }
  // All documents that are added differ, which need not be looked at again.
  void set_names_differ() { names_differ_ = true; }
  // The lines that were added, in their order; before build() alone.
  const std::vector<RankedLine>& lines() const { return lines_; }

  // Throws Error, naming the line, for a document that is there twice (unless told which to keep)
  // and, in rank order, for two at one rank with equal scores.
  RankedList build(ListScores scores = ListScores::left_out);

  // After build(): does some better rank have a lower score?
  bool disagrees() const { return disagrees_; }
  // Likewise: are all or some ranks the same, which are ordered by score?
  bool lacks_ranks() const { return lacks_ranks_; }
  std::size_t duplicates_dropped() const { return duplicates_dropped_; }

 private:
  bool disagreement_by_rank() const;
  std::vector<std::string_view> docnos() const;
  const RankedLine& later_of(const RankedLine& a, const RankedLine& b) const;
  bool repeats_ranks() const;
  void drop_duplicates();

  const Contents& texts_;
  std::string_view topic_;
  RunOrder order_;
  OnDuplicate on_duplicate_;
  std::vector<RankedLine> lines_;
  bool names_differ_ = false;
  bool disagrees_ = false, lacks_ranks_ = false;
  std::size_t duplicates_dropped_ = 0;
};

}  // namespace subintent::internal
