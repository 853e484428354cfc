// The loop that makes random words, compiled for several instruction sets with the same results.
#pragma once

#include <cstdint>

#include "base/philox.h"
#include "subintent/program.h"

namespace subintent::internal {

inline constexpr std::uint32_t blocks_at_once = 32;  // of random words

// Writes blocks_at_once blocks, four words each, from first_block on; as places below limit - k if
// there is a limit, where words for k beyond it mean nothing.
using RandomBlocks = void (*)(const RandomSequence& sequence, std::uint32_t first_block,
                              std::uint32_t limit, std::uint32_t* words);

RandomBlocks random_blocks(InstructionSet set = instruction_set());

// One file each. Those files are compiled for their instruction set: they use nothing of the
// standard library, whose inline functions might then be linked into the rest of the program.
void portable_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                            std::uint32_t limit, std::uint32_t* words);
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
void avx2_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                        std::uint32_t limit, std::uint32_t* words);
void avx512_random_blocks(const RandomSequence& sequence, std::uint32_t first_block,
                          std::uint32_t limit, std::uint32_t* words);
#endif

}  // namespace subintent::internal
