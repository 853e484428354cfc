// Validity of UTF-8 (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF).
#pragma once

#include <cstddef>
#include <string_view>

namespace subintent::internal {

// Bytes of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_sequence_length(std::string_view text);

bool is_valid_utf8(std::string_view text);

}  // namespace subintent::internal
