// Raw deflate (RFC 1951) of bytes in memory.
#pragma once

#include <string>
#include <string_view>

namespace subintent::internal {

// Compresses; the result is the same on every processor.
std::string deflated(std::string_view bytes);

}  // namespace subintent::internal
