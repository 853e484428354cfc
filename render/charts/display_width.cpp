#include "render/charts/display_width.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>

namespace subintent::internal {
namespace {

std::size_t width_of(UChar32 c) {
  if (c < 0x80) return 1;  // what is not UTF-8 is negative
  const auto category = u_charType(c);
  if (category == U_NON_SPACING_MARK || category == U_ENCLOSING_MARK || category == U_FORMAT_CHAR) {
    return 0;
  }
  const auto wide = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return wide == U_EA_WIDE || wide == U_EA_FULLWIDTH ? 2 : 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  const auto size = static_cast<std::int64_t>(text.size());
  std::int64_t at = 0;
  std::size_t columns = 0;
  while (at < size) {
    UChar32 c = 0;
    U8_NEXT(text.data(), at, size, c);
    columns += width_of(c);
  }
  return columns;
}

}  // namespace subintent::internal
