#include "similarity/simhash/near_duplicates.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <bit>
#include <mutex>
#include <random>
#include <tuple>

#include "similarity/simhash/hamming.h"

namespace subintent::internal {
namespace {

using Values = std::vector<std::uint64_t>;
using Pairs = std::vector<std::tuple<std::uint32_t, std::uint32_t, int>>;

Pairs brute_force(const FingerprintRows& rows, int within) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t j = i + 1; j < rows.size(); ++j) {
      const int distance = hamming_distance(rows.row(i), rows.row(j));
      if (distance <= within) pairs.emplace_back(i, j, distance);
    }
  }
  return pairs;
}

Pairs found(const FingerprintRows& rows, int within) {
  const NearDuplicates near(rows, within);
  Pairs pairs;
  std::vector<NearDuplicates::Partner> partners;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    near.later_partners(i, partners);
    for (const auto& partner : partners) pairs.emplace_back(i, partner.document, partner.distance);
  }
  EXPECT_EQ(near.number_of_pairs(), pairs.size());
  return pairs;
}

Pairs brute_force(const Values& values, int within) {
  return brute_force(FingerprintRows{values, 1}, within);
}

Pairs found(const Values& values, int within) {
  return found(FingerprintRows{values, 1}, within);
}

std::uint64_t with_flipped_bits(std::uint64_t value, int flips, std::mt19937_64& random) {
  for (; flips > 0; --flips) value ^= std::uint64_t{1} << random() % 64;
  return value;
}

// Originals and copies of copies: pairs at every small distance.
Values mutated(std::size_t count, std::size_t originals, std::mt19937_64& random) {
  Values values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(i < originals ? random()
                                   : with_flipped_bits(values[random() % values.size()],
                                                       static_cast<int>(random() % 5), random));
  }
  return values;
}

TEST(NearDuplicates, FewValues) {
  for (int within = 0; within <= 3; ++within) {
    EXPECT_EQ(found(Values{}, within), Pairs());
    EXPECT_EQ(found(Values{7}, within), Pairs());
  }
  const Values values{0, 1, ~std::uint64_t{0}, 0, 7, std::uint64_t{1} << 63};
  EXPECT_EQ(found(values, 0), (Pairs{{0, 3, 0}}));
  EXPECT_EQ(found(values, 1), (Pairs{{0, 1, 1}, {0, 3, 0}, {0, 5, 1}, {1, 3, 1}, {3, 5, 1}}));
  EXPECT_EQ(found(values, 3), brute_force(values, 3));
}

TEST(NearDuplicates, AsBruteForceOnTwentyThousand) {
  std::mt19937_64 random(1);
  const Values values = mutated(20000, 6000, random);
  for (int within = 0; within <= 3; ++within) {
    const Pairs expected = brute_force(values, within);
    EXPECT_GT(expected.size(), 1000U);
    EXPECT_EQ(found(values, within), expected);
  }
}

// All values agree in many bits, so that the tables do not help and have to be refined.
TEST(NearDuplicates, AsBruteForceOnCrowdedValues) {
  std::mt19937_64 random(2);
  for (const std::uint64_t free_bits :
       {std::uint64_t{0xfff}, std::uint64_t{0xfff} << 52, std::uint64_t{0x0011001100110111},
        std::uint64_t{0x000000fffff00000}, std::uint64_t{0x5555555500000000}}) {
    Values values;
    for (int i = 0; i < 4000; ++i) values.push_back((random() & free_bits) | (~free_bits & 0xabcd));
    for (int within = 1; within <= 3; ++within)
      EXPECT_EQ(found(values, within), brute_force(values, within)) << free_bits << ' ' << within;
  }
}

