#include "support/block_masks.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace subintent::internal {
namespace {

// Every byte at every place of a block, on this processor and on every one.
TEST(BlockMasks, AreThoseOfTheBytes) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool blank = std::strchr(" \t\n\v\f\r", byte) != nullptr && byte != 0;
    for (unsigned place = 0; place < 64; ++place) {
      std::array<char, 64> block;
      block.fill('x');
      block[place] = c;
      const BlockMasks expected = {std::uint64_t{blank} << place,
                                   std::uint64_t{c == '\n'} << place};
      ASSERT_EQ(portable_masks_of(block.data()), expected) << byte;
      ASSERT_EQ(masks_of(block.data()), expected) << byte;
    }
  }
}

}  // namespace
}  // namespace subintent::internal
