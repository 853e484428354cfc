// On four numbers at a time.
#include "similarity/dense_kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "similarity/dense_kernel_loops.h"

namespace subintent::internal {

const DenseKernel avx2_dense_kernel = {multiply<32, 2>, round_cosines, multiply_panel<32, 4, 2>};

}  // namespace subintent::internal
#endif
