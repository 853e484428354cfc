#include "simhash/near_rows.h"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "base/large_pages.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "simhash/near_kernel.h"
#include "simhash/partition.h"

namespace subintent::internal {
namespace {

constexpr unsigned radix_bits = 8;
constexpr unsigned partition_bits = 10;
// Of a key: with more, keys of 50 million words are nearly all different already.
constexpr unsigned key_bits = partition_bits + 2 * radix_bits;
// So few are compared one with one without sorting them, and so few without the kernel. So few bits
// make no more words than what a kernel compares at least.
constexpr std::size_t few_unsorted = 32, few_words = 12;
constexpr unsigned few_bits = 7;
// Pairs whose positions are looked up at a time.
constexpr std::size_t looked_up_together = 128;

struct Field {
  unsigned shift, width;
};
using Fields = std::vector<Field>;  // the most significant first

unsigned width_of(const Fields& fields) {
  unsigned width = 0;
  for (const Field& field : fields) width += field.width;
  return width;
}

std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::uint64_t mask_of(const Fields& fields) {
  std::uint64_t mask = 0;
  for (const Field& field : fields) mask |= low_bits(field.width) << field.shift;
  return mask;
}

Fields fields_of(std::uint64_t mask) {
  Fields fields;
  while (mask != 0) {
    const auto end = static_cast<unsigned>(std::bit_width(mask));
    const auto width = static_cast<unsigned>(std::countl_one(mask << (64 - end)));
    fields.push_back({end - width, width});
    mask &= low_bits(end - width);
  }
  return fields;
}

// The bits of a word in these fields, side by side.
std::uint64_t key_of(std::uint64_t word, const Fields& fields) {
  std::uint64_t key = 0;
  for (const Field& field : fields) {
    key = key << field.width | (word >> field.shift & low_bits(field.width));
  }
  return key;
}

// Takes the first `width` bits, or as many as there are, off the fields.
Fields take(Fields& fields, unsigned width) {
  Fields taken;
  while (width > 0 && !fields.empty()) {
    Field& field = fields.front();
    const unsigned part = std::min(width, field.width);
    field.width -= part;
    taken.push_back({field.shift + field.width, part});
    if (field.width == 0) fields.erase(fields.begin());
    width -= part;
  }
  return taken;
}

// Blocks into which the fields are cut, one more than `within` for a key of one block, two more for
// a key of every two, shortened to `key_bits`.
std::vector<Fields> keys_of(Fields fields, int within, int blocks_of_key) {
  std::vector<Fields> blocks;
  for (int left = within + blocks_of_key; left > 0; --left) {
    const auto parts = static_cast<unsigned>(left);
    blocks.push_back(take(fields, (width_of(fields) + parts - 1) / parts));
  }
  std::vector<Fields> keys;
  for (std::size_t a = 0; a < blocks.size(); ++a) {
    if (blocks_of_key == 1) {
      keys.push_back(take(blocks[a], key_bits));
      continue;
    }
    for (std::size_t b = a + 1; b < blocks.size(); ++b) {
      Fields both = blocks[a];
      both.insert(both.end(), blocks[b].begin(), blocks[b].end());
      keys.push_back(take(both, key_bits));
    }
  }
  return keys;
}

// Keys of all 64 bits: of one block if so few of that many words have the same, that comparing them
// is faster than sorting more often.
std::vector<Fields> keys_of_words(std::size_t words, int within, const NearKernel& kernel) {
  const std::size_t of_one_key = words >> (64 / (within + 1));
  return keys_of({{0, 64}}, within, of_one_key < kernel.max_compared / 2 ? 1 : 2);
}

std::vector<std::uint64_t> masks_of(const std::vector<Fields>& keys) {
  std::vector<std::uint64_t> masks;
  for (const Fields& key : keys) masks.push_back(mask_of(key));
  return masks;
}

void sort_by_key(std::span<std::uint64_t> items, std::vector<std::uint64_t>& scratch,
                 const Fields& key) {
  const unsigned bits = width_of(key);
  scratch.resize(std::max(scratch.size(), items.size()));
  std::span<std::uint64_t> from = items, to = std::span(scratch).first(items.size());
  for (unsigned shift = 0; shift < bits; shift += radix_bits) {
    const auto digit = [&](std::uint64_t item) {
      return key_of(item, key) >> shift & low_bits(std::min(radix_bits, bits - shift));
    };
    std::array<std::size_t, (1 << radix_bits) + 1> ends{};
    for (std::uint64_t item : from) ++ends[digit(item) + 1];
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    for (std::uint64_t item : from) to[ends[digit(item)]++] = item;
    std::swap(from, to);
  }
  if (from.data() != items.data()) std::copy(from.begin(), from.end(), items.begin());
}

// Where values stand in an ascending list.
class Positions {
 public:
  explicit Positions(std::span<const std::uint64_t> values)
      : values_(values),
        shift_(64 - std::clamp(static_cast<unsigned>(std::bit_width(values.size())), 1U, 26U)) {
    const std::size_t places = (std::size_t{1} << (64 - shift_)) + 1;
    reserve_large(starts_, places);
    starts_.resize(places);
    for (const std::uint64_t value : values) ++starts_[(value >> shift_) + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  }

  // For of(), a little later: what it reads of `starts`, and then what of the values.
  void call_start(std::uint64_t value) const { __builtin_prefetch(&starts_[value >> shift_]); }
  void call_values(std::uint64_t value) const {
    __builtin_prefetch(values_.data() + starts_[value >> shift_]);
  }

  std::uint32_t of(std::uint64_t value) const {
    const auto begin = values_.begin() + starts_[value >> shift_];
    const auto end = values_.begin() + starts_[(value >> shift_) + 1];
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, value) - values_.begin());
  }

