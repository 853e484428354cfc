// The encoding that a page declares in a meta element, or in an XML declaration.
#pragma once

#include <optional>
#include <string_view>

#include "tokenize/charset/encoding.h"

namespace subintent::internal {

// Prescans the bytes of a page for <meta charset> and <meta http-equiv=Content-Type content>
// (WHATWG HTML §13.2.3.2), in all of it rather than in its first 1024 bytes, since browsers obey
// a later one, too; without one it takes that of an XML declaration. UTF-16 is taken for UTF-8 and
// x-user-defined for windows-1252, as the standard does. Linear time.
std::optional<Encoding> prescan_meta(std::string_view html);

}  // namespace subintent::internal
