// On eight numbers at a time, by AVX-512F.
#include "compare/kernel.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "compare/kernel_loops.h"

namespace subintent::internal {

const CompareKernel avx512_compare_kernel = {weighted_sums<64>, rough_sums<64>, count_rough,
                                             rough_ratios,      count_at_least, add_signed};

}  // namespace subintent::internal
#endif
