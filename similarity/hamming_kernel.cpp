#include "similarity/hamming_kernel.h"

namespace subintent::internal {
namespace {

const HammingKernels& kernels_of(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  const bool counts_bits = __builtin_cpu_supports("avx512vpopcntdq") != 0;
  if (set == InstructionSet::avx512 && counts_bits) return avx512_hamming_kernels;
  if (set >= InstructionSet::avx2) return avx2_hamming_kernels;
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
