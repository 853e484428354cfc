// Counts bits by additions; for every processor.
#include "similarity/hamming_kernel.h"
#include "similarity/hamming_scalar.h"

namespace subintent::internal {
namespace {

struct Additions {
  static int bits(std::uint64_t v) {
    v -= (v >> 1) & 0x5555555555555555;
    v = (v & 0x3333333333333333) + ((v >> 2) & 0x3333333333333333);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>((v * 0x0101010101010101) >> 56);
  }
};

template <std::size_t words>
constexpr HammingKernel kernel = {
    scalar_select<Additions, words>,
    scalar_farthest<Additions, words, scalar_farthest_of<Additions, words>>,
    scalar_distances<Additions, words>};

}  // namespace

const HammingKernels portable_hamming_kernels = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace subintent::internal
