// All bytes of a source in memory, and texts that may be scanned in blocks.
#pragma once

#include <bit>
#include <cstring>

#include "core/base/strings.h"
#include "core/io/block_masks.h"
#include "subintent/basics.h"

namespace subintent::internal {

// The decompressed bytes of a source. Invariant: they are followed by a line end and at least
// `padding` bytes that may be read. A source of memory that is not compressed is shared, not
// copied. Copies share the bytes.
class Content {
 public:
  static constexpr std::size_t padding = Source::padding;

  Content() = default;  // without bytes
  explicit Content(const Source& source);

  // The bytes of a source of memory as they are, whether they look compressed or not.
  static Content plain(const Source& memory);

  // Zeros beside these bytes, as many of them, and where they can be changed: each is in the same
  // line as the byte in its place. Memory is taken where they are.
  std::pair<Content, char*> beside() const;

  std::string_view bytes() const { return {bytes_.get(), size_}; }
  // The name of the source, for messages.
  const std::string& name() const { return name_; }
  // The line of a place in the bytes; counts line ends, so it is for messages.
  Location location(const char* place) const;
  bool holds(const char* place) const;

 private:
  void share(const Source& memory);
  bool map(const std::string& path);
  void read(const Source& source);

  std::string name_;
  std::shared_ptr<const char> bytes_, lines_;  // `lines_`: those that these are beside
  std::size_t size_ = 0;
};

// Several contents, as of files of judgments.
class Contents {
 public:
  Contents() = default;
  Contents(Content first) { add(std::move(first)); }

  void add(Content more) { all_.push_back(std::move(more)); }
  const Content& first() const { return all_.front(); }
  // The names of all files, for messages: "a.txt, b.txt".
  std::string name() const;
  // The file and line of a place in the bytes of one of the files.
  Location location(const char* place) const;
  // How many bytes of it are before that place.
  std::size_t offset(const char* place) const;
  const Content& holder_of(const char* place) const;

 private:
  std::vector<Content> all_;
};

// Names without their escapes, beside the text: each where it begins there. They are never longer,
// and so their places say which comes first, and in which line.
class UnescapedNames {
 public:
  UnescapedNames() = default;

  // Room for those of this text, of which only what is used takes memory.
  explicit UnescapedNames(const Content& text);

  const Content& text() const { return beside_; }  // that they lie in

  // Gives as much room as `escaped` takes, which is part of the text. Different parts may be
  // written in parallel.
  char* room(std::string_view escaped) const { return place_ + (escaped.data() - original_); }

  // Puts `name`, which is not longer, there.
  std::string_view put(std::string_view escaped, std::string_view name) const;

 private:
  const char* original_ = nullptr;
  char* place_ = nullptr;  // of what is beside it
  Content beside_;
};

// Eight characters, the first of them lowest; a digit is its value.
struct EightBytes {
  static constexpr std::uint64_t each = 0x0101010101010101;

  static std::uint64_t digits_at(const char* place) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, place, sizeof bytes);
    return bytes ^ '0' * each;
  }

  // How many digits come first.
  static constexpr int count(std::uint64_t digits) {
    const std::uint64_t others = (digits | (digits + 0x76 * each)) & 0x80 * each;  // to the first
    return std::countr_zero(others) / 8;
  }

  // The number of the first `count` digits, from 1 to 8.
  static constexpr std::int64_t number(std::uint64_t digits, int count) {
    constexpr std::uint64_t every_fourth = 0x000000ff000000ff;
    digits <<= 64 - 8 * count;             // zeros before them
    digits = digits * 10 + (digits >> 8);  // pairs, in every other byte
    const std::uint64_t first = (digits & every_fourth) * (100 + (1000000ull << 32));
    const std::uint64_t second = (digits >> 16 & every_fourth) * (1 + (10000ull << 32));
    return static_cast<std::int64_t>((first + second) >> 32);
  }
};

// The same as leading_number(), but digits behind the end of the text may count as well.
inline LeadingNumber leading_number_in_blocks(std::string_view text) {
  static constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  if (std::endian::native != std::endian::little) return leading_number(text);
  const bool is_negative = text.starts_with('-');
  const char* const start = text.data() + (is_negative ? 1 : 0);
  std::uint64_t digits = EightBytes::digits_at(start);
  const int whole = EightBytes::count(digits);
  int count = whole;
  const char* end = start + whole;
  if (*end == '.') {  // take it out from between the digits
    const std::uint64_t before = (std::uint64_t{1} << 8 * (whole & 7)) - 1;
    digits = (digits & before) | (EightBytes::digits_at(start + 1) & ~before);
    count = EightBytes::count(digits);
    end = start + count + 1;
  }
  const bool goes_on = (*end >= '0' && *end <= '9') || *end == '.' || (*end | 0x20) == 'e';
  if (goes_on && EightBytes::count(EightBytes::digits_at(end)) == 8)
    return leading_long_number(text);
  if (whole == 0 || whole == 8 || goes_on) return leading_number(text);
  const double value =
      static_cast<double>(EightBytes::number(digits, count)) / powers[count - whole];
  return {(is_negative ? -value : value) + 0.0, end};  // -0 is 0
}

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
    for (; places != 0; places &= places - 1)
      columns_.bounds[bounds++] = block_ + std::countr_zero(places);
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

inline LineColumns split_line(const char* line) {
  return LineCutter(line).next();
}

// Does the line hold nothing, or start with '#'?
inline bool is_blank_or_comment(const LineColumns& columns) {
  return columns.count == 0 || *columns.bounds[0] == '#';
}

}  // namespace subintent::internal
