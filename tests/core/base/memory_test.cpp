#include <gtest/gtest.h>

#include "core/base/memory.h"
#include "subintent/basics.h"

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
namespace {

TEST(TextArena, KeepsTextsWhereTheyAre) {
  TextArena arena;
  std::vector<std::string> texts;
  std::vector<std::string_view> kept;
  for (int i = 0; i < 3000; ++i) {
    texts.push_back(std::string(i % 100 == 0 ? 70000 : i % 90, static_cast<char>('a' + i % 26)));
    kept.push_back(arena.store(texts.back()));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(kept[i], texts[i]);
}

TEST(TextArena, CanBeUsedAgain) {
  TextArena arena;
  arena.store("one");
  const std::size_t bytes = arena.bytes_with(0);
  arena.clear();
  EXPECT_EQ(arena.bytes_with(0), bytes);
  EXPECT_EQ(arena.store("two"), "two");
}

}  // namespace
}  // namespace subintent::internal
