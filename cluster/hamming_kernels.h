// The kernels, one file each. Those files are compiled for their instruction set: they use nothing
// of the standard library, whose inline functions might then be linked into the rest of the
// program.
#pragma once

#include "cluster/hamming_kernel.h"

namespace subintent::internal {

extern const HammingKernel portable_hamming_kernel;

#if defined(__x86_64__)
extern const HammingKernel popcnt_hamming_kernel;
extern const HammingKernel avx2_hamming_kernel;
extern const HammingKernel avx512bw_hamming_kernel;
extern const HammingKernel avx512_hamming_kernel;
#endif

}  // namespace subintent::internal
