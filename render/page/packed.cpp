#include "render/page/packed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/base64.h"
#include "io/deflate.h"

namespace subintent::internal {
void NumberPacker::add(std::int64_t number) {
  auto code = static_cast<std::uint64_t>(number >= 0 ? 1 + 2 * number : -2 * number);
  for (; code > 127; code >>= 7) bytes_ += static_cast<char>((code & 127) | 128);
  bytes_ += static_cast<char>(code);
}

void NumberPacker::add_units(double value, std::int64_t unit) {
  const double rounded = std::round(value * 1e9 / static_cast<double>(unit));
  if (std::fabs(rounded) < largest_packed) {
    add(static_cast<std::int64_t>(rounded));
  } else {
    add_none();
  }
}

std::optional<std::vector<PackedNumber>> unpack_numbers(std::string_view bytes) {
  std::vector<PackedNumber> numbers;
  std::uint64_t code = 0;
  unsigned shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (shift > 49) return std::nullopt;
    code |= static_cast<std::uint64_t>(byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    const auto half = static_cast<std::int64_t>(code / 2);
    if (static_cast<double>(half) > largest_packed) return std::nullopt;
    numbers.push_back(code == 0 ? PackedNumber() : code % 2 == 1 ? half : -half);
    code = shift = 0;
  }
  if (shift > 0) return std::nullopt;
  return numbers;
}

std::string packed(std::string_view bytes) {
  return fmt::format("[{},\"{}\"]", bytes.size(), base64(deflated(bytes)));
}

std::string NameShortener::shortened(std::string_view name) {
  constexpr std::size_t most = 70;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  std::size_t same = 0;
  while (same < std::min({most, name.size(), last_.size()}) && name[same] == last_[same] &&
         is_ascii(name[same])) {
    ++same;
  }
  last_ = name;
  return static_cast<char>('0' + same) + std::string(name.substr(same));
}

}  // namespace subintent::internal
