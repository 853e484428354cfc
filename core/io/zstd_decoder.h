// Decompressing zstd (RFC 8878), any number of frames, with the dictionary of compressed web
// archives (IIPC, "Zstandard Compression for WARC Files 1.0"): a first skippable frame with the
// magic number 0x184D2A5D holds it, as it is or compressed itself.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "core/io/raw_file.h"

struct ZSTD_DCtx_s;

namespace subintent::internal {

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

}  // namespace subintent::internal
