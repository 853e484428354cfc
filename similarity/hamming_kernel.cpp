#include "similarity/hamming_kernel.h"

#include "similarity/hamming_kernels.h"

namespace subintent::internal {
namespace {

const HammingKernels& kernels_of(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  switch (set) {
    case InstructionSet::portable:
      break;
    case InstructionSet::popcnt:
      return popcnt_hamming_kernels;
    case InstructionSet::avx2:
      return avx2_hamming_kernels;
    case InstructionSet::avx512bw:
      return avx512bw_hamming_kernels;
    case InstructionSet::avx512:
      return avx512_hamming_kernels;
  }
#else
  static_cast<void>(set);
#endif
  return portable_hamming_kernels;
}

}  // namespace

const HammingKernel& hamming_kernel(std::size_t words, InstructionSet set) {
  const HammingKernels& kernels = kernels_of(set);
  return words == 1 ? kernels.one : words == 2 ? kernels.two : kernels.four;
}

}  // namespace subintent::internal
