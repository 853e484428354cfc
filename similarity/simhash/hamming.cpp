#include "similarity/simhash/hamming.h"

#include <tbb/parallel_sort.h>

#include <bit>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "core/base/clones.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/progress.h"

namespace subintent::internal {
namespace {

constexpr std::size_t at_once = 32;  // distances

// By additions alone, which the compiler does for several numbers at a time.
[[gnu::always_inline]] inline std::uint64_t bits_of(std::uint64_t v) {
  v -= (v >> 1) & 0x5555555555555555;
  v = (v & 0x3333333333333333) + ((v >> 2) & 0x3333333333333333);
  v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
  v += v >> 8;
  v += v >> 16;
  v += v >> 32;
  return v & 0x7f;
}

template <std::size_t words>
[[gnu::always_inline]] inline int distance(const std::uint64_t* a, const std::uint64_t* b) {
  int bits = 0;
  for (std::size_t k = 0; k < words; ++k) bits += __builtin_popcountll(a[k] ^ b[k]);
  return bits;
}

// Most fingerprints are far: those of a block are compared with the limit together.
template <std::size_t words>
[[gnu::always_inline]] inline std::size_t near(const std::uint64_t* x,
                                               const std::uint64_t* fingerprints, std::size_t count,
                                               int limit, std::uint32_t* out) {
  const auto most = static_cast<std::uint64_t>(limit);
  std::size_t found = 0, i = 0;
  for (; i + at_once <= count; i += at_once) {
    std::uint64_t distances[at_once], least = UINT64_MAX;
    for (std::size_t k = 0; k < at_once; ++k) {
      distances[k] = 0;
      for (std::size_t w = 0; w < words; ++w)
        distances[k] += bits_of(x[w] ^ fingerprints[(i + k) * words + w]);
      least = distances[k] < least ? distances[k] : least;
    }
    if (least > most) continue;
    for (std::size_t k = 0; k < at_once; ++k)
      if (distances[k] <= most) out[found++] = static_cast<std::uint32_t>(i + k);
  }
  for (; i < count; ++i) {
    if (distance<words>(x, fingerprints + i * words) > limit) continue;
    out[found++] = static_cast<std::uint32_t>(i);
  }
  return found;
}

// Clusters that are too far apart mostly show it within a few pairs.
template <std::size_t words>
[[gnu::always_inline]] inline int farthest(std::span<const std::uint64_t> a,
                                           std::span<const std::uint64_t> b, int limit) {
  constexpr std::size_t few = 8 * words;
  int largest = 0;
  for (std::size_t j = 0; j < b.size(); j += few) {
    const std::size_t end = b.size() - j < few ? b.size() : j + few;
    for (std::size_t i = 0; i < a.size(); i += words) {
      for (std::size_t k = j; k < end; k += words) {
        const int next = distance<words>(&a[i], &b[k]);
        largest = next > largest ? next : largest;
      }
      if (largest > limit) return largest;
    }
  }
  return largest;
}

#ifdef SUBINTENT_HAS_CLONES
// Fingerprints of one word by the instruction that counts the bits of eight, which the compiler
// does not find for itself: clustering takes half of the time.
const bool counts_eight_words = __builtin_cpu_supports("avx512vpopcntdq");
#define SUBINTENT_EIGHTS __attribute__((target("avx512f,avx512vpopcntdq")))

SUBINTENT_EIGHTS inline __m512i eight_distances(std::uint64_t x, const std::uint64_t* fingerprints,
                                                __mmask8 some) {
  const __m512i eight = _mm512_maskz_loadu_epi64(some, fingerprints);
  return _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_set1_epi64(static_cast<long long>(x)), eight));
}

__mmask8 first_of_eight(std::size_t count) {
  return static_cast<__mmask8>(count < 8 ? (1U << count) - 1 : 0xff);
}

SUBINTENT_EIGHTS std::size_t near_by_eights(std::uint64_t x, const std::uint64_t* fingerprints,
                                            std::size_t count, int limit, std::uint32_t* out) {
  const __m512i most = _mm512_set1_epi64(limit);
  std::size_t found = 0;
  for (std::size_t i = 0; i < count; i += 8) {
    const __mmask8 some = first_of_eight(count - i);
    const __m512i distances = eight_distances(x, fingerprints + i, some);
    for (unsigned near = _mm512_mask_cmple_epu64_mask(some, distances, most); near != 0;
         near &= near - 1)
      out[found++] = static_cast<std::uint32_t>(i + static_cast<unsigned>(std::countr_zero(near)));
  }
  return found;
}

