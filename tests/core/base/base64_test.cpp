#include "core/io/encode.h"

#include <gtest/gtest.h>

#include <string>

namespace subintent::internal {
namespace {

// RFC 4648 section 10.
TEST(Base64, IsThatOfTheStandard) {
  const std::string encoded[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t size = 0; size < 7; ++size) {
    EXPECT_EQ(base64(std::string("foobar").substr(0, size)), encoded[size]);
  }
}

}  // namespace
}  // namespace subintent::internal
