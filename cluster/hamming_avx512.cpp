// Counts the bits of eight numbers at a time, by the instruction VPOPCNTQ.
#include "cluster/hamming_kernels.h"

#if defined(__x86_64__)
#include "cluster/hamming_avx512.h"

namespace subintent::internal {
namespace {

struct Vpopcntq {
  [[gnu::always_inline]] static inline __m512i bits(__m512i v) { return _mm512_popcnt_epi64(v); }
};

}  // namespace

const HammingKernel avx512_hamming_kernel = {avx512_select<Vpopcntq>,
                                             scalar_farthest<Popcnt, avx512_farthest_of<Vpopcntq>>};

}  // namespace subintent::internal
#endif
