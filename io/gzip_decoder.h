// Decompressing gzip (RFC 1952), any number of members; zero bytes after the last one are padding.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "io/raw_file.h"

struct libdeflate_decompressor;

namespace subintent::internal {

class GzipDecoder {
 public:
  GzipDecoder();
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;
  ~GzipDecoder();

  // The next bytes, at least one and at most `size`; 0 at the end. Throws DamagedData when
  // everything before the damage has been given.
  std::size_t read(RawFile& file, char* to, std::size_t size);

  // After DamagedData: moves on to the next member that can be decoded; false if there is none.
  // A broken member may seem to go on into those behind it, so the search starts within it.
  bool resume(RawFile& file);

 private:
  bool decode_member(RawFile& file);
  std::size_t give(char* to, std::size_t size);
  std::size_t stream(RawFile& file, char* to, std::size_t size);
  bool starts_member(std::string_view bytes);

  struct FreeDecompressor {
    void operator()(libdeflate_decompressor* decompressor) const;
  };

  // A member that fits is decoded whole, by libdeflate, which is twice as fast.
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> whole_;
  std::unique_ptr<char[]> member_;
  std::size_t given_ = 0, decoded_ = 0;  // bytes of member_
  std::size_t typical_size_ = 0;         // compressed bytes of the members so far

  z_stream stream_{};  // other members
  bool inside_member_ = false;

  std::uint64_t member_start_ = 0, searched_ = 0;  // positions in the file
};

}  // namespace subintent::internal
