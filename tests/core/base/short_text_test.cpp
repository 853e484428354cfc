#include "core/base/short_text.h"

#include <gtest/gtest.h>

#include <set>

namespace subintent::internal {
namespace {

TEST(ShortText, IsItsBytesAndTheirNumber) {
  for (const std::string_view text : {"", "a", "fifteen bytes..", "x\0y"}) {
    EXPECT_EQ(ShortText(text).view(), text);
    EXPECT_EQ(ShortText(text).size(), text.size());
  }
  EXPECT_EQ(ShortText(), ShortText(""));
  EXPECT_EQ(ShortText("term"), ShortText("term"));
  EXPECT_NE(ShortText("term"), ShortText("terms"));
  EXPECT_NE(ShortText("a"), ShortText(std::string_view("a\0", 2)));
  EXPECT_NE(ShortText("equal at first"), ShortText("equal at finish"));
}

// In tables its highest bits say where a text is.
TEST(ShortText, HashesSpread) {
  std::set<std::uint64_t> places;
  for (int i = 0; i < 1000; ++i)
    for (const char* before : {"", "a", "longer word "})
      places.insert(ShortText(before + std::to_string(i)).quick_hash() >> 44);
  EXPECT_GT(places.size(), 2950u);
}

}  // namespace
}  // namespace subintent::internal
