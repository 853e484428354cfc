#include "cluster/hamming_kernel.h"

#include <cstdlib>
#include <string>

#include "cluster/hamming_kernels.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {

std::vector<HammingKernel> supported_hamming_kernels() {
  std::vector<HammingKernel> kernels = {portable_hamming_kernel};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) kernels.push_back(popcnt_hamming_kernel);
  if (__builtin_cpu_supports("avx2")) kernels.push_back(avx2_hamming_kernel);
  if (__builtin_cpu_supports("avx512bw")) kernels.push_back(avx512bw_hamming_kernel);
  if (__builtin_cpu_supports("avx512vpopcntdq")) kernels.push_back(avx512_hamming_kernel);
#endif
  return kernels;
}

HammingKernel find_hamming_kernel(std::string_view name) {
  const std::vector<HammingKernel> kernels = supported_hamming_kernels();
  if (name.empty()) return kernels.back();
  std::string names;
  for (const HammingKernel& kernel : kernels) {
    if (kernel.name == name) return kernel;
    names += (names.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw Error::usage("SUBINTENT_KERNEL: this processor has no kernel " + printable(name),
                     "unset it, or set it to one of " + names);
}

const HammingKernel& hamming_kernel() {
  static const HammingKernel kernel = [] {
    const char* const name = std::getenv("SUBINTENT_KERNEL");
    return find_hamming_kernel(name == nullptr ? "" : name);
  }();
  return kernel;
}

}  // namespace subintent
