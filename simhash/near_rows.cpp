#include "simhash/near_rows.h"

#include <tbb/parallel_sort.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "base/progress.h"

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
  Search(const FingerprintRows& rows, int within, const PairSink& sink)
      : rows_(rows),
        within_(within),
        within_word_(within / static_cast<int>(rows.words)),
        sink_(sink) {}

  void run(ProgressMeter& meter) {
    for (std::size_t word = 0; word < rows_.words; ++word) {
      const RowsByWord by_word(rows_, word);
      compare_equal(by_word, word);
      near_values(by_word.values(), within_word_, meter, [&](std::span<const ValuePair> near) {
        PairBuffer pairs;
        for (const auto& [a, b] : near) {
          for (const std::uint32_t row : by_word.rows(a)) {
            compare(row, by_word.rows(b), word, pairs);
          }
        }
        pairs.flush(sink_);
      });
    }
  }

 private:
  // Rows that have the same value in `word`.
  void compare_equal(const RowsByWord& by_word, std::size_t word) const {
    constexpr std::size_t piece = 256;
    const std::size_t values = by_word.values().size();
    parallel_for((values + piece - 1) / piece, [&](std::size_t k) {
      PairBuffer pairs;
      for (std::size_t i = k * piece; i < std::min((k + 1) * piece, values); ++i) {
        const auto same = by_word.rows(i);
        for (std::size_t j = 0; j < same.size(); ++j) {
          compare(same[j], same.subspan(j + 1), word, pairs);
        }
      }
      pairs.flush(sink_);
    });
  }

  // Rows that are near in `word`. A pair belongs to the first word in which it is near.
  void compare(std::uint32_t row, std::span<const std::uint32_t> others, std::size_t word,
               PairBuffer& pairs) const {
    const auto values = rows_.row(row);
    for (const std::uint32_t other : others) {
      const auto theirs = rows_.row(other);
      if (hamming_distance(values, theirs) > within_) continue;
      const auto is_near = [&](std::size_t k) {
        return std::popcount(values[k] ^ theirs[k]) <= within_word_;
      };
      std::size_t first = 0;
      while (!is_near(first)) ++first;
      if (first == word) pairs.add(std::minmax(row, other), sink_);
    }
  }

  const FingerprintRows& rows_;
  int within_, within_word_;
  const PairSink& sink_;
};

}  // namespace

void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress) {
  if (within == 0 || rows.size() < 2) return;
  const int within_word = within / static_cast<int>(rows.words);
  ProgressMeter meter(progress, "near-duplicates", "tables",
                      rows.words * number_of_tables(within_word));
  if (rows.words == 1) return near_values(rows.values, within, meter, sink);
  Search(rows, within, sink).run(meter);
}

}  // namespace subintent::internal
