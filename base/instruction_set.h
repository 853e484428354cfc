// Instruction sets: inner loops ("kernels") are compiled for several, and use the fastest that the
// processor has. All of them give the same results.
#pragma once

#include <string_view>
#include <vector>

namespace subintent::internal {

// From the slowest to the fastest; a processor that has one has those before it as well. Those
// after `portable` are of x86-64, and left out where SUBINTENT_PORTABLE is defined.
enum class InstructionSet {
  portable,
  avx2,   // with POPCNT
  avx512  // AVX-512F
};

std::string_view name_of(InstructionSet set);

// The instruction sets of this processor, in the order of the enumeration.
std::vector<InstructionSet> supported_instruction_sets();

// The one in use, everywhere in the program: the fastest of this processor, unless another was
// chosen.
InstructionSet instruction_set();

// Chooses the one of this name, or for an empty name the fastest, before any work begins. Throws
// Error::argument, with the names that there are, if this processor has none of that name.
void choose_instruction_set(std::string_view name);

}  // namespace subintent::internal
