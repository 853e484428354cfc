#include "report/charts/display_width.h"

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <random>

#include "core/base/utf8.h"

namespace subintent::internal {
namespace {

TEST(DisplayWidth, CountsColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("\u65e5\u672c"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("a\xff\xfe"), 3U);
}

// Of a character as ICU knows it; what is not UTF-8 is negative.
std::size_t width_in_icu(UChar32 c) {
  if (c < 0x80) return 1;
  const auto category = u_charType(c);
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR)
    return 0;
  const auto wide = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

TEST(DisplayWidth, AgreesWithIcuOnEveryCharacterOfUnicode15) {
  std::size_t compared = 0;
  for (UChar32 c = 0x80; c <= 0x10ffff; ++c) {
    UVersionInfo age;
    u_charAge(c, age);
    if (U_IS_SURROGATE(c) || age[0] > 15) continue;
    char bytes[4];
    const char* end = put_utf8(static_cast<char32_t>(c), bytes);
    ASSERT_EQ(display_width(std::string_view(bytes, end)), width_in_icu(c)) << std::hex << c;
    ++compared;
  }
  EXPECT_GT(compared, 1'000'000U);
}

TEST(DisplayWidth, CountsWhatIsNotUtf8AsIcuDoes) {
  std::mt19937 random(1);
  const std::string_view bytes = "\x80\xbf\xc2\xe0\xa0\xe3\x9f\xed\xf0\x90\xf4\x8f\xff a";
  for (int i = 0; i < 100'000; ++i) {
    std::string text;
    for (std::size_t n = random() % 8; n > 0; --n) text += bytes[random() % bytes.size()];
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size();) {
      UChar32 c = 0;
      U8_NEXT(text.data(), at, text.size(), c);
      columns += width_in_icu(c);
    }
    ASSERT_EQ(display_width(text), columns) << ::testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace subintent::internal
