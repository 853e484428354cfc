#include "core/base/memory.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

TEST(LargePages, ReserveKeepsWhatIsThere) {
  std::vector<std::uint32_t> numbers{3, 1, 4};
  reserve_large(numbers, 3'000'000);  // 12 MB
  EXPECT_GE(numbers.capacity(), 3'000'000U);
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{3, 1, 4}));
  const std::uint32_t* const place = numbers.data();
  numbers.resize(3'000'000, 7);
  EXPECT_EQ(numbers.data(), place);
  EXPECT_EQ(numbers[2], 4U);
  EXPECT_EQ(numbers[2'999'999], 7U);
}

TEST(LargePages, GrowsByHalvesOfTheNewSize) {
  std::string text;
  std::size_t moves = 0;
  const char* place = text.data();
  for (std::size_t i = 0; i < 5'000'000; ++i) {
    reserve_large_for(text, 1);
    text += static_cast<char>('a' + i % 26);
    moves += text.data() != place;
    place = text.data();
  }
  EXPECT_LE(moves, 25U);
  for (std::size_t i = 0; i < text.size(); i += 99'991) EXPECT_EQ(text[i], 'a' + i % 26);
}

TEST(LargePages, NothingIsAskedForWhatIsSmall) {
  std::vector<char> few(100);
  ask_for_large_pages(few.data(), few.size());
  ask_for_large_pages(nullptr, 0);
  reserve_large(few, 0);
  EXPECT_EQ(few.size(), 100U);
}

}  // namespace
}  // namespace subintent::internal
