#include "similarity/dense_kernel.h"

namespace subintent::internal {

const DenseKernel& dense_kernel(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  if (set >= InstructionSet::avx512) return avx512_dense_kernel;
  if (set >= InstructionSet::avx2) return avx2_dense_kernel;
#else
  static_cast<void>(set);
#endif
  return portable_dense_kernel;
}

}  // namespace subintent::internal
