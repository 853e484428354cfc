#include "core/io/encode.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <string>

namespace subintent::internal {
namespace {

TEST(Deflate, KeepsAllBytesInFewer) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += std::to_string(i * i % 1013) + " ";
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  for (const std::string& bytes : {std::string(), std::string("a"), std::string(5, '\0'), text}) {
    const std::string small = deflated(bytes);
    std::string again(bytes.size(), ' ');
    EXPECT_EQ(libdeflate_deflate_decompress(decompressor, small.data(), small.size(), again.data(),
                                            again.size(), nullptr),
              LIBDEFLATE_SUCCESS);
    EXPECT_EQ(again, bytes);
  }
  libdeflate_free_decompressor(decompressor);
  EXPECT_LT(deflated(text).size(), text.size() / 3);
}

}  // namespace
}  // namespace subintent::internal
