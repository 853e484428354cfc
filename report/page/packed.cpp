#include "report/page/packed.h"

#include <fmt/format.h>

#include <cmath>

#include "core/io/encode.h"

namespace subintent::internal {
void NumberPacker::add(std::int64_t number) {
  auto code = static_cast<std::uint64_t>(number >= 0 ? 1 + 2 * number : -2 * number);
  for (; code > 127; code >>= 7) bytes_ += static_cast<char>((code & 127) | 128);
  bytes_ += static_cast<char>(code);
}

void NumberPacker::add_units(double value, std::int64_t unit) {
  const double rounded = std::round(value * 1e9 / static_cast<double>(unit));
  if (std::fabs(rounded) < largest_packed)
    add(static_cast<std::int64_t>(rounded));
  else
    add_none();
}

std::string packed(std::string_view bytes) {
  return fmt::format("[{},\"{}\"]", bytes.size(), base64(deflated(bytes)));
}

std::string NameShortener::shortened(std::string_view name) {
  constexpr std::size_t most = 70;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  std::size_t same = 0;
  while (same < std::min({most, name.size(), last_.size()}) && name[same] == last_[same] &&
         is_ascii(name[same]))
    ++same;
  last_ = name;
  return static_cast<char>('0' + same) + std::string(name.substr(same));
}

}  // namespace subintent::internal
