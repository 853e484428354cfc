// What this project uses of zstd, for a build without it: there is never memory for a context.
#pragma once

#include <cstddef>

struct ZSTD_CCtx;
struct ZSTD_inBuffer {
  const void* src;
  std::size_t size, pos;
};
struct ZSTD_outBuffer {
  void* dst;
  std::size_t size, pos;
};
enum ZSTD_EndDirective { ZSTD_e_continue, ZSTD_e_flush, ZSTD_e_end };
enum ZSTD_cParameter { ZSTD_c_checksumFlag };

inline ZSTD_CCtx* ZSTD_createCCtx() {
  return nullptr;
}
inline std::size_t ZSTD_freeCCtx(ZSTD_CCtx*) {
  return 0;
}
inline std::size_t ZSTD_CCtx_setParameter(ZSTD_CCtx*, ZSTD_cParameter, int) {
  return 0;
}
inline std::size_t ZSTD_compressStream2(ZSTD_CCtx*, ZSTD_outBuffer*, ZSTD_inBuffer*,
                                        ZSTD_EndDirective) {
  return 0;
}
inline unsigned ZSTD_isError(std::size_t) {
  return 0;
}
inline const char* ZSTD_getErrorName(std::size_t) {
  return "";
}