 private:
  std::span<const std::uint64_t> values_;
  unsigned shift_;
  std::vector<std::uint32_t> starts_;
};

// How far to rotate words so that most of the bits in which they differ are among the lower 32.
int window_of(std::span<const std::uint64_t> words) {
  std::uint64_t differing = 0;
  for (const std::uint64_t word : words) differing |= word ^ words[0];
  int best = 0, most = -1;
  for (int shift = 0; shift < 64; shift += 8) {
    const int bits = std::popcount(static_cast<std::uint32_t>(std::rotr(differing, shift)));
    if (bits > most) {
      most = bits;
      best = shift;
    }
  }
  return best;
}

// Collects the pairs of one thread and hands them on.
class PairBuffer {
 public:
  void add(std::uint32_t a, std::uint32_t b, const PairSink& sink) {
    pairs_.push_back(std::minmax(a, b));
    if (pairs_.size() == pairs_at_once) flush(sink);
  }
  void flush(const PairSink& sink) {
    if (!pairs_.empty()) sink(pairs_);
    pairs_.clear();
  }

 private:
  std::vector<RowPair> pairs_;
};

// Finds pairs of words, which are ascending and different, by their positions.
class Search {
 public:
  Search(std::span<const std::uint64_t> words, int within, const std::vector<Fields>& keys,
         const PairSink& sink, const NearKernel& kernel)
      : words_(words),
        within_(within),
        keys_(keys),
        sink_(sink),
        kernel_(kernel),
        positions_(words) {}

  void run(ProgressMeter& meter);

 private:
  struct Worker {
    PairBuffer pairs;
    std::vector<std::uint64_t> scratch;
    std::vector<std::uint32_t> parts, found;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> near;  // words that are pairs
  };
  // A key of a list of keys: a pair belongs to the first of them in which it agrees. The search
  // inside the words of one key goes on with a list for the bits in which they differ.
  struct Level {
    const Level* above;
    const std::vector<std::uint64_t>& masks;
    std::size_t current;
  };

  void cut(std::span<std::uint64_t> sorted, const Level& level, Worker& worker) const;
  void refine(std::span<std::uint64_t> equal, const Level& level, Worker& worker) const;
  void compare(std::span<const std::uint64_t> words, const Level& level, Worker& worker) const;
  void compare_two(std::uint64_t a, std::uint64_t b, const Level& level, Worker& worker) const;
  void look_up(Worker& worker) const;
  static bool belongs(std::uint64_t difference, const Level* level);

