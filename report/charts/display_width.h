// How wide text is on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace subintent::internal {

// Columns that UTF-8 takes: two for wide characters, none for combining marks, one for what is not
// UTF-8.
std::size_t display_width(std::string_view text);

// The character of a valid sequence of UTF-8.
char32_t decoded(std::string_view sequence);

extern const std::string_view character_widths_text;

}  // namespace subintent::internal
