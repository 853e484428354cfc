// --subtopics N|FILE.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "subintent/program.h"

namespace subintent::internal {

// N, if it is a number and not the name of a file; 0, which the library refuses, for one that
// cannot be.
inline std::optional<std::uint32_t> number_of_subtopics(const std::string& value) {
  const auto number = parse_integer(value);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(*number, 0, UINT32_MAX));
}

}  // namespace subintent::internal
