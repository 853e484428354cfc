// Reading sources: plain, UTF-16, gzip or zstd, detected from their first bytes.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// A stream of decompressed bytes. Throws Error on a file that cannot be opened or read, and
// DamagedData.
class ByteStream {
 public:
  explicit ByteStream(const Source& source);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;

  // Fills `buffer` with up to `size` bytes; fewer only at the end, 0 at the end.
  std::size_t read(char* buffer, std::size_t size);

  // Like read(), but gives what is at hand: at least one byte, 0 only at the end. Damaged data
  // throws when everything before the damage has been given.
  std::size_t read_some(char* buffer, std::size_t size);

  // After DamagedData: moves on to the next gzip member that can be decoded, so that reading goes
  // on behind a gap. False if there is none; zstd is not searched.
  bool resume();

  // The name of the source, for messages.
  const std::string& name() const;

  // All bytes, if they lie in memory as they are.
  std::optional<std::string_view> bytes_in_memory() const;

  // Compressed bytes consumed so far and in all (0 if unknown), for progress displays.
  std::uint64_t position() const;
  std::uint64_t size() const;

 private:
  class Decoder;
  std::unique_ptr<Decoder> decoder_;
};

// Do the first four bytes of a file say that it is compressed as ByteStream understands it?
bool is_gzip(std::string_view first_bytes);
bool is_zstd(std::string_view first_bytes);
// Are they text in UTF-16 with its byte-order mark, which becomes UTF-8?
bool is_utf16(std::string_view first_bytes);

// The text without the byte-order mark of UTF-8, and the line "sep=;" that Excel writes first.
// Throws Error, naming the source, for that of UTF-16.
std::string_view without_byte_order_mark(std::string_view text, const std::string& name);
// Throws Error for UTF-16 and UTF-32 without a mark.
void refuse_wide_text(std::string_view text, const std::string& name);

// Lines of a text in memory. LF, CR LF and a missing end of the last line are all accepted; a UTF-8
// byte-order mark at the start is skipped, and that of UTF-16 an Error.
class LineSplitter {
 public:
  LineSplitter(std::string_view text, std::string name);

  // The next line without its end; false at the end of the text.
  bool next(std::string_view& line);

  // The number and place of the line that next() gave last.
  std::size_t line_number() const { return line_; }
  Location location() const { return {name_, line_}; }

 private:
  std::string_view rest_;
  std::string name_;
  std::size_t line_ = 0;
};

// Lines of a stream, for files too large for memory. The view is valid until the next call.
class LineReader {
 public:
  explicit LineReader(const Source& source);

  bool next(std::string_view& line);
  std::size_t line_number() const { return line_; }
  Location location() const { return {stream_.name(), line_}; }
  const std::string& name() const { return stream_.name(); }
  // Share of the source read so far, 0 to 1; negative if unknown.
  double share_read() const;

 private:
  std::string_view bytes() const { return memory_ ? *memory_ : std::string_view(buffer_); }
  void fill();

  ByteStream stream_;
  std::string buffer_;
  std::optional<std::string_view> memory_;  // in the place of the buffer
  std::size_t start_ = 0;                   // of the next line
  std::size_t line_ = 0;
  bool at_end_ = false;
};

// Compressed data that is corrupt, ends in the middle or cannot be decompressed here. What was read
// before it is good.
class DamagedData : public Error {
 public:
  using Error::Error;
};

class RawFile {
 public:
  static constexpr std::size_t buffer_size = 1 << 18;

  // Throws Error if the file cannot be opened. A source of memory is one buffer with all its bytes.
  explicit RawFile(const Source& source);
  RawFile(const RawFile&) = delete;
  RawFile& operator=(const RawFile&) = delete;
  ~RawFile();

  // Unread bytes; reads more when there are none. Empty at the end of the file. Throws Error, as
  // all reading does, if the file cannot be read.
  std::string_view peek();

  // At least `count` bytes in sight, at most buffer_size, unless the file is shorter.
  std::string_view peek_at_least(std::size_t count);

  void consume(std::size_t count) {
    begin_ += count;
    position_ += count;
  }

  // The next bytes, at most `size`, past the buffer if there is nothing in it; 0 at the end of the
  // file.
  std::size_t read(char* to, std::size_t size);

  // Back to an earlier position, or, in what cannot be read again, as a pipe, as far towards it as
  // the buffer goes.
  void go_back_to(std::uint64_t position);

  std::uint64_t position() const { return position_; }  // bytes consumed
  std::uint64_t size() const { return size_; }          // of memory or a regular file, else 0
  const std::string& name() const { return source_.name(); }

 private:
  void open_file();
  std::size_t read_some(char* to, std::size_t count);

  Source source_;
  int descriptor_ = -1;             // of a file
  std::unique_ptr<char[]> buffer_;  // of a file
  const char* bytes_ = nullptr;     // the buffer, or all bytes of a source of memory
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t position_ = 0, size_ = 0;
};

}  // namespace subintent::internal
