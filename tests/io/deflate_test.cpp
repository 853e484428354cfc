#include "io/deflate.h"

#include <gtest/gtest.h>

#include <string>

namespace subintent::internal {
namespace {

TEST(Deflate, GivesBackWhatItWasGiven) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * i % 1013) + " ";
  for (const std::string& bytes : {std::string(), std::string("a"), std::string(5, '\0'), text}) {
    EXPECT_EQ(inflated(deflated(bytes), bytes.size()), bytes);
  }
  EXPECT_LT(deflated(text).size(), text.size() / 3);
}

TEST(Deflate, RefusesDamageAndWrongSizes) {
  const std::string bytes = deflated("what was deflated");
  EXPECT_EQ(inflated(bytes, 16), std::nullopt);
  EXPECT_EQ(inflated(bytes, 18), std::nullopt);
  EXPECT_EQ(inflated(bytes, std::size_t{1} << 60), std::nullopt);
  EXPECT_EQ(inflated(bytes.substr(1), 17), std::nullopt);
  EXPECT_EQ(inflated("", 1), std::nullopt);
}

}  // namespace
}  // namespace subintent::internal
