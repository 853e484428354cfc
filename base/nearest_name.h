// The known name that an unknown one, perhaps misspelt, may stand for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace subintent::internal {

// The known name with the fewest edits (a letter added, left out or replaced, or two swapped), the
// first of several; nothing if none is near, that is within a third of the letters. Capitals,
// hyphens, underscores and blanks make no difference, but among equals, and a name may be cut
// short: "eval".
std::optional<std::string_view> nearest_name(std::string_view wanted,
                                             std::span<const std::string_view> known);

}  // namespace subintent::internal
