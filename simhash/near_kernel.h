// The comparison of many words with few: the same function for each instruction set, chosen when
// the program runs. All of them give the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "subintent/program.h"

namespace subintent::internal {

struct NearKernel {
  static constexpr std::size_t together = 4;  // words that share the reading of the others

  // Writes the positions of those of `count` numbers of 32 bits that are at most `limit` bits from
  // one of `together` others to `out`, which has room for count + 16, in ascending order; returns
  // how many.
  std::size_t (*select)(const std::uint32_t* few, const std::uint32_t* many, std::size_t count,
                        int limit, std::uint32_t* out);

  // So many words are compared one with one, rather than sorted once more.
  std::size_t max_compared;
};

// Each is in a file of its own that is compiled for its instruction set: such files use nothing of
// the standard library, whose inline functions might then be linked into the rest of the program.
extern const NearKernel portable_near_kernel;
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const NearKernel avx2_near_kernel;
extern const NearKernel avx512_near_kernel;  // with VPOPCNTDQ
#endif

const NearKernel& near_kernel(InstructionSet set = instruction_set());

}  // namespace subintent::internal
