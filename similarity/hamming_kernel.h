// Hamming distances of one fingerprint to many: the same function for each instruction set, chosen
// when the program runs. All of them give the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "subintent/program.h"

namespace subintent::internal {

// For fingerprints of a certain number of words, which lie one after the other.
struct HammingKernel {
  // Writes the positions of those of `count` fingerprints that are at most `limit` (0 to their
  // bits) away from x to `out`, which has room for count + 16, in ascending order; returns how
  // many.
  std::size_t (*select)(const std::uint64_t* x, const std::uint64_t* fingerprints,
                        std::size_t count, int limit, std::uint32_t* out);

  // The largest distance between one of the fingerprints a and one of b, or any number above
  // `limit` if it is above that; 0 if there are no pairs.
  int (*farthest)(const std::uint64_t* a, std::size_t count_a, const std::uint64_t* b,
                  std::size_t count_b, int limit);

  // Writes the distance of each of `count` fingerprints from x to `out`.
  void (*distances)(const std::uint64_t* x, const std::uint64_t* fingerprints, std::size_t count,
                    std::uint16_t* out);
};

// Of fingerprints of one, two and four words. Each is in a file of its own that is compiled for its
// instruction set: such files use nothing of the standard library, whose inline functions might
// then be linked into the rest of the program.
struct HammingKernels {
  HammingKernel one, two, four;
};
extern const HammingKernels portable_hamming_kernels;
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const HammingKernels avx2_hamming_kernels;
extern const HammingKernels avx512_hamming_kernels;  // with VPOPCNTDQ
#endif

// The kernel of an instruction set that this processor has, for fingerprints of 1, 2 or 4 words.
const HammingKernel& hamming_kernel(std::size_t words, InstructionSet set = instruction_set());

}  // namespace subintent::internal