SUBINTENT_EIGHTS int farthest_by_eights(std::span<const std::uint64_t> a,
                                        std::span<const std::uint64_t> b, int limit) {
  const __m512i most = _mm512_set1_epi64(limit);
  __m512i largest = _mm512_setzero_si512();
  for (std::size_t j = 0; j < b.size(); j += 8) {
    const __mmask8 some = first_of_eight(b.size() - j);
    for (const std::uint64_t x : a) {
      const __m512i distances = eight_distances(x, &b[j], some);
      if (_mm512_mask_cmpgt_epu64_mask(some, distances, most) != 0) return limit + 1;
      largest = _mm512_mask_max_epu64(largest, some, largest, distances);
    }
  }
  std::uint64_t eight[8];
  _mm512_storeu_si512(eight, largest);
  return static_cast<int>(*std::max_element(eight, eight + 8));
}
#endif

SUBINTENT_CLONES std::size_t near_by_additions(std::span<const std::uint64_t> x,
                                               const std::uint64_t* fingerprints, std::size_t count,
                                               int limit, std::uint32_t* out) {
  return x.size() == 1   ? near<1>(x.data(), fingerprints, count, limit, out)
         : x.size() == 2 ? near<2>(x.data(), fingerprints, count, limit, out)
                         : near<4>(x.data(), fingerprints, count, limit, out);
}

SUBINTENT_CLONES int farthest_one_by_one(std::span<const std::uint64_t> a,
                                         std::span<const std::uint64_t> b, std::size_t words,
                                         int limit) {
  return words == 1   ? farthest<1>(a, b, limit)
         : words == 2 ? farthest<2>(a, b, limit)
                      : farthest<4>(a, b, limit);
}

}  // namespace

std::size_t near_fingerprints(std::span<const std::uint64_t> x, const std::uint64_t* fingerprints,
                              std::size_t count, int limit, std::uint32_t* out) {
#ifdef SUBINTENT_HAS_CLONES
  if (counts_eight_words && x.size() == 1)
    return near_by_eights(x[0], fingerprints, count, limit, out);
#endif
  return near_by_additions(x, fingerprints, count, limit, out);
}

int farthest_pair(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::size_t words, int limit) {
#ifdef SUBINTENT_HAS_CLONES
  if (counts_eight_words && words == 1) return farthest_by_eights(a, b, limit);
#endif
  return farthest_one_by_one(a, b, words, limit);
}

SUBINTENT_CLONES void hamming_distances(std::span<const std::uint64_t> x,
                                        const std::uint64_t* fingerprints, std::size_t count,
                                        std::uint16_t* out) {
  const std::size_t words = x.size();
  for (std::size_t i = 0; i < count; ++i) {
    int bits = 0;
    for (std::size_t k = 0; k < words; ++k)
      bits += __builtin_popcountll(x[k] ^ fingerprints[i * words + k]);
    out[i] = static_cast<std::uint16_t>(bits);
  }
}

namespace {

// So few words, or words so few bits apart, are compared one by one.
constexpr std::size_t few_words = 256;
constexpr int few_bits = 7;

constexpr std::size_t part_size = 1 << 16;  // words that one thread takes
constexpr std::size_t pairs_at_once = 1 << 16;

struct RowEntry {
  std::uint64_t word;
  std::uint32_t row;
};

struct ByKey {
  std::uint64_t key;
  bool operator()(const RowEntry& a, const RowEntry& b) const {
    return (a.word & key) < (b.word & key);
  }
};

// These bits cut into k + 2 blocks, and every two of those as a mask.
std::vector<std::uint64_t> keys_of(std::uint64_t bits, int within) {
  std::vector<std::uint64_t> blocks, keys;
  for (int left = within + 2; left > 0; --left) {
    blocks.push_back(0);
    for (int width = (std::popcount(bits) + left - 1) / left; width > 0; --width) {
      const std::uint64_t lowest = bits & (~bits + 1);
      blocks.back() |= lowest;
      bits ^= lowest;
    }
  }
  for (std::size_t a = 0; a < blocks.size(); ++a)
    for (std::size_t b = a + 1; b < blocks.size(); ++b) keys.push_back(blocks[a] | blocks[b]);
  return keys;
}

std::uint64_t differing_bits(std::span<const RowEntry> entries) {
  std::uint64_t differing = 0;
  for (const RowEntry& entry : entries) differing |= entry.word ^ entries[0].word;
  return differing;
}

// The end of the entries that agree with the first in the bits of the key they are sorted by.
std::size_t end_of_run(std::span<const RowEntry> sorted, std::size_t begin, std::uint64_t key) {
  std::size_t end = begin;
  while (end < sorted.size() && ((sorted[begin].word ^ sorted[end].word) & key) == 0) ++end;
  return end;
}

// A key of a list of keys: a pair belongs to the first of them in which it agrees. The search among
// the words that agree there goes on with a list of its own.
struct Level {
  const Level* above;
  std::span<const std::uint64_t> keys;
  std::size_t current;
};

// Does the pair, or any of several, agree in no key before these?
bool belongs(std::uint64_t difference, const Level* level) {
  for (; level != nullptr; level = level->above) {
    for (std::size_t i = 0; i < level->current; ++i)
      if ((difference & level->keys[i]) == 0) return false;
  }
  return true;
}

// The search by one of the words of rows. A pair belongs to the first word in which it is near.
class WordSearch {
 public:
  WordSearch(const FingerprintRows& rows, std::size_t word, int within, const PairSink& sink)
      : rows_(rows),
        word_(word),
        within_(within),
        within_word_(within / static_cast<int>(rows.words)),
        sink_(sink) {}