// Pairs are handed on once each; more words than are compared one with one agree in some bits.
TEST(NearDuplicates, RowsAsBruteForce) {
  std::mt19937_64 random(5);
  Values crowded;
  for (int i = 0; i < 6000; ++i) crowded.push_back(random() & 0x1000f000ff0f00ff);
  for (Values values : {mutated(5000, 2000, random), crowded}) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const FingerprintRows rows{values, 1};
    for (int within = 1; within <= 3; ++within) {
      const Pairs expected = brute_force(rows, within);
      Pairs pairs;
      std::mutex mutex;
      const auto sink = [&](std::span<const RowPair> some) {
        const std::lock_guard lock(mutex);
        for (const auto& [a, b] : some)
          pairs.emplace_back(a, b, hamming_distance(rows.row(a), rows.row(b)));
      };
      near_rows(rows, within, sink);
      std::ranges::sort(pairs);
      EXPECT_EQ(pairs, expected) << within;
    }
  }
}

// Strangers, each followed by itself with two or three bits flipped: every two positions, and each
// with every seventh third.
TEST(NearDuplicates, EveryPositionOfTheBits) {
  std::mt19937_64 random(3);
  Values values;
  Pairs within_two, within_three;
  for (unsigned a = 0; a < 64; ++a) {
    for (unsigned b = a + 1; b < 64; ++b) {
      for (unsigned c = b; c < 64; c += 7) {
        std::uint64_t flips = std::uint64_t{1} << a | std::uint64_t{1} << b;
        flips |= std::uint64_t{1} << c;
        const auto first = static_cast<std::uint32_t>(values.size());
        values.push_back(random());
        values.push_back(values.back() ^ flips);
        within_three.emplace_back(first, first + 1, std::popcount(flips));
        if (c == b) within_two.push_back(within_three.back());
      }
    }
  }
  EXPECT_EQ(found(values, 2), within_two);
  EXPECT_EQ(found(values, 3), within_three);
}

// Copies of copies with flipped bits, which lie anywhere, in one word, or evenly in all; and
// fingerprints that agree in whole words.
TEST(NearDuplicates, AsBruteForceOnLongerFingerprints) {
  std::mt19937_64 random(4);
  for (const std::size_t words : {2, 4}) {
    const int largest = NearDuplicates::largest_distance(words);
    FingerprintRows rows{{}, words};
    for (std::size_t i = 0; i < 2000; ++i) {
      std::vector<std::uint64_t> row(words);
      if (i < 500) {
        for (std::uint64_t& word : row) word = random() % 50 == 0 ? 7 : random();
      } else {
        const auto original = rows.row(random() % rows.size());
        std::copy(original.begin(), original.end(), row.begin());
        const std::size_t kind = random() % 3, one = random() % words;
        for (std::size_t flips = random() % static_cast<std::size_t>(largest + 3), k = 0; k < flips;
             ++k) {
          const std::size_t word = kind == 0 ? random() % words : kind == 1 ? one : k % words;
          row[word] ^= std::uint64_t{1} << random() % 64;
        }
      }
      rows.append(row);
    }
    for (int within = 0; within <= largest; within += within < 4 ? 1 : 3) {
      const Pairs expected = brute_force(rows, within);
      EXPECT_GT(expected.size(), 50U);
      EXPECT_EQ(found(rows, within), expected) << words << " words, " << within << " bits";
    }
  }
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// Pages of one template: each of 50,000 fingerprints is near to hundreds of others. Their 13
// million pairs are not kept.
TEST(NearDuplicates, GroupsOfPagesOfOneTemplateTakeLittleMemory) {
  std::mt19937_64 random(6);
  const std::uint64_t page = random();
  Values values;
  for (std::uint64_t i = 0; i < 12'000; ++i) values.push_back(page ^ i << 20);
  const long before = peak_kilobytes();
  const auto first = first_connected({values, 1}, 3);
  EXPECT_EQ(first, std::vector<std::uint32_t>(values.size(), 0));
  EXPECT_LT(peak_kilobytes() - before, 30'000);
}

}  // namespace
}  // namespace subintent::internal
