#include "subintent/program.h"

#include <gtest/gtest.h>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Numbers = std::vector<double>;

std::string refusal_of_numbers(const std::string& text) {
  try {
    parse_number_list("n", text, 0, 5);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::argument);
    return error.what();
  }
  return "accepted";
}

TEST(NumberList, IsAListOrARange) {
  EXPECT_EQ(parse_number_list("n", "0.3", 0, 1), Numbers{0.3});
  EXPECT_EQ(parse_number_list("n", "0.3, 0.1", 0, 1), (Numbers{0.3, 0.1}));
  EXPECT_EQ(parse_number_list("n", "0:0.4:0.1", 0, 1), (Numbers{0, 0.1, 0.2, 0.3, 0.4}));
  EXPECT_EQ(parse_number_list("n", "0.1:0.2:0.04", 0, 1), (Numbers{0.1, 0.14, 0.18}));
  EXPECT_EQ(parse_number_list("n", "5:20:5", 1, 1e6), (Numbers{5, 10, 15, 20}));
}

TEST(NumberList, IsRefusedWithTheArgument) {
  EXPECT_EQ(refusal_of_numbers("x").substr(0, 34), "n: 'x' is not a number from 0 to 5");
  for (const char* text : {"", ",", "1,", "6", "-1", "nan", "0:6:1", "1:2", "1:2:3:4"}) {
    EXPECT_NE(refusal_of_numbers(text).find("is not a number from"), std::string::npos) << text;
  }
  for (const char* text : {"1:0:1", "0:1:0", "0:1:x", "0:5:0.0001"}) {
    EXPECT_NE(refusal_of_numbers(text).find("is not a range"), std::string::npos) << text;
  }
  EXPECT_NE(refusal_of_numbers("1,2,1").find("1 is listed twice"), std::string::npos);
}

}  // namespace
}  // namespace subintent::internal
