// Preferences of users between the ranked lists of two runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Reads preferences, topic<tab>run1<tab>run2<tab>participant<tab>preference; the preference is "<"
// (run2 is better), "=" or ">". A line that begins topic<tab> is a header: it names the columns, in
// any order, of the lines that follow. Beside those five they may be left, seconds, question,
// repeat (0 or 1; empty is 0), pool, check (the preference that is right) and comment; others are
// ignored. Sorted by topic (label order), runs (of
// which the first is the smaller by bytes), question and participant (label order), repeats last.
// Battles of public arenas are read, too (battles.h); those that failed are added to `failed`.
// Throws Error, naming file and line, for wrong columns and values, a run compared with itself, a
// participant who judges one showing of a pair twice differently (the same judgment twice is
// accepted), and a file without preferences.
std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed = nullptr);

// Checks preferences put together by hand; `name` is that of the file in messages, and the
// number of the preference, from 1, that of the line where it has none.
std::vector<UserPreference> checked_preferences(std::vector<UserPreference> preferences,
                                                const std::string& name);

}  // namespace subintent::internal
