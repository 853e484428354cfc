// From bytes in a character encoding to UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "tokenize/charset/encoding.h"

namespace subintent::internal {

// Appends the text that `bytes` are in an encoding as UTF-8. Always valid UTF-8: malformed parts
// give U+FFFD, and all bytes together one U+FFFD for the replacement encoding. No byte-order mark
// is looked for. Maps every byte sequence of the standard's indexes as they do.
void append_decoded(Encoding encoding, std::string_view bytes, std::string& out);

}  // namespace subintent::internal
