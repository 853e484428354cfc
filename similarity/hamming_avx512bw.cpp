// Counts the bits of eight numbers at a time, by looking up the halves of their bytes.
#include "similarity/hamming_kernels.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "similarity/hamming_avx512.h"

namespace subintent::internal {
namespace {

struct Lookup {
  [[gnu::always_inline]] static inline __m512i bits(__m512i v) {
    const __m512i table =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i half = _mm512_set1_epi8(0x0f);
    const __m512i low = _mm512_shuffle_epi8(table, _mm512_and_si512(v, half));
    const __m512i high =
        _mm512_shuffle_epi8(table, _mm512_and_si512(_mm512_srli_epi16(v, 4), half));
    return _mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512());
  }
};

}  // namespace

const HammingKernels avx512bw_hamming_kernels = {avx512_kernel<Lookup, 1>, avx512_kernel<Lookup, 2>,
                                                 avx512_kernel<Lookup, 4>};

}  // namespace subintent::internal
#endif
