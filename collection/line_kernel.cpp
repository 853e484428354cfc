#include "collection/line_kernel.h"

namespace subintent::internal {

const LineKernel* line_kernel(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  const bool has_bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (set >= InstructionSet::avx2 && has_bits) return &avx2_line_kernel;
#else
  static_cast<void>(set);
#endif
  return nullptr;
}

}  // namespace subintent::internal
