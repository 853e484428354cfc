// Errors, and text that is fit for their messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "subintent/basics.h"

namespace subintent::internal {

// `text` fit for one line of a message or of a terminal: at most `limit` bytes, control characters
// and invalid UTF-8 replaced by '?'.
std::string printable(std::string_view text, std::size_t limit = 60);

}  // namespace subintent::internal
