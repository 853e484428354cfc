#include "compare/kernel.h"

namespace subintent::internal {

const CompareKernel& compare_kernel(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  if (set >= InstructionSet::avx512) return avx512_compare_kernel;
  if (set >= InstructionSet::avx2) return avx2_compare_kernel;
#else
  static_cast<void>(set);
#endif
  return portable_compare_kernel;
}

}  // namespace subintent::internal
