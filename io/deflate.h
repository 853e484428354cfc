// Raw deflate (RFC 1951) of bytes in memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

// Compresses; the result is the same on every processor.
std::string deflated(std::string_view bytes);

// What was deflated, `size` bytes; nothing where that is not so.
std::optional<std::string> inflated(std::string_view bytes, std::size_t size);

}  // namespace subintent::internal
