// Compressed input made by a test.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace subintent::internal {

// `window_bits` as deflateInit2() takes them: 15 for zlib, -15 for raw deflate.
inline std::string deflated(std::string_view bytes, int window_bits) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// One gzip member.
inline std::string gzip(std::string_view bytes) {
  return deflated(bytes, 15 + 16);
}

}  // namespace subintent::internal
