// Counts bits by the instruction POPCNT.
#include "similarity/hamming_kernels.h"

#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
#include "similarity/hamming_scalar.h"

namespace subintent::internal {
namespace {

template <std::size_t words>
constexpr HammingKernel kernel = {scalar_select<Popcnt, words>,
                                  scalar_farthest<Popcnt, words, scalar_farthest_of<Popcnt, words>>,
                                  scalar_distances<Popcnt, words>};

}  // namespace

const HammingKernels popcnt_hamming_kernels = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace subintent::internal
#endif
