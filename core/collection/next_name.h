// Names that nearly always are the one of the line before, or the one behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Are they the same bytes? Most names are short, and differ at their end: they are looked at
// without a call, from there on.
inline bool is_same_text(std::string_view a, std::string_view b) {
  const auto differ = [&](auto part, std::size_t at) {
    auto other = part;
    std::memcpy(&part, a.data() + at, sizeof part);
    std::memcpy(&other, b.data() + at, sizeof part);
    return part != other;
  };
  constexpr std::uint64_t eight{};
  constexpr std::uint32_t four{};
  const std::size_t size = a.size();
  if (size != b.size() || size == 0) return size == b.size();
  if (size >= sizeof eight) {
    if (differ(eight, size - sizeof eight)) return false;
    std::size_t at = 0;
    while (at + sizeof eight < size && !differ(eight, at)) at += sizeof eight;
    return at + sizeof eight >= size;
  }
  if (size >= sizeof four) return !differ(four, size - sizeof four) && !differ(four, 0);
  return a.back() == b.back() && a.front() == b.front() && a[size / 2] == b[size / 2];
}

// Guesses which of `names` a name is: that of number `last`, or the next one, behind the last of
// which comes the first. As many as there are if it is neither.
inline std::uint32_t guess_number(const std::vector<std::string_view>& names, std::uint32_t last,
                                  std::string_view name) {
  const auto count = static_cast<std::uint32_t>(names.size());
  if (last >= count) return count;
  if (is_same_text(names[last], name)) return last;
  const std::uint32_t next = last + 1 < count ? last + 1 : 0;
  return is_same_text(names[next], name) ? next : count;
}

}  // namespace subintent::internal
