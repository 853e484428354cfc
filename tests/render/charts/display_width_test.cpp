#include "render/charts/display_width.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

TEST(DisplayWidth, CountsColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("\u65e5\u672c"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("a\xff\xfe"), 3U);
}

}  // namespace
}  // namespace subintent::internal
