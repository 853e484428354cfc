#include "core/base/philox.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

// The known-answer vectors of Random123 for philox4x32-10.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, SequencesAreBlocksOneAfterTheOther) {
  const std::uint64_t seed = 0x123456789abcdef0;
  for (const std::size_t size : {0, 1, 3, 4, 63, 64, 65, 128, 200, 300}) {
    std::vector<std::uint32_t> words(size);
    random_words({seed, RandomPurpose::tukey, 77, 5}, words);
    for (std::uint32_t k = 0; k < size; ++k)
      EXPECT_EQ(words[k], philox({k / 4, 5, 77, 2}, {0x9abcdef0, 0x12345678})[k % 4]) << k;
  }
}

TEST(Philox, PlacesAreWordsScaledDown) {
  const RandomSequence sequence{99, RandomPurpose::tukey, 3, 4};
  for (const std::uint32_t limit : {1u, 2u, 9u, 129u, 300u}) {
    std::vector<std::uint32_t> words(limit), places(limit);
    random_words(sequence, words);
    random_places(sequence, 0, limit, places);
    for (std::uint32_t k = 0; k < limit; ++k) {
      EXPECT_EQ(places[k], (std::uint64_t{words[k]} * (limit - k)) >> 32) << k;
      EXPECT_LT(places[k], limit - k);
    }
    const std::uint32_t first = limit / 2 / 4 * 4;
    std::vector<std::uint32_t> rest(limit - first);
    random_places(sequence, first, limit, rest);
    EXPECT_TRUE(std::equal(rest.begin(), rest.end(), places.begin() + first)) << limit;
  }
}

}  // namespace
}  // namespace subintent::internal