  std::span<const std::uint64_t> words_;
  int within_;
  const std::vector<Fields>& keys_;
  const PairSink& sink_;
  const NearKernel& kernel_;
  Positions positions_;
};

// Does it agree in no key before these?
bool Search::belongs(std::uint64_t difference, const Level* level) {
  for (; level != nullptr; level = level->above) {
    for (std::size_t i = 0; i < level->current; ++i) {
      if ((difference & level->masks[i]) == 0) return false;
    }
  }
  return true;
}

// Adds the pair if it is one, and has not been found by another key.
void Search::compare_two(std::uint64_t a, std::uint64_t b, const Level& level,
                         Worker& worker) const {
  const std::uint64_t difference = a ^ b;
  if (std::popcount(difference) > within_) return;
  if ((difference & level.masks[level.current]) != 0 || !belongs(difference, &level)) return;
  worker.near.emplace_back(a, b);
  if (worker.near.size() == looked_up_together) look_up(worker);
}

// Hands on the pairs by the positions of their words, which lie all over the memory: it is asked
// for all of them before any is needed.
void Search::look_up(Worker& worker) const {
  for (const auto& [a, b] : worker.near) {
    positions_.call_start(a);
    positions_.call_start(b);
  }
  for (const auto& [a, b] : worker.near) {
    positions_.call_values(a);
    positions_.call_values(b);
  }
  for (const auto& [a, b] : worker.near) {
    worker.pairs.add(positions_.of(a), positions_.of(b), sink_);
  }
  worker.near.clear();
}

// Words that are near are so in any 32 of their bits, which the kernel compares: those in which
// most differ.
void Search::compare(std::span<const std::uint64_t> words, const Level& level,
                     Worker& worker) const {
  constexpr std::size_t together = NearKernel::together;
  std::size_t i = 0;
  if (words.size() > few_words) {
    const int shift = window_of(words);
    worker.parts.resize(words.size());
    worker.found.resize(words.size() + 16);
    std::ranges::transform(words, worker.parts.begin(), [&](std::uint64_t word) {
      return static_cast<std::uint32_t>(std::rotr(word, shift));
    });
    for (; i + together < words.size(); i += together) {
      const std::size_t rest = i + together;
      const std::size_t found = kernel_.select(&worker.parts[i], &worker.parts[rest],
                                               words.size() - rest, within_, worker.found.data());
      for (std::size_t a = i; a < rest; ++a) {
        for (std::size_t b = a + 1; b < rest; ++b) compare_two(words[a], words[b], level, worker);
        for (std::size_t k = 0; k < found; ++k) {
          compare_two(words[a], words[rest + worker.found[k]], level, worker);
        }
      }
    }
  }
  for (; i < words.size(); ++i) {
    for (std::size_t j = i + 1; j < words.size(); ++j) {
      compare_two(words[i], words[j], level, worker);
    }
  }
}

// Compares the words that have the same key.
void Search::cut(std::span<std::uint64_t> sorted, const Level& level, Worker& worker) const {
  const std::uint64_t mask = level.masks[level.current];
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && ((sorted[begin] ^ sorted[end]) & mask) == 0) ++end;
    const auto equal = sorted.subspan(begin, end - begin);
    if (equal.size() == 1) continue;  // as nearly always
    if (equal.size() <= kernel_.max_compared) {
      compare(equal, level, worker);
    } else {
      refine(equal, level, worker);
    }
  }
}

void Search::refine(std::span<std::uint64_t> equal, const Level& level, Worker& worker) const {
  std::uint64_t differing = 0;
  for (const std::uint64_t word : equal) differing |= word ^ equal[0];
  if (!belongs(differing, &level)) return;  // nor does any pair
  const Fields fields = fields_of(differing);
  if (width_of(fields) <= few_bits) return compare(equal, level, worker);
  const std::vector<Fields> keys = keys_of(fields, within_, 2);
  const std::vector<std::uint64_t> masks = masks_of(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sort_by_key(equal, worker.scratch, keys[i]);
    cut(equal, {&level, masks, i}, worker);
  }
}

