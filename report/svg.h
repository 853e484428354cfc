// What pictures share.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace subintent::internal {

// Colours that colour-blind people tell apart [Okabe and Ito 2008].
inline constexpr std::array<const char*, 8> svg_colours = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999933"};

// `text`, as printable() makes it, as the content of an element.
std::string svg_text(std::string_view text);

}  // namespace subintent::internal
