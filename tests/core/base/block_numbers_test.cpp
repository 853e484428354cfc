#include "core/io/content.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent::internal {
namespace {

// What follows a text may be anything.
TEST(BlockNumbers, DecimalsAreThoseReadByteByByte) {
  constexpr std::string_view other = ".-+ eE,}\t\n\xff\x80/:";
  std::mt19937 random(1);
  int found = 0;
  for (int i = 0; i < 300000; ++i) {
    std::array<char, 48> bytes;
    bytes.fill('\n');
    const std::size_t size = random() % 22;
    for (std::size_t j = 0; j < size; ++j) {
      const bool is_other = random() % 10 == 0;
      bytes[j] = is_other ? other[random() % other.size()] : static_cast<char>('0' + random() % 10);
    }
    if (random() % 2 == 0) bytes[random() % 10] = '.';
    if (random() % 4 == 0) bytes[0] = '-';
    const std::string_view all(bytes.data(), 40);
    const LeadingNumber expected = leading_number(all), number = leading_number_in_blocks(all);
    ASSERT_EQ(number.end, expected.end) << std::string(bytes.data(), size);
    ASSERT_EQ(number.value, expected.value) << std::string(bytes.data(), size);
    found += number.end != nullptr;
  }
  EXPECT_GT(found, 100000);
}

TEST(BlockNumbers, AllDecimalsOfEightDigits) {
  for (int whole = 1; whole <= 9; ++whole) {
    for (int rest = 0; rest + whole <= 10; ++rest) {
      std::string text = std::string("9876543210").substr(0, whole);
      if (rest > 0) text += "." + std::string("0123456789").substr(0, rest);
      const std::string padded = text + "," + std::string(32, '0');
      const LeadingNumber number = leading_number_in_blocks({padded.data(), text.size()});
      EXPECT_EQ(number.end, padded.data() + text.size()) << text;
      EXPECT_EQ(number.value, std::stod(text)) << text;
    }
  }
}

TEST(BlockNumbers, ThereIsNoNegativeZero) {
  const std::string text = "-0.000" + std::string(32, '\n');
  EXPECT_FALSE(std::signbit(leading_number_in_blocks(text).value));
}

}  // namespace
}  // namespace subintent::internal
