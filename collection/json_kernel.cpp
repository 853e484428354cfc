#include "collection/json_kernel.h"

namespace subintent::internal {

const JsonKernel* json_kernel(InstructionSet set) {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  if (line_kernel(set) != nullptr) return &avx2_json_kernel;  // needs the same
#else
  static_cast<void>(set);
#endif
  return nullptr;
}

}  // namespace subintent::internal
