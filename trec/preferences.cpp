#include "trec/preferences.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

constexpr std::string_view columns = "topic\trun1\trun2\tparticipant\tpreference";
constexpr const char* advice = "write topic, run1, run2, participant and <, = or >, with tabs";

std::optional<Preference> preference_of(std::string_view text) {
  if (text == ">") return Preference::first;
  if (text == "=") return Preference::equal;
  if (text == "<") return Preference::second;
  return std::nullopt;
}

UserPreference parse_preference(const LineSplitter& lines, std::string_view line) {
  const auto column = split_tabs(line);
  if (column.size() != 5) {
    throw Error(lines.location(), "expected 5 columns, found " + std::to_string(column.size()),
                advice);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (column[i].empty()) {
      throw Error(lines.location(), "column " + std::to_string(i + 1) + " is empty", advice);
    }
  }
  const auto preference = preference_of(trim(column[4]));
  if (!preference) {
    throw Error(lines.location(), "the preference '" + printable(column[4]) + "' is not known",
                "write < (run2 is better), = or > (run1 is better)");
  }
  return {std::string(column[0]),
          std::string(column[1]),
          std::string(column[2]),
          std::string(column[3]),
          *preference,
          lines.line_number()};
}

// With the smaller run first.
UserPreference ordered(UserPreference made, const std::string& name) {
  const Location location{name, made.line};
  for (const std::string* text : {&made.topic, &made.run1, &made.run2, &made.participant}) {
    if (text->empty())
      throw Error(location, "a topic, run or participant has no name", "write one");
  }
  if (made.run1 == made.run2) {
    throw Error(location, "run " + printable(made.run1) + " is compared with itself",
                "name two runs");
  }
  if (made.run2 < made.run1) {
    std::swap(made.run1, made.run2);
    made.preference = static_cast<Preference>(-static_cast<int>(made.preference));
  }
  return made;
}

bool judged_before(const UserPreference& a, const UserPreference& b) {
  if (a.topic != b.topic) return label_less(a.topic, b.topic);
  const int runs = std::tie(a.run1, a.run2) < std::tie(b.run1, b.run2)    ? -1
                   : std::tie(a.run1, a.run2) == std::tie(b.run1, b.run2) ? 0
                                                                          : 1;
  if (runs != 0) return runs < 0;
  if (a.participant != b.participant) {
    return label_less(a.participant, b.participant);
  }
  return a.line < b.line;
}

// In order, each once.
std::vector<UserPreference> sorted(std::vector<UserPreference> found, const std::string& name) {
  std::sort(found.begin(), found.end(), judged_before);
  std::vector<UserPreference> preferences;
  for (UserPreference& judged : found) {
    if (!preferences.empty()) {
      const UserPreference& last = preferences.back();
      if (last.topic == judged.topic && last.run1 == judged.run1 && last.run2 == judged.run2 &&
          last.participant == judged.participant) {
        if (last.preference == judged.preference) continue;
        throw Error(Location{name, judged.line},
                    "participant " + printable(judged.participant) + " judges runs " +
                        printable(judged.run1) + " and " + printable(judged.run2) + " for topic " +
                        printable(judged.topic) + " twice, differently",
                    "keep one judgment");
      }
    }
    preferences.push_back(std::move(judged));
  }
  return preferences;
}

}  // namespace

std::vector<UserPreference> read_preferences(const Source& source) {
  const Content text(source);
  LineSplitter lines(text.bytes(), text.name());
  std::vector<UserPreference> found;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line == columns) continue;
    found.push_back(ordered(parse_preference(lines, line), source.name()));
  }
  if (found.empty()) {
    throw Error(Location{source.name(), 0}, "holds no preferences", advice);
  }
  return sorted(std::move(found), source.name());
}

std::vector<UserPreference> checked_preferences(std::vector<UserPreference> preferences,
                                                const std::string& name) {
  std::uint64_t number = 0;
  for (UserPreference& judged : preferences) {
    ++number;
    if (judged.line == 0) judged.line = number;
    judged = ordered(std::move(judged), name);
  }
  if (preferences.empty()) throw Error(Location{name, 0}, "holds no preferences");
  return sorted(std::move(preferences), name);
}

}  // namespace subintent::internal
