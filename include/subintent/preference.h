// Preferences of users between the ranked lists of two runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

enum class Preference : std::int8_t { second = -1, equal = 0, first = 1 };

// One participant's judgment of a pair of ranked lists.
struct UserPreference {
  std::string topic, run1, run2;
  std::string participant;
  Preference preference = Preference::equal;  // which of the two is better
  std::uint64_t line = 0;                     // of the file, from 1; 0: of no file

  // What else may be known of it.
  std::string left = {};               // the run shown on the left, one of the two; or empty
  std::optional<double> seconds = {};  // until the answer
  std::string question = {};           // that was asked; empty: the only one
  bool repeat = false;    // the pair's second showing to the participant, sides changed
  std::string pool = {};  // of pairs that were chosen in one way; or empty
  // An attention check: the preference that is right. It counts for the participant alone.
  std::optional<Preference> check = {};
  std::string comment = {};  // that the participant wrote

  // The same question on the same pair to the same participant?
  bool same_pair(const UserPreference& other) const {
    return topic == other.topic && run1 == other.run1 && run2 == other.run2 &&
           question == other.question && participant == other.participant;
  }
};

// What "=" against "<" or ">" is: [Dou19] does not say.
enum class TiedPreference {
  disagree,
  half,   // half an agreement and half a disagreement
  ignore  // not counted
};

}  // namespace subintent
