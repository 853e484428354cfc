// A whole file in memory that may be scanned in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/error.h"

namespace subintent {

// Gives memory back: that of malloc() where `mapped` is 0, else that of mmap().
struct TextMemory {
  std::size_t mapped = 0;
  void operator()(char* bytes) const;
};

// The decompressed bytes of a file. A UTF-8 byte-order mark at the start is left out, and that of
// UTF-16 an Error. Invariant: the text is followed by a line end and at least `padding` bytes that
// may be read. So every line ends, and a block of `padding` bytes may be loaded at any place of the
// text. Large plain files are mapped, not read: main() turns the signal that comes when such a file
// is cut short meanwhile into an error.
class TextFile {
 public:
  static constexpr std::size_t padding = 64;

  explicit TextFile(const std::string& path);

  std::string_view text() const { return text_; }
  // The path as it should be named in messages.
  const std::string& name() const { return name_; }
  // The line of a place in the text; counts line ends, so it is for messages.
  Location location(const char* place) const;

 private:
  using Bytes = std::unique_ptr<char[], TextMemory>;
  static Bytes allocate(std::size_t size);
  static Bytes map(const std::string& path, std::size_t& size);
  static Bytes read(const std::string& path, std::size_t& size);

  std::string name_;
  Bytes bytes_;
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

// Is the line blank, or a comment?
inline bool says_nothing(const LineColumns& columns) {
  return columns.count == 0 || *columns.bounds[0] == '#';
}

}  // namespace subintent
