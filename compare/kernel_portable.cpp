// For every processor.
#include "compare/kernel_loops.h"

namespace subintent::internal {

const CompareKernel portable_compare_kernel = {weighted_sums<64>, squared_ts, count_at_least,
                                               add_signed};

}  // namespace subintent::internal
