// For every processor.
#include "similarity/dense_kernel_loops.h"

namespace subintent::internal {

const DenseKernel portable_dense_kernel = {multiply<16, 2>, round_cosines,
                                           multiply_panel<16, 4, 2>};

}  // namespace subintent::internal
