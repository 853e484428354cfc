#include "simhash/near_kernel.h"

namespace subintent::internal {

const NearKernel& near_kernel(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  const bool counts_bits = __builtin_cpu_supports("avx512vpopcntdq") != 0;
  if (set == InstructionSet::avx512 && counts_bits) return avx512_near_kernel;
  if (set >= InstructionSet::avx2) return avx2_near_kernel;
#else
  static_cast<void>(set);
#endif
  return portable_near_kernel;
}

}  // namespace subintent::internal
