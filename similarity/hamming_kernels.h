// The kernels, one file each. Those files are compiled for their instruction set: they use nothing
// of the standard library, whose inline functions might then be linked into the rest of the
// program.
#pragma once

#include "similarity/hamming_kernel.h"

namespace subintent::internal {

// Of fingerprints of one, two and four words.
struct HammingKernels {
  HammingKernel one, two, four;
};

extern const HammingKernels portable_hamming_kernels;

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const HammingKernels popcnt_hamming_kernels;
extern const HammingKernels avx2_hamming_kernels;
extern const HammingKernels avx512bw_hamming_kernels;
extern const HammingKernels avx512_hamming_kernels;
#endif

}  // namespace subintent::internal
