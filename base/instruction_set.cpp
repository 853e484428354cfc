#include <array>
#include <string>

#include "subintent/program.h"

namespace subintent {
namespace {

struct Entry {
  InstructionSet set;
  std::string_view name;
  bool is_supported;
};

std::array<Entry, 3> registry() {
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
  const bool avx2 = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f");
#else
  const bool avx2 = false, avx512 = false;
#endif
  return {{{InstructionSet::portable, "portable", true},
           {InstructionSet::avx2, "avx2", avx2},
           {InstructionSet::avx512, "avx512", avx512}}};
}

InstructionSet& chosen() {
  static InstructionSet set = supported_instruction_sets().back();
  return set;
}

}  // namespace

std::string_view name_of(InstructionSet set) {
  return registry()[static_cast<std::size_t>(set)].name;
}

std::vector<InstructionSet> supported_instruction_sets() {
  std::vector<InstructionSet> sets;
  for (const Entry& entry : registry()) {
    if (entry.is_supported) sets.push_back(entry.set);
  }
  return sets;
}

InstructionSet instruction_set() {
  return chosen();
}

void choose_instruction_set(std::string_view name) {
  const std::vector<InstructionSet> sets = supported_instruction_sets();
  if (name.empty()) {
    chosen() = sets.back();
    return;
  }
  std::string names;
  for (const InstructionSet set : sets) {
    if (name_of(set) == name) {
      chosen() = set;
      return;
    }
    names += (names.empty() ? "" : ", ") + std::string(name_of(set));
  }
  throw Error::argument("kernel", "this processor has no kernel " + printable(name),
                        "unset it, or set it to one of " + names);
}

}  // namespace subintent
