// Base64 (RFC 4648), with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace subintent::internal {

std::string base64(std::string_view bytes);

// The bytes that a text stands for; nothing for one that base64() does not write.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace subintent::internal
