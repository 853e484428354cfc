// The data behind character_references.h.
#pragma once

#include <string_view>

namespace subintent::internal {

// All named character references of HTML in one text; its format is described where it is defined.
extern const std::string_view character_reference_items;

}  // namespace subintent::internal
