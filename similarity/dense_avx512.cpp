// On eight numbers at a time, by AVX-512F.
#include "similarity/dense_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "similarity/dense_kernel_loops.h"

namespace subintent::internal {

const DenseKernel avx512_dense_kernel = {multiply<64, 4>, round_cosines, multiply_panel<64, 8, 2>};

}  // namespace subintent::internal
#endif
