// For every processor.
#include "compare/kernel_loops.h"
#include "compare/kernels.h"

namespace subintent::internal {

const CompareKernel portable_compare_kernel = {weighted_sums, squared_ts, count_at_least,
                                               add_signed};

}  // namespace subintent::internal
