#include "core/base/utf8.h"
#include "subintent/basics.h"

#include <gtest/gtest.h>

#include <random>

namespace subintent::internal {
namespace {

TEST(OneLine, HasOneBlankForWhiteSpaceAndControls) {
  EXPECT_EQ(one_line(" \t a\r\n\nb\x01\x7f"
                     "c \u00a0\u2028\u3000d\u0085\n"),
            "a b c d");
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line(" \n"), "");
}

TEST(OneLine, IsTheWordsWithOneBlankBetweenThem) {
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string text, word, expected;
    const auto end_word = [&] {
      if (!word.empty() && !expected.empty()) expected += ' ';
      expected += std::exchange(word, "");
    };
    for (std::size_t length = random() % 30; length > 0; --length) {
      constexpr std::string_view gaps = " \n\x01\x7f";
      if (random() % 3 == 0) {
        text += gaps[random() % (random() % 2 == 0 ? 1 : gaps.size())];
        end_word();
      } else {
        text += static_cast<char>('!' + random() % ('~' - '!' + 1));
        word += text.back();
      }
    }
    end_word();
    ASSERT_EQ(one_line(text), expected);
    ASSERT_EQ(one_line(text + " "), expected);
  }
}

TEST(OneLine, IsValidUtf8) {
  EXPECT_EQ(one_line("a\xff\xc3 \xe2\x80"), "a\ufffd\ufffd \ufffd\ufffd");
}

TEST(OneLine, IsCutBehindAWord) {
  EXPECT_EQ(one_line("one two three", 13), "one two three");
  EXPECT_EQ(one_line("one two three", 12), "one two");
  EXPECT_EQ(one_line("one two three", 7), "one two");
  EXPECT_EQ(one_line("one two three", 6), "one");
  EXPECT_EQ(one_line("one two ", 7), "one two");
}

TEST(OneLine, IsCutWithinALongWord) {
  EXPECT_EQ(one_line("abcdefgh", 5), "abcde");
  EXPECT_EQ(one_line("a bcdefgh", 5), "a bcd");
  EXPECT_EQ(one_line("日本語の文章", 4), "日本語の");
}

TEST(OneLine, AMarkStandsBehindAWord) {
  const auto cut = [](std::string_view line, std::size_t room) {
    return std::string(line.substr(0, size_before_mark(line, room)));
  };
  for (const std::size_t room : {13, 12, 8, 7, 6})
    EXPECT_EQ(cut("one two three", room), one_line("one two three", room));
  EXPECT_EQ(cut("one, two; three", 12), "one, two");
  EXPECT_EQ(cut("one, two", 4), "one");
  EXPECT_EQ(cut("a bcdefgh", 6), "a bcde");  // a word that begins in the first half
  EXPECT_EQ(cut("abcdefgh", 5), "abcde");
  EXPECT_EQ(cut(", two", 1), ",");
}

}  // namespace
}  // namespace subintent::internal
