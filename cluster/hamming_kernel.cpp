#include "cluster/hamming_kernel.h"

#include "cluster/hamming_kernels.h"

namespace subintent::internal {

const HammingKernel& hamming_kernel(InstructionSet set) {
#if defined(__x86_64__)
  switch (set) {
    case InstructionSet::portable:
      break;
    case InstructionSet::popcnt:
      return popcnt_hamming_kernel;
    case InstructionSet::avx2:
      return avx2_hamming_kernel;
    case InstructionSet::avx512bw:
      return avx512bw_hamming_kernel;
    case InstructionSet::avx512:
      return avx512_hamming_kernel;
  }
#else
  static_cast<void>(set);
#endif
  return portable_hamming_kernel;
}

}  // namespace subintent::internal