  void run(std::span<const std::uint64_t> keys, ProgressMeter& meter) const {
    std::vector<RowEntry> entries;
    reserve_large(entries, rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      entries.push_back({rows_.row(i)[word_], static_cast<std::uint32_t>(i)});
    for (std::size_t i = 0; i < keys.size(); ++i) {
      tbb::parallel_sort(entries.begin(), entries.end(), ByKey{keys[i]});
      const Level level{nullptr, keys, i};
      const auto begin_of = [&](std::size_t part) {
        const std::size_t at = std::min(part * part_size, entries.size());
        return at == 0 ? 0 : end_of_run(entries, at - 1, keys[i]);
      };
      parallel_for((entries.size() + part_size - 1) / part_size, [&](std::size_t part) {
        const std::size_t begin = begin_of(part), end = begin_of(part + 1);
        Worker worker;
        if (begin < end) cut(std::span(entries).subspan(begin, end - begin), level, worker);
        sink_(worker.pairs);
      });
      meter.advance();
    }
  }

 private:
  struct Worker {
    std::vector<RowPair> pairs;
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t> near;
  };

  // Searches among the entries that agree in the key of the level.
  void cut(std::span<RowEntry> sorted, const Level& level, Worker& worker) const {
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      end = end_of_run(sorted, begin, level.keys[level.current]);
      if (end > begin + 1) search(sorted.subspan(begin, end - begin), level, worker);
    }
  }

  void search(std::span<RowEntry> entries, const Level& level, Worker& worker) const {
    const std::uint64_t differing = differing_bits(entries);
    if (!belongs(differing, &level)) return;
    if (entries.size() <= few_words || std::popcount(differing) <= few_bits)
      return compare(entries, level, worker);
    const std::vector<std::uint64_t> keys = keys_of(differing, within_word_);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::sort(entries.begin(), entries.end(), ByKey{keys[i]});
      cut(entries, {&level, keys, i}, worker);
    }
  }

  void compare(std::span<const RowEntry> entries, const Level& level, Worker& worker) const {
    worker.words.clear();
    for (const RowEntry& entry : entries) worker.words.push_back(entry.word);
    worker.near.resize(entries.size());
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
      const std::size_t count =
          near_fingerprints(std::span(worker.words).subspan(i, 1), &worker.words[i + 1],
                            entries.size() - i - 1, within_word_, worker.near.data());
      for (std::size_t k = 0; k < count; ++k) {
        const RowEntry& other = entries[i + 1 + worker.near[k]];
        if (belongs(entries[i].word ^ other.word, &level)) add(entries[i].row, other.row, worker);
      }
    }
  }

  // Adds the pair if it is one, and not near in a word before.
  void add(std::uint32_t a, std::uint32_t b, Worker& worker) const {
    const auto mine = rows_.row(a), theirs = rows_.row(b);
    if (hamming_distance(mine, theirs) > within_) return;
    for (std::size_t k = 0; k < word_; ++k)
      if (std::popcount(mine[k] ^ theirs[k]) <= within_word_) return;
    worker.pairs.push_back(std::minmax(a, b));
    if (worker.pairs.size() < pairs_at_once) return;
    sink_(worker.pairs);
    worker.pairs.clear();
  }

  const FingerprintRows& rows_;
  std::size_t word_;
  int within_, within_word_;
  const PairSink& sink_;
};

}  // namespace

void near_rows(const FingerprintRows& rows, int within, const PairSink& sink,
               const ProgressCallback& progress) {
  if (within == 0 || rows.size() < 2) return;
  const auto keys = keys_of(~std::uint64_t{0}, within / static_cast<int>(rows.words));
  ProgressMeter meter(progress, "near-duplicates", "tables", rows.words * keys.size());
  for (std::size_t word = 0; word < rows.words; ++word)
    WordSearch(rows, word, within, sink).run(keys, meter);
}

}  // namespace subintent::internal
