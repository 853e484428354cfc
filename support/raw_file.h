// A file as it lies on the disk, through a buffer: what the decoders of compressed data read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "support/error.h"

namespace subintent {

// Compressed data that is corrupt, ends in the middle or cannot be decompressed here. What was read
// before it is good.
class DamagedData : public Error {
 public:
  using Error::Error;
};

// The name of `path` in messages: "standard input" for "-".
std::string display_name(const std::string& path);

class RawFile {
 public:
  static constexpr std::size_t buffer_size = 1 << 18;

  // "-" is standard input. Throws Error if the file cannot be opened.
  explicit RawFile(const std::string& path);
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
  std::uint64_t size() const { return size_; }          // of a regular file, else 0
  const std::string& name() const { return name_; }

 private:
  std::size_t read_some(char* to, std::size_t count);

  std::string name_;
  int descriptor_ = -1;
  std::unique_ptr<char[]> buffer_ = std::make_unique_for_overwrite<char[]>(buffer_size);
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t position_ = 0, size_ = 0;
};

}  // namespace subintent
