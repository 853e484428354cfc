#include "simhash/near_rows.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "support/parallel.h"
#include "support/progress.h"

namespace subintent::internal {
namespace {

// Rows by one of their words: those that have the same value there, and that value.
class RowsByWord {
 public:
  RowsByWord(const FingerprintRows& rows, std::size_t word) : rows_(rows.size()) {
    std::iota(rows_.begin(), rows_.end(), 0);
    const auto value_of = [&](std::uint32_t row) { return rows.row(row)[word]; };
    tbb::parallel_sort(rows_.begin(), rows_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(value_of(a), a) < std::pair(value_of(b), b);
    });
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!values_.empty() && values_.back() == value_of(rows_[i])) continue;
      values_.push_back(value_of(rows_[i]));
      starts_.push_back(static_cast<std::uint32_t>(i));
    }
    starts_.push_back(static_cast<std::uint32_t>(rows_.size()));
  }

  std::span<const std::uint64_t> values() const { return values_; }  // ascending

  // The rows that have value number i.
  std::span<const std::uint32_t> rows(std::size_t i) const {
    return std::span(rows_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::uint32_t> rows_, starts_;
  std::vector<std::uint64_t> values_;
};

class Search {
 public:
  Search(const FingerprintRows& rows, int within)
      : rows_(rows), within_(within), within_word_(within / static_cast<int>(rows.words)) {}

  std::vector<ValuePair> all(ProgressMeter& meter) {
    for (std::size_t word = 0; word < rows_.words; ++word) {
      const RowsByWord by_word(rows_, word);
      in_pieces(by_word.values().size(), [&](std::size_t i, std::vector<ValuePair>& pairs) {
        const auto same = by_word.rows(i);
        for (std::size_t k = 0; k < same.size(); ++k) {
          compare(same[k], same.subspan(k + 1), word, pairs);
        }
      });
      const auto near = near_values(by_word.values(), within_word_, meter);
      in_pieces(near.size(), [&](std::size_t i, std::vector<ValuePair>& pairs) {
        for (const std::uint32_t row : by_word.rows(near[i].first)) {
          compare(row, by_word.rows(near[i].second), word, pairs);
        }
      });
    }
    std::vector<ValuePair> all;
    for (std::vector<ValuePair>& pairs : pairs_) {
      all.insert(all.end(), pairs.begin(), pairs.end());
      std::vector<ValuePair>().swap(pairs);
    }
    tbb::parallel_sort(all.begin(), all.end());
    return all;
  }

 private:
  // Calls work(i, pairs) for every i below `count` on all threads, with pairs of the thread's own.
  template <typename Work>
  void in_pieces(std::size_t count, const Work& work) {
    constexpr std::size_t piece = 256;
    parallel_for((count + piece - 1) / piece, [&](std::size_t k) {
      std::vector<ValuePair>& pairs = pairs_.local();
      for (std::size_t i = k * piece; i < std::min((k + 1) * piece, count); ++i) work(i, pairs);
    });
  }

  // Rows that are near in `word`. A pair belongs to the first word in which it is near.
  void compare(std::uint32_t row, std::span<const std::uint32_t> others, std::size_t word,
               std::vector<ValuePair>& pairs) const {
    const auto values = rows_.row(row);
    for (const std::uint32_t other : others) {
      const auto theirs = rows_.row(other);
      if (hamming_distance(values, theirs) > within_) continue;
      const auto is_near = [&](std::size_t k) {
        return std::popcount(values[k] ^ theirs[k]) <= within_word_;
      };
      std::size_t first = 0;
      while (!is_near(first)) ++first;
      if (first == word) pairs.push_back(std::minmax(row, other));
    }
  }

  const FingerprintRows& rows_;
  int within_, within_word_;
  tbb::enumerable_thread_specific<std::vector<ValuePair>> pairs_;
};

}  // namespace

std::vector<ValuePair> near_rows(const FingerprintRows& rows, int within,
                                 const ProgressCallback& progress) {
  if (within == 0 || rows.size() < 2) return {};
  const int within_word = within / static_cast<int>(rows.words);
  ProgressMeter meter(progress, "near-duplicates", "tables",
                      rows.words * number_of_tables(within_word));
  if (rows.words == 1) return near_values(rows.values, within, meter);
  return Search(rows, within).all(meter);
}

}  // namespace subintent::internal
