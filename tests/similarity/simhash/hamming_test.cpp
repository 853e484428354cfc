#include "similarity/simhash/hamming.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "similarity/simhash/fingerprints.h"

namespace subintent::internal {
namespace {

// Distances of every size, to x and to one another: words with i bits other than those of x, for i
// from 0 to 64, and random ones.
FingerprintRows fingerprints_around(std::span<const std::uint64_t> x, std::mt19937_64& random,
                                    std::size_t count) {
  FingerprintRows made{{}, x.size()};
  while (made.size() < count) {
    const bool is_random = random() % 3 == 0;
    for (const std::uint64_t word : x) {
      std::uint64_t flipped = 0;
      for (std::size_t bits = random() % 65; bits > 0; --bits) flipped = flipped << 1 | 1;
      const int turn = static_cast<int>(random() % 64);
      made.values.push_back(is_random ? random() : word ^ std::rotl(flipped, turn));
    }
  }
  return made;
}

std::vector<std::uint64_t> random_words(std::mt19937_64& random, std::size_t words) {
  std::vector<std::uint64_t> made(words);
  for (std::uint64_t& word : made) word = random();
  return made;
}

// Of a number of words.
class Hamming : public testing::TestWithParam<std::size_t> {
 protected:
  std::size_t words_ = GetParam();
  int bits_ = static_cast<int>(64 * words_);

  int farthest(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
               int limit) const {
    return farthest_pair(a, b, words_, limit);
  }
};

TEST_P(Hamming, SelectThoseWithinTheLimit) {
  std::mt19937_64 random(21);
  for (std::size_t count = 0; count < 200; ++count) {
    const auto x =
        count % 7 == 0 ? std::vector<std::uint64_t>(words_) : random_words(random, words_);
    const auto fingerprints = fingerprints_around(x, random, count);
    for (int limit = count % 3 == 0 ? 0 : 1; limit <= bits_;
         limit += 3 * static_cast<int>(words_)) {
      std::vector<std::uint32_t> expected, found(count);
      for (std::uint32_t i = 0; i < count; ++i)
        if (hamming_distance(x, fingerprints.row(i)) <= limit) expected.push_back(i);
      found.resize(near_fingerprints(x, fingerprints.values.data(), count, limit, found.data()));
      ASSERT_EQ(found, expected) << count << " fingerprints, limit " << limit;
    }
  }
}

TEST_P(Hamming, FindTheFarthest) {
  std::mt19937_64 random(22);
  for (std::size_t count = 0; count < 300; ++count) {
    const auto x = random_words(random, words_);
    const auto fingerprints = fingerprints_around(x, random, count);
    const auto& values = fingerprints.values;
    int expected = 0;
    for (std::size_t i = 0; i < count; ++i)
      expected = std::max(expected, hamming_distance(x, fingerprints.row(i)));
    ASSERT_EQ(farthest(x, values, bits_), expected) << count;
    ASSERT_EQ(farthest(values, x, bits_), expected) << count;
    for (int limit = 0; limit < expected; limit += 5) ASSERT_GT(farthest(x, values, limit), limit);
  }
  const std::vector<std::uint64_t> zeros(33 * words_, 0), ones(33 * words_, ~std::uint64_t{0});
  EXPECT_EQ(farthest(zeros, ones, bits_), bits_);
  EXPECT_EQ(farthest(ones, ones, bits_), 0);
}

TEST_P(Hamming, FindTheFarthestOfTwoClusters) {
  std::mt19937_64 random(24);
  for (int round = 0; round < 400; ++round) {
    const auto x = random_words(random, words_);
    const auto a = fingerprints_around(x, random, random() % 20);
    const auto b = fingerprints_around(x, random, random() % 40);
    int expected = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < b.size(); ++j)
        expected = std::max(expected, hamming_distance(a.row(i), b.row(j)));
    for (const int limit : {expected - 1, expected, bits_}) {
      const int found = farthest(a.values, b.values, limit);
      if (limit < expected)
        ASSERT_GT(found, limit);
      else
        ASSERT_EQ(found, expected);
    }
  }
}

TEST_P(Hamming, GiveAllDistances) {
  std::mt19937_64 random(23);
  for (std::size_t count = 0; count < 100; ++count) {
    const auto x = random_words(random, words_);
    const auto fingerprints = fingerprints_around(x, random, count);
    constexpr std::uint16_t untouched = 9999;
    std::vector<std::uint16_t> expected(count + 1, untouched), found(count + 1, untouched);
    for (std::size_t i = 0; i < count; ++i)
      expected[i] = static_cast<std::uint16_t>(hamming_distance(x, fingerprints.row(i)));
    hamming_distances(x, fingerprints.values.data(), count, found.data());
    ASSERT_EQ(found, expected) << count;
  }
}

// Nothing beyond the fingerprints is read into the result, wherever they begin in memory.
TEST_P(Hamming, StayWithinTheirPart) {
  std::vector<std::uint64_t> values(120 * words_);
  const std::vector<std::uint64_t> zero(words_);
  for (std::size_t begin = 0; begin < 10; ++begin) {
    for (std::size_t count = 0; count < 100; ++count) {
      std::fill(values.begin(), values.end(), ~std::uint64_t{0});
      std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(begin * words_), count * words_, 1);
      std::vector<std::uint32_t> found(count);
      const std::uint64_t* const from = &values[begin * words_];
      const int distance = count == 0 ? 0 : static_cast<int>(words_);  // a bit in each word
      EXPECT_EQ(farthest(zero, {from, count * words_}, bits_), distance);
      EXPECT_EQ(near_fingerprints(zero, from, count, bits_, found.data()), count);
      EXPECT_EQ(near_fingerprints(zero, from, count, 0, found.data()), 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Words, Hamming, testing::Values(1, 2, 4));

}  // namespace
}  // namespace subintent::internal
