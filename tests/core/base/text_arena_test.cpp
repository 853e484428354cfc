#include "core/base/memory.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

namespace subintent::internal {
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
