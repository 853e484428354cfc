// Character references of HTML: &amp; &notin; &#233; &#x4E2D;
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace subintent::internal {

// If `text`, which starts with '&', starts with a character reference of character data (WHATWG
// HTML §13.2.5.72 to 80), appends the characters it stands for as UTF-8 and returns its length in
// bytes; otherwise appends nothing and returns 0.
//
// Named references are matched as long as possible, with or without their semicolon where the
// standard has them without. Numbers that are not characters (0, surrogates, above U+10FFFF) give
// U+FFFD; 0x80 to 0x9F are read as windows-1252.
std::size_t append_character_reference(std::string_view text, std::string& out);

// Names and characters of all named references: character_references.txt.
extern const std::string_view character_references_text;

// Appends the UTF-8 form of a code point; U+FFFD for what is not a Unicode scalar value.
void append_utf8(char32_t code_point, std::string& out);

}  // namespace subintent::internal
