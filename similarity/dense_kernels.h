// The kernels, one file each. Those files are compiled for their instruction set: they use nothing
// of the standard library, whose inline functions might then be linked into the rest of the
// program.
#pragma once

#include "similarity/dense_kernel.h"

namespace subintent::internal {

extern const DenseKernel portable_dense_kernel;

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const DenseKernel avx2_dense_kernel;
extern const DenseKernel avx512_dense_kernel;
#endif

}  // namespace subintent::internal
