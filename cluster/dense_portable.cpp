// For every processor.
#include "cluster/dense_kernel_loops.h"
#include "cluster/dense_kernels.h"

namespace subintent::internal {

const DenseKernel portable_dense_kernel = {multiply<16, 2>, round_cosines};

}  // namespace subintent::internal
