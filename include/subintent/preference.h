// Preferences of users between the ranked lists of two runs.
#pragma once

#include <cstdint>
#include <string>

namespace subintent {

enum class Preference : std::int8_t { second = -1, equal = 0, first = 1 };

// One participant's judgment of a pair of ranked lists.
struct UserPreference {
  std::string topic, run1, run2;
  std::string participant;
  Preference preference = Preference::equal;  // which of the two is better
  std::uint64_t line = 0;                     // of the file, from 1; 0: of no file
};

// What "=" against "<" or ">" is: [Dou19] does not say.
enum class TiedPreference {
  disagree,
  half,   // half an agreement and half a disagreement
  ignore  // not counted
};

}  // namespace subintent
