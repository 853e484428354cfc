// From the bytes of a document to UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace subintent::internal {

// The text of a document as valid UTF-8; malformed parts give U+FFFD, a byte-order mark is left
// out. The encoding is the first of: that of a byte-order mark; UTF-16 or UTF-32 by their zeros;
// UTF-8, if the bytes are valid UTF-8; that of `http_charset`, the label of the HTTP header (may be
// empty); for HTML, that of a meta element or an XML declaration; what uchardet makes of the first
// parts that are not ASCII (8 KiB at most), with windows-1256 for what would be words in Arabic
// letters; windows-1252. Labels that are unknown, of the standard's "replacement" encoding, or
// UTF-8 where less than half of what is not ASCII is so, count as absent.
//
// Bytes that are ASCII with escape sequences are ISO-2022-JP where these, the header or the page
// say so.
std::string decode_to_utf8(std::string_view bytes, std::string_view http_charset, bool html);

// The same without a copy of bytes that are UTF-8 already: a part of `bytes`, or else `decoded`,
// which is overwritten.
std::string_view view_as_utf8(std::string_view bytes, std::string_view http_charset, bool html,
                              std::string& decoded);

}  // namespace subintent::internal
