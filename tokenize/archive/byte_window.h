// A window that moves forward over the bytes of a file: what the readers of collection formats look
// through.
#pragma once

#include "core/io/input_file.h"
#include "tokenize/charset/charset.h"

namespace subintent::internal {

class ByteWindow {
 public:
  // Throws Error if the file cannot be opened.
  explicit ByteWindow(const Source& source) : stream_(source) {}

  // The bytes from the current position on: at least `count` of them unless the file ends before,
  // usually more. The view is valid until the next call of peek(), skip() or next_line(). Where
  // compressed data is damaged the bytes go on, in a new line, with the next gzip member that can
  // be decoded, and end if there is none (see damage()). If nothing can be decoded at all the
  // DamagedData passes through.
  std::string_view peek(std::size_t count);

  // Moves on by `count` bytes, or to the end of the file.
  void skip(std::size_t count);

  // The next line without its LF or CR LF, valid as a view of peek() is; false at the end of the
  // file. A line longer than `limit` is passed over: it comes out empty, with `too_long` set.
  bool next_line(std::string_view& line, std::size_t limit, bool& too_long);

  // From here on, lines that are not UTF-8 are decoded, in the charset of the first of them, a
  // megabyte if there is so much.
  void decode_lines();

  // The loss of compressed data.
  struct Damage {
    std::optional<DamagedData> first;  // none if nothing was lost
    std::uint64_t gaps = 0;            // passed over up to the next member
    std::uint64_t first_gap = 0;       // where the damage was noticed, in compressed bytes
    bool is_end_lost = false;
  };
  const Damage& damage() const { return damage_; }
  const std::string& name() const { return stream_.name(); }
  // Compressed bytes consumed so far.
  std::uint64_t position() const { return stream_.position(); }

 private:
  void fill();
  void pass_over(const DamagedData& error);
  void decode_from(std::size_t shown);

  ByteStream stream_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  bool at_end_ = false, any_read_ = false;
  Damage damage_;
  std::optional<LineDecoder> decoder_;
  std::string hidden_;  // the bytes behind the window that are still to be decoded
};

}  // namespace subintent::internal
