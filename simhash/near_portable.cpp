// For every processor.
#include "simhash/near_kernel.h"

namespace subintent::internal {
namespace {

int bits_of(std::uint32_t v) {
  v -= (v >> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
  v = (v + (v >> 4)) & 0x0f0f0f0f;
  return static_cast<int>((v * 0x01010101) >> 24);
}

std::size_t select(const std::uint32_t* few, const std::uint32_t* many, std::size_t count,
                   int limit, std::uint32_t* out) {
  std::size_t found = 0;
  for (std::size_t j = 0; j < count; ++j) {
    int nearest = bits_of(few[0] ^ many[j]);
    for (std::size_t i = 1; i < NearKernel::together; ++i) {
      const int distance = bits_of(few[i] ^ many[j]);
      nearest = distance < nearest ? distance : nearest;
    }
    out[found] = static_cast<std::uint32_t>(j);  // stays if it counts
    found += nearest <= limit ? 1 : 0;
  }
  return found;
}

}  // namespace

const NearKernel portable_near_kernel = {select, 128};

}  // namespace subintent::internal
