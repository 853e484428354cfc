// For every processor.
#include "compare/kernel_loops.h"

namespace subintent::internal {

const CompareKernel portable_compare_kernel = {weighted_sums<64>, rough_sums<16>, count_rough,
                                               rough_ratios,      count_at_least, add_signed};

}  // namespace subintent::internal
