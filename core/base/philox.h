// Counter-based random numbers: Philox4x32-10 [Salmon et al., SC 2011]. A word depends on the seed
// and its place alone, so results do not depend on threads or order.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

inline constexpr std::uint32_t philox_multiplier0 = 0xD2511F53, philox_multiplier1 = 0xCD9E8D57;
inline constexpr std::uint32_t philox_weyl0 = 0x9E3779B9, philox_weyl1 = 0xBB67AE85;
inline constexpr int philox_rounds = 10;

// One block of four random words.
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

// The purposes of random words. Another program draws the same samples from this:
//   key      low and high 32 bits of the seed
//   counter  (block, row, trial, purpose), trials and rows from 0
//   word k   of a sequence is word k mod 4 of block floor(k / 4)
//
// bootstrap: row 0; position i = 0 ... N-1 of the resample is topic floor(word i * N / 2^32). All
// pairs of runs and all measures share the resamples.
//
// tukey: row = topic; the topic's scores, in the order of the runs, are shuffled from the end: for
// k = 0 ... R-2, with i = R-1-k, scores i and floor(word k * (i+1) / 2^32) change places.
//
// signs: row 0; the difference of topic i changes its sign if bit i mod 32 of word floor(i / 32) is
// set. Shared by all pairs and measures.
//
// placebo: trial = placebo; row = intent, counted over the topics, in each in label order, with
// superintents among them and "*" at topic level; the n documents of the intent's nodes, sorted by
// bytes, are shuffled from the end as for tukey, and document i comes in place of the i-th.
//
// folds: row and trial 0; topics are shuffled from the end as for tukey, and topic k of that order
// is in fold k mod (number of folds).
//
// judge_*: row = topic, pair or participant, as judge/sampling.h and judge/assignment.h say; lists
// are shuffled from the end as for tukey.
//
// Topics are in label order.
enum class RandomPurpose : std::uint32_t {
  bootstrap = 1,
  tukey = 2,
  signs = 3,
  placebo = 4,
  mean_squares = 6,
  judge_topics = 16,
  judge_pairs = 17,
  judge_people = 18,
  judge_sides = 19,
  judge_order = 20,
  judge_repeats = 21,
  judge_checks = 22,
  folds = 32
};

struct RandomSequence {
  std::uint64_t seed = 0;
  RandomPurpose purpose{};
  std::uint32_t trial = 0, row = 0;
};

// The four words of one block of a sequence.
PhiloxCounter philox_block(const RandomSequence& sequence, std::uint32_t block);

// The words of a sequence, as many as `words` holds.
void random_words(const RandomSequence& sequence, std::span<std::uint32_t> words);

// The same words from word `first` (a multiple of 4) on, as places: floor(word k * (limit - k) /
// 2^32), for k below limit; a limit of 0 leaves them as they are.
void random_places(const RandomSequence& sequence, std::uint32_t first, std::uint32_t limit,
                   std::span<std::uint32_t> places);

// From the end: for k = 0 ... n-2, elements n-1-k and floor(word k * (n-k) / 2^32) change places.
template <typename T>
void shuffle(std::vector<T>& list, const RandomSequence& sequence) {
  if (list.size() < 2) return;
  std::vector<std::uint32_t> places(list.size() - 1);
  random_places(sequence, 0, static_cast<std::uint32_t>(list.size()), places);
  for (std::size_t k = 0; k < places.size(); ++k)
    std::swap(list[list.size() - 1 - k], list[places[k]]);
}

}  // namespace subintent::internal
