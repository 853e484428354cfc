// From the bytes of a document to UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tokenize/charset/encoding.h"

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

// Decodes the lines of a file in one charset: that of its XML declaration, or what uchardet makes
// of all of the first lines that are not UTF-8. Those that are UTF-8 stay, and so do pages in a
// line that declare another charset.
class LineDecoder {
 public:
  // `start` is that of the file.
  explicit LineDecoder(std::string_view start);

  // Appends `lines` as UTF-8.
  void append(std::string_view lines, std::string& out);
  // Will they decide on the charset?
  bool must_decide(std::string_view lines) const;

 private:
  bool stays(std::string_view line) const;

  std::optional<Encoding> encoding_;
};

}  // namespace subintent::internal
