// Reading files: plain, gzip or zstd, told by their first bytes; "-" is standard input.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/error.h"
#include "support/raw_file.h"

namespace subintent {

// A stream of decompressed bytes. Throws Error on a file that cannot be opened or read, and
// DamagedData.
class ByteStream {
 public:
  explicit ByteStream(const std::string& path);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;

  // Fills `buffer` with up to `size` bytes; fewer only at the end, 0 at the end.
  std::size_t read(char* buffer, std::size_t size);

  // As read(), but gives what is at hand: at least one byte, 0 only at the end. Damaged data throws
  // when everything before the damage has been given.
  std::size_t read_some(char* buffer, std::size_t size);

  // After DamagedData: moves on to the next gzip member that can be decoded, so that reading goes
  // on behind a gap. False if there is none; zstd is not searched.
  bool resume();

  // The path as it should be named in messages ("standard input" for "-").
  const std::string& name() const { return name_; }

  // Compressed bytes consumed so far and in all (0 if unknown), for progress displays.
  std::uint64_t position() const;
  std::uint64_t size() const;

 private:
  class Source;
  std::unique_ptr<Source> source_;
  std::string name_;
};

// Do the first four bytes of a file say that it is compressed as ByteStream understands it?
bool is_gzip(std::string_view first_bytes);
bool is_zstd(std::string_view first_bytes);

// The whole file in memory, decompressed. For qrels, runs, topics: files of at most a few
// gigabytes.
std::string read_file(const std::string& path);

// Lines of a text in memory. LF, CR LF and a missing end of the last line are all accepted; a UTF-8
// byte-order mark at the start is skipped, and that of UTF-16 an Error.
class LineSplitter {
 public:
  LineSplitter(std::string_view text, std::string name);

  // The next line without its end; false at the end of the text.
  bool next(std::string_view& line);

  // Of the line that next() gave last.
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
  explicit LineReader(const std::string& path);

  bool next(std::string_view& line);
  std::size_t line_number() const { return line_; }
  Location location() const { return {stream_.name(), line_}; }
  const ByteStream& stream() const { return stream_; }

 private:
  ByteStream stream_;
  std::string buffer_;
  std::size_t start_ = 0;
  std::size_t line_ = 0;
  bool at_end_ = false;
};

}  // namespace subintent
