// Preferences of users between the ranked lists of two runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "subintent/source.h"

namespace subintent::internal {

enum class Preference : std::int8_t { second = -1, equal = 0, first = 1 };

// One participant's judgment of a pair of ranked lists.
struct UserPreference {
  std::string topic, run1, run2;  // run1 < run2 by bytes
  std::string participant;
  Preference preference = Preference::equal;  // which of the two is better
  std::uint64_t line = 0;                     // of the file, from 1
};

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference, with or without that
// header line; the preference is "<" (run2 is better), "=" or ">". Sorted by topic (label order),
// runs, participant (label order). Throws Error, naming file and line, for wrong columns, unknown
// preferences, a run compared with itself, a participant who judges a pair twice differently (the
// same judgment twice is accepted), and a file without preferences.
std::vector<UserPreference> read_preferences(const Source& source);

}  // namespace subintent::internal
