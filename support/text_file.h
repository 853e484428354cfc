// A whole text in memory that may be scanned in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/content.h"
#include "support/error.h"

namespace subintent::internal {

// The text of a source. A UTF-8 byte-order mark at the start is left out, and that of UTF-16 is an
// Error, as is a byte 0. As with Content, the text is followed by a line end and at least `padding`
// bytes that may be read. So every line ends, and a block of `padding` bytes may be loaded at any
// place of the text.
class TextFile {
 public:
  static constexpr std::size_t padding = Content::padding;

  explicit TextFile(const Source& source);

  std::string_view text() const { return text_; }
  const std::string& name() const { return content_.name(); }
  const Content& content() const { return content_; }
  Location location(const char* place) const { return content_.location(place); }

 private:
  Content content_;
  std::string_view text_;
};

// The columns of a line that lies in a TextFile, cut at runs of blanks as split_blanks() does.
struct LineColumns {
  static constexpr std::size_t limit = 6;  // of those that are kept

  std::size_t count = 0;      // of all columns
  const char* end = nullptr;  // of the line: its line end
  // Where the columns begin and end, in turn.
  const char* bounds[2 * limit];

  std::string_view operator[](std::size_t i) const {
    return i < count ? std::string_view(bounds[2 * i], bounds[2 * i + 1]) : std::string_view();
  }
};

LineColumns split_line(const char* line);

// Does the line hold nothing, or start with '#'?
inline bool is_blank_or_comment(const LineColumns& columns) {
  return columns.count == 0 || *columns.bounds[0] == '#';
}

}  // namespace subintent::internal
