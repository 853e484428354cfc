#include "core/base/base64.h"

#include <algorithm>
#include <cstdint>

namespace subintent::internal {
namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = i; k < i + 3; ++k) {
      bits = bits << 8 | (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0u);
    }
    for (int shift = 18; shift >= 0; shift -= 6) text += digits[bits >> shift & 63];
  }
  const std::size_t padding = (3 - bytes.size() % 3) % 3;
  std::fill(text.end() - static_cast<std::ptrdiff_t>(padding), text.end(), '=');
  return text;
}

}  // namespace subintent::internal
