// A whole text in memory that may be scanned in blocks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/io/block_masks.h"
#include "core/io/content.h"
#include "subintent/basics.h"

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
  // The beginnings and ends of columns, in turn; behind them is room for those of a block.
  const char* bounds[2 * limit + 64];

  std::string_view operator[](std::size_t i) const {
    return i < count && i < limit ? std::string_view(bounds[2 * i], bounds[2 * i + 1])
                                  : std::string_view();
  }
};

// Cuts the lines of a TextFile into columns, one after another.
class LineCutter {
 public:
  // From the line that begins here.
  explicit LineCutter(const char* line) : block_(line) { look(); }

  // The columns of the next line, which there must be; they stay until the one after it.
  const LineColumns& next() {
    std::size_t bounds = 0;    // that are kept
    std::size_t left_out = 0;  // others
    while (line_ends_ == 0) {
      keep(bounds_, bounds, left_out);
      block_ += 64;
      look();
    }
    const std::uint64_t in_line = line_ends_ ^ (line_ends_ - 1);  // the bits up to the lowest one
    keep(bounds_ & in_line, bounds, left_out);
    columns_.count = (bounds + left_out) / 2;
    columns_.end = block_ + std::countr_zero(line_ends_);
    bounds_ &= ~in_line;
    line_ends_ &= line_ends_ - 1;
    return columns_;
  }

 private:
  void look() {
    const auto is_blank_byte = [](Bytes16 bytes) {
      return from_to('\t', '\r')(bytes) | (bytes == ' ');
    };
    const auto [blanks, line_ends] = masks_where(block_, is_blank_byte, any_of('\n'));
    // A column begins or ends wherever a byte and the one before it differ.
    bounds_ = blanks ^ (blanks << 1 | after_blank_);
    after_blank_ = blanks >> 63;
    line_ends_ = line_ends;
  }

  void keep(std::uint64_t places, std::size_t& bounds, std::size_t& left_out) {
    for (; places != 0; places &= places - 1) {
      columns_.bounds[bounds++] = block_ + std::countr_zero(places);
    }
    if (bounds > 2 * LineColumns::limit) {
      left_out += bounds - 2 * LineColumns::limit;
      bounds = 2 * LineColumns::limit;
    }
  }

  const char* block_;
  std::uint64_t after_blank_ = 1;             // is the byte before the block a blank?
  std::uint64_t bounds_ = 0, line_ends_ = 0;  // those of the block that are still to come
  LineColumns columns_;
};

// The columns of one line.
inline LineColumns split_line(const char* line) {
  return LineCutter(line).next();
}

// Does the line hold nothing, or start with '#'?
inline bool is_blank_or_comment(const LineColumns& columns) {
  return columns.count == 0 || *columns.bounds[0] == '#';
}

}  // namespace subintent::internal
