// What this project uses of zlib, for a build without it: there is never memory for a stream.
#pragma once

using Bytef = unsigned char;
using uInt = unsigned;

struct z_stream {
  Bytef *next_in = nullptr, *next_out = nullptr;
  uInt avail_in = 0, avail_out = 0;
};

inline constexpr int Z_OK = 0, Z_MEM_ERROR = -4, Z_NO_FLUSH = 0, Z_FINISH = 4, Z_DEFLATED = 8,
                     Z_DEFAULT_STRATEGY = 0;

inline int deflateInit2(z_stream*, int, int, int, int, int) {
  return Z_MEM_ERROR;
}
inline int deflate(z_stream*, int) {
  return Z_MEM_ERROR;
}
inline int deflateEnd(z_stream*) {
  return Z_OK;
}
