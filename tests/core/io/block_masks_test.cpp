#include "core/io/block_masks.h"
#include "subintent/program.h"

#include <gtest/gtest.h>

#include <cstring>

namespace subintent::internal {
namespace {

// Every byte at every place of a block.
TEST(BlockMasks, AreThoseOfTheBytes) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    for (unsigned place = 0; place < 64; ++place) {
      std::array<char, 64> block;
      block.fill('x');
      block[place] = c;
      const std::uint64_t here = std::uint64_t{1} << place;
      const auto [found, controls, printable] =
          masks_where(block.data(), any_of('y', c), from_to('\t', '\r'), from_to(' ', '~'));
      ASSERT_EQ(found, c == 'x' ? ~std::uint64_t{0} : here) << byte;
      ASSERT_EQ(controls, byte >= '\t' && byte <= '\r' ? here : 0) << byte;
      ASSERT_EQ(~printable, byte < ' ' || byte > '~' ? here : 0) << byte;
      ASSERT_EQ(mask_of(block.data(), c), found) << byte;
    }
  }
}

// Wherever a text begins and ends, what is behind it does not count.
TEST(BlockMasks, PlacesAreThoseOfTheText) {
  std::string all(400, '.');
  for (std::size_t i = 0; i < all.size(); i += 1 + i % 7 + (i % 5 == 0 ? 60 : 0))
    all[i] = i % 2 == 0 ? ',' : '\x80';
  for (std::size_t begin = 0; begin < 80; ++begin) {
    for (std::size_t size = 0; size < 250; ++size) {
      const std::string_view text = std::string_view(all).substr(begin, size);
      const auto is_found = [](char c) { return c != '.'; };
      const char* const end = text.data() + text.size();
      Places places(text, ',', '\x80');
      for (const char* at = text.data();; ++at) {
        at = std::find_if(at, end, is_found);
        ASSERT_EQ(places.next(), at);
        if (at == end) break;
      }
      places.seek(text.data() + size / 2);
      ASSERT_EQ(places.next(), std::find_if(text.data() + size / 2, end, is_found));
    }
  }
}

}  // namespace
}  // namespace subintent::internal
