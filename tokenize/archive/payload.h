// Bodies that are no text, whatever their headers say.
#pragma once

#include <cstddef>
#include <string_view>

namespace subintent::internal {

inline constexpr std::string_view binary_data = "binary data";
inline constexpr std::string_view instead_of_text = " instead of text";  // "PDF instead of text"

// Names what `bytes` are if they are no text in any charset: "PDF", "image", "archive" and so on by
// the magic numbers of their formats, else binary_data, as more than one in 32 is a control
// character. Empty for text. The charset is found as decode_to_utf8() finds it: control bytes are
// characters in UTF-16.
std::string_view kind_unless_text(std::string_view bytes, std::string_view http_charset = {},
                                  bool html = true);

// The same by a media type that was found by looking at the bytes; empty for types that may be
// text, and for those of compressed data.
std::string_view kind_of_media_type(std::string_view type);

// Control characters: white space and escape (ISO-2022-JP) do not count.
struct Controls {
  std::size_t zeros = 0, others = 0;
};
Controls count_controls(std::string_view bytes);

// Whether as few of these bytes are control characters as in the text of a page: zeros count only
// where they cannot be those of UTF-16 or UTF-32.
bool has_few_controls(std::string_view bytes);

}  // namespace subintent::internal
