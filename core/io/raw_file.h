// A source as it is stored, through a buffer: what the decoders of compressed data read from.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

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
