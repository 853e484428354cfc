#include "report/page/packed.h"

#include <gtest/gtest.h>

#include <cmath>

namespace subintent::internal {
namespace {

std::string bytes_of(std::int64_t number) {
  NumberPacker packer;
  packer.add(number);
  return packer.bytes();
}

TEST(NumberPacker, TakesSevenBitsAByteTheLowestFirst) {
  EXPECT_EQ(bytes_of(0), "\x01");
  EXPECT_EQ(bytes_of(-1), "\x02");
  EXPECT_EQ(bytes_of(63), "\x7f");
  EXPECT_EQ(bytes_of(-64), "\x80\x01");
  EXPECT_EQ(bytes_of(300), "\xd9\x04");
  EXPECT_EQ(bytes_of((std::int64_t{1} << 52) - 1), "\xff\xff\xff\xff\xff\xff\xff\x0f");
}

TEST(NumberPacker, RoundsToUnits) {
  NumberPacker billionths;
  for (const double value : {0.25e-9, -2.6e-9, HUGE_VAL, std::nan(""), 1e300})
    billionths.add_units(value, 1);
  EXPECT_EQ(billionths.bytes(), std::string("\x01\x06\0\0\0", 5));
  NumberPacker hundreds;
  hundreds.add_units(251e-9, 100);
  EXPECT_EQ(hundreds.bytes(), "\x07");
}

TEST(NameShortener, LeavesOutWhatIsThatOfTheNameBefore) {
  NameShortener names;
  EXPECT_EQ(names.shortened("clueweb09-1"), "0clueweb09-1");
  EXPECT_EQ(names.shortened("clueweb09-27"), ":27");  // ten
  EXPECT_EQ(names.shortened("clueweb09-27"), "<");
  EXPECT_EQ(names.shortened("cé"), "1é");
  EXPECT_EQ(names.shortened("cè"), "1è");  // not within a character
}

}  // namespace
}  // namespace subintent::internal
