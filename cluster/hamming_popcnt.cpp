// Counts bits by the instruction POPCNT.
#include "cluster/hamming_kernels.h"

#if defined(__x86_64__)
#include "cluster/hamming_scalar.h"

namespace subintent::internal {
const HammingKernel popcnt_hamming_kernel = {scalar_select<Popcnt>,
                                             scalar_farthest<Popcnt, scalar_farthest_of<Popcnt>>};

}  // namespace subintent::internal
#endif
