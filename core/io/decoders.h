// Decompressing gzip and zstd, any number of members or frames.
#pragma once

#include <zlib.h>

#include "core/io/input_file.h"

struct libdeflate_decompressor;
struct ZSTD_DCtx_s;

namespace subintent::internal {

// Is this archive a document of an office, by its first bytes?
bool is_office_file(std::string_view zip);

// Throws Error, naming the source, for the first bytes of what is compressed in a way that is not
// read, or is no text: frames in Parquet, archives, sheets.
void refuse_other_formats(std::string_view bytes, const std::string& name);

// Decompressing gzip (RFC 1952), any number of members; zero bytes after the last one are padding.
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
  std::optional<std::size_t> decode_member_to(RawFile& file, char* to, std::size_t size);
  bool decode_member(RawFile& file);
  void note_sizes(std::size_t taken, std::size_t decoded);
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
  // Bytes of the members so far, compressed and decoded.
  std::size_t typical_size_ = 0, typical_output_ = 0;

  z_stream stream_{};  // other members
  bool inside_member_ = false;

  std::uint64_t member_start_ = 0, searched_ = 0;  // positions in the file
};

// Decompressing zstd (RFC 8878), any number of frames, with the dictionary of compressed web
// archives (IIPC, "Zstandard Compression for WARC Files 1.0"): a first skippable frame with the
// magic number 0x184D2A5D holds it, as it is or compressed itself.

// Throws std::bad_alloc if `status`, as a function of zstd gives it, says that there was no memory.
void require_zstd_memory(std::size_t status);

class ZstdDecoder {
 public:
  ZstdDecoder();

  // The next bytes, at least one and at most `size`; 0 at the end. Throws DamagedData when
  // everything before the damage has been given. Windows up to 2 GiB (zstd --long=31) are decoded;
  // std::bad_alloc where there is no memory for them.
  std::size_t read(RawFile& file, char* to, std::size_t size);

 private:
  void read_dictionary(RawFile& file);
  [[noreturn]] void fail(const RawFile& file, std::size_t status) const;

  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
  bool at_start_ = true;  // of the file
  bool inside_frame_ = false;
  std::size_t wanted_;  // the compressed bytes that take it one step on
};

// Makes UTF-8 of UTF-16, both with their byte-order mark. What is no character becomes U+FFFD.
class Utf16Decoder {
 public:
  // The same as GzipDecoder's.
  std::size_t read(RawFile& file, char* to, std::size_t size);

 private:
  void decode(RawFile& file);

  std::string text_;
  std::size_t given_ = 0;  // bytes of text_
  bool is_little_ = false;
};

}  // namespace subintent::internal
