// The kernels, one file each. Those files are compiled for their instruction set: they use nothing
// of the standard library, whose inline functions might then be linked into the rest of the
// program.
#pragma once

#include "compare/kernel.h"

namespace subintent::internal {

extern const CompareKernel portable_compare_kernel;

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const CompareKernel avx2_compare_kernel;
extern const CompareKernel avx512_compare_kernel;
#endif

}  // namespace subintent::internal
