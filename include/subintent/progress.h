// How far long work is, and how to stop it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// What a callback is told. The names are valid during the call only.
struct Progress {
  std::string_view what;    // is being done, as "tokenize"
  std::string_view unit;    // of what is counted, as "documents"
  std::uint64_t done = 0;   // units so far
  std::uint64_t total = 0;  // units in all; 0 if unknown
  double share = -1;        // of the work that is done, 0 to 1; negative if unknown
};

// Called at most ten times a second, from any thread, by one thread at a time. Where it returns
// false the work stops and throws Error of Kind::interrupted; what it throws itself passes through.
// May be empty.
using ProgressCallback = std::function<bool(const Progress&)>;

}  // namespace subintent
