#include "base/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace subintent::internal {
namespace {

// RFC 4648 section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::string encoded[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t size = 0; size < 7; ++size) {
    EXPECT_EQ(base64(std::string("foobar").substr(0, size)), encoded[size]);
    EXPECT_EQ(bytes_of_base64(encoded[size]), std::string("foobar").substr(0, size));
  }
}

TEST(Base64, GivesBackAllBytes) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  EXPECT_EQ(bytes_of_base64(base64(bytes)), bytes);
}

TEST(Base64, RefusesOtherText) {
  for (const char* text : {"A", "AB", "ABC", "AB C", "====", "A===", "AB=C", "ABC\n", "AB-_"}) {
    EXPECT_EQ(bytes_of_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace subintent::internal
