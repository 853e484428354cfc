// Counts the bits of eight numbers at a time, by the instruction VPOPCNTQ.
#include "similarity/hamming_kernels.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "similarity/hamming_avx512.h"

namespace subintent::internal {
namespace {

struct Vpopcntq {
  [[gnu::always_inline]] static inline __m512i bits(__m512i v) { return _mm512_popcnt_epi64(v); }
};

}  // namespace

const HammingKernels avx512_hamming_kernels = {
    avx512_kernel<Vpopcntq, 1>, avx512_kernel<Vpopcntq, 2>, avx512_kernel<Vpopcntq, 4>};

}  // namespace subintent::internal
#endif
