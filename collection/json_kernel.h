// JSON as nearly all of it is written: strings of printable ASCII without escapes, and numbers of a
// few digits. It is read by functions for an instruction set, chosen when the program runs; what is
// unusual is left to JsonScanner.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collection/line_kernel.h"
#include "subintent/program.h"

namespace subintent::internal {

// What a block of 64 bytes holds: bit i stands for byte i.
struct JsonMasks {
  std::uint64_t quotes, backslashes;
  std::uint64_t brackets;   // those that are looked for
  std::uint64_t printable;  // from ' ' to '~'
};

enum class JsonBrackets { braces, squares, both };

// Texts are those of a TextFile.
struct JsonKernel {
  static constexpr std::size_t batch = LineKernel::batch;

  // What `count` blocks hold, one after the other.
  void (*masks)(const char* block, std::size_t count, JsonBrackets brackets, JsonMasks* made);

  // Both begin at `at`, and read up to `batch` members or elements before `end`, between which all
  // strings are printable ASCII without escapes, until one is unusual. They give where the first
  // one begins that is not read, with its quote, and how many are read. Behind a usual one are a
  // comma, blanks and the quote that begins the next one; its name is not empty.

  // Reads members "docno": NUMBER with at most one blank before a number, which is
  // [-]DIGITS[.DIGITS] as in JSON, of up to fifteen digits, and no "-0". Ranks are 0.
  const char* (*read_members)(const char* at, const char* end, RankedLine* lines,
                              std::size_t* count);
  // Reads elements "docno". Ranks and scores are 0.
  const char* (*read_strings)(const char* at, const char* end, RankedLine* lines,
                              std::size_t* count);
};

// As of LineKernel.
#if defined(__x86_64__) && !defined(SUBINTENT_PORTABLE)
extern const JsonKernel avx2_json_kernel;  // with BMI
#endif

// The kernel of an instruction set that this processor has. nullptr: there is none.
const JsonKernel* json_kernel(InstructionSet set = instruction_set());

}  // namespace subintent::internal
