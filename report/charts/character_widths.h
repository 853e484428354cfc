// The text of character_widths.txt.
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view character_widths_text;

}  // namespace subintent::internal
