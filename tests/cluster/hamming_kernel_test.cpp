#include "cluster/hamming_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string>
#include <vector>

#include "simhash/simhash.h"

namespace subintent::internal {
namespace {

// Distances of every size: numbers with i bits other than x, for i from 0 to 64, and random ones.
std::vector<std::uint64_t> fingerprints_around(std::uint64_t x, std::mt19937_64& random,
                                               std::size_t count) {
  std::vector<std::uint64_t> made;
  while (made.size() < count) {
    std::uint64_t flipped = 0;
    for (std::size_t bits = random() % 65; bits > 0; --bits) flipped = flipped << 1 | 1;
    const int turn = static_cast<int>(random() % 64);
    made.push_back(x ^ std::rotl(flipped, turn));
    if (random() % 2 == 0) made.push_back(random());
  }
  made.resize(count);
  return made;
}

class Kernels : public testing::TestWithParam<InstructionSet> {
 protected:
  const HammingKernel& kernel_ = hamming_kernel(GetParam());
};

TEST_P(Kernels, SelectThoseWithinTheLimit) {
  std::mt19937_64 random(21);
  for (std::size_t count = 0; count < 200; ++count) {
    const std::uint64_t x = count % 7 == 0 ? 0 : random();
    const auto fingerprints = fingerprints_around(x, random, count);
    for (int limit = count % 3 == 0 ? 0 : 1; limit <= 64; limit += 3) {
      std::vector<std::uint32_t> expected, found(count + 16);
      for (std::uint32_t i = 0; i < count; ++i) {
        if (hamming_distance(x, fingerprints[i]) <= limit) expected.push_back(i);
      }
      found.resize(kernel_.select(x, fingerprints.data(), count, limit, found.data()));
      ASSERT_EQ(found, expected) << count << " fingerprints, limit " << limit;
    }
  }
}

TEST_P(Kernels, FindTheFarthest) {
  std::mt19937_64 random(22);
  for (std::size_t count = 0; count < 300; ++count) {
    const std::uint64_t x = random();
    const auto fingerprints = fingerprints_around(x, random, count);
    int expected = 0;
    for (const std::uint64_t y : fingerprints)
      expected = std::max(expected, hamming_distance(x, y));
    ASSERT_EQ(kernel_.farthest(&x, 1, fingerprints.data(), count, 64), expected) << count;
    ASSERT_EQ(kernel_.farthest(fingerprints.data(), count, &x, 1, 64), expected) << count;
    for (int limit = 0; limit < expected; limit += 5) {
      ASSERT_GT(kernel_.farthest(&x, 1, fingerprints.data(), count, limit), limit);
    }
  }
  const std::vector<std::uint64_t> zeros(33, 0), ones(33, ~std::uint64_t{0});
  EXPECT_EQ(kernel_.farthest(zeros.data(), 33, ones.data(), 33, 64), 64);
  EXPECT_EQ(kernel_.farthest(ones.data(), 33, ones.data(), 33, 64), 0);
}

// Nothing beyond the fingerprints is read into the result, wherever they begin in memory.
TEST_P(Kernels, StayWithinTheirPart) {
  std::vector<std::uint64_t> fingerprints(120, 0);
  for (std::size_t begin = 0; begin < 10; ++begin) {
    for (std::size_t count = 0; count < 100; ++count) {
      std::fill(fingerprints.begin(), fingerprints.end(), ~std::uint64_t{0});
      std::fill_n(fingerprints.begin() + static_cast<std::ptrdiff_t>(begin), count, 1);
      std::vector<std::uint32_t> found(count + 16);
      const std::uint64_t zero = 0;
      EXPECT_EQ(kernel_.farthest(&zero, 1, &fingerprints[begin], count, 64), count == 0 ? 0 : 1);
      EXPECT_EQ(kernel_.select(0, &fingerprints[begin], count, 64, found.data()), count);
      EXPECT_EQ(kernel_.select(0, &fingerprints[begin], count, 0, found.data()), 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Kernels, testing::ValuesIn(supported_instruction_sets()),
                         [](const auto& set) { return std::string(name_of(set.param)); });

}  // namespace
}  // namespace subintent::internal
