#include "support/one_line.h"

#include <gtest/gtest.h>

#include "support/utf8.h"

namespace subintent::internal {
namespace {

TEST(OneLine, HasOneBlankForWhiteSpaceAndControls) {
  EXPECT_EQ(one_line(" \t a\r\n\nb\x01\x7f"
                     "c \u00a0\u2028\u3000d\u0085\n"),
            "a b c d");
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line(" \n"), "");
}

TEST(OneLine, IsValidUtf8) {
  EXPECT_EQ(one_line("a\xff\xc3 \xe2\x80"), "a\ufffd\ufffd \ufffd\ufffd");
}

TEST(OneLine, IsCutBehindAWord) {
  EXPECT_EQ(one_line("one two three", 13), "one two three");
  EXPECT_EQ(one_line("one two three", 12), "one two");
  EXPECT_EQ(one_line("one two three", 8), "one two");
  EXPECT_EQ(one_line("one two three", 7), "one two");
  EXPECT_EQ(one_line("one two three", 6), "one");
  EXPECT_EQ(one_line("one two ", 7), "one two");
}

TEST(OneLine, IsCutWithinALongWord) {
  EXPECT_EQ(one_line("abcdefgh", 5), "abcde");
  EXPECT_EQ(one_line("a bcdefgh", 5), "a bcd");
  EXPECT_EQ(one_line("日本語の文章", 4), "日本語の");
}

}  // namespace
}  // namespace subintent::internal