void Search::run(ProgressMeter& meter) {
  const std::vector<std::uint64_t> masks = masks_of(keys_);
  tbb::enumerable_thread_specific<Worker> workers;
  std::vector<std::uint64_t> by_key;
  reserve_large(by_key, words_.size());
  by_key.resize(words_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    Fields rest = keys_[i];
    const Fields first = take(rest, partition_bits);
    const auto ends = partition<std::size_t{1} << partition_bits>(
        words_, std::span(by_key), [&](std::uint64_t word) { return key_of(word, first); });
    const Level level{nullptr, masks, i};
    parallel_for(ends.size(), [&](std::size_t part) {
      const std::size_t begin = part == 0 ? 0 : ends[part - 1];
      const auto items = std::span(by_key).subspan(begin, ends[part] - begin);
      Worker& worker = workers.local();
      if (items.size() <= few_unsorted) return compare(items, level, worker);
      sort_by_key(items, worker.scratch, rest);
      cut(items, level, worker);
    });
    meter.advance();
  }
  for (Worker& worker : workers) {
    look_up(worker);
    worker.pairs.flush(sink_);
  }
}

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

// The search for rows of several words: by each word, those that are equal or near there. A pair
// belongs to the first word in which it is near.
class RowSearch {
 public:
  RowSearch(const FingerprintRows& rows, int within, const std::vector<Fields>& keys,
            const PairSink& sink, const NearKernel& kernel)
      : rows_(rows),
        within_(within),
        within_word_(within / static_cast<int>(rows.words)),
        keys_(keys),
        sink_(sink),
        kernel_(kernel) {}

  void run(std::size_t word, ProgressMeter& meter) const {
    const RowsByWord by_word(rows_, word);
    const auto compare_all = [&](std::span<const RowPair> near) {
      PairBuffer pairs;
      for (const auto& [a, b] : near) {
        auto others = by_word.rows(b);
        for (const std::uint32_t row : by_word.rows(a)) {
          if (a == b) others = others.subspan(1);
          compare(row, others, word, pairs);
        }
      }
      pairs.flush(sink_);
    };
    constexpr std::size_t piece = 256;
    const std::size_t values = by_word.values().size();
    parallel_for((values + piece - 1) / piece, [&](std::size_t k) {
      std::vector<RowPair> equal;
      for (std::size_t i = k * piece; i < std::min((k + 1) * piece, values); ++i) {
        if (by_word.rows(i).size() > 1) equal.emplace_back(i, i);
      }
      compare_all(equal);
    });
    if (within_word_ > 0 && values > 1) {
      Search(by_word.values(), within_word_, keys_, compare_all, kernel_).run(meter);
    }
  }

 private:
  void compare(std::uint32_t row, std::span<const std::uint32_t> others, std::size_t word,
               PairBuffer& pairs) const {
    const auto values = rows_.row(row);
    for (const std::uint32_t other : others) {
      const auto theirs = rows_.row(other);
      if (hamming_distance(values, theirs) > within_) continue;
      std::size_t first = 0;
      while (std::popcount(values[first] ^ theirs[first]) > within_word_) ++first;
      if (first == word) pairs.add(row, other, sink_);
    }
  }

  const FingerprintRows& rows_;
  int within_, within_word_;
  const std::vector<Fields>& keys_;
  const PairSink& sink_;
  const NearKernel& kernel_;
};

}  // namespace

void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress, const NearKernel& kernel) {
  if (within == 0 || rows.size() < 2) return;
  const int within_word = within / static_cast<int>(rows.words);
  std::vector<Fields> keys;
  if (within_word > 0) keys = keys_of_words(rows.size(), within_word, kernel);
  ProgressMeter meter(progress, "near-duplicates", "tables", rows.words * keys.size());
  if (rows.words == 1) return Search(rows.values, within, keys, sink, kernel).run(meter);
  for (std::size_t word = 0; word < rows.words; ++word)
    RowSearch(rows, within, keys, sink, kernel).run(word, meter);
}

}  // namespace subintent::internal
