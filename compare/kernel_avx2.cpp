// On four numbers at a time.
#include "compare/kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "compare/kernel_loops.h"

namespace subintent::internal {

const CompareKernel avx2_compare_kernel = {weighted_sums<32>, rough_sums<32>, count_rough,
                                           rough_ratios,      count_at_least, add_signed};

}  // namespace subintent::internal
#endif
