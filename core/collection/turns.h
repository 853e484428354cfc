// Turns of conversations with the passages that each answer was made from.
#pragma once

#include <string>
#include <string_view>

#include "core/io/text_file.h"

namespace subintent::internal {

// Is it an object with a member "turns", as iKAT took them in 2023 and 2024?
bool holds_turns(std::string_view text);

// The ranking of each turn as lines "turn docno": the passages of its responses, each where it
// first stands.
struct Turns {
  std::string run, lines;
};

// Throws Error for what is not JSON, and members that are missing or mistyped.
Turns read_turns(const TextFile& file);

}  // namespace subintent::internal
