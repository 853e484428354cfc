#include "core/collection/preferences.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/io/content.h"
#include "core/io/input_file.h"
#include "core/io/json_object.h"
#include "core/io/table_cells.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* preference_advice =
    "write topic, run1, run2, participant and <, = or >, with tabs";

enum PreferenceColumn : std::size_t {
  topic,
  run1,
  run2,
  participant,
  preference,  // the last of those that must be there
  left,
  seconds,
  question,
  repeat,
  pool,
  check_column,
  comment,
  preference_columns
};

const WantedColumn columns_of_preferences[preference_columns] = {{{"topic"}},
                                                                 {{"run1"}},
                                                                 {{"run2"}},
                                                                 {{"participant"}},
                                                                 {{"preference"}},
                                                                 {{"left"}, false},
                                                                 {{"seconds"}, false, true},
                                                                 {{"question"}, false},
                                                                 {{"repeat"}, false},
                                                                 {{"pool"}, false},
                                                                 {{"check"}, false},
                                                                 {{"comment"}, false}};

std::string_view name_of(std::size_t column) {
  return *columns_of_preferences[column].names.begin();
}

// The columns to look for below these headings.
auto wanted_among(const std::vector<std::string>& headings) {
  auto wanted = std::to_array(columns_of_preferences);
  if (std::ranges::count(headings, name_of(participant)) == 0)
    wanted[participant].names = judge_columns;
  return wanted;
}

constexpr double most_seconds = 1e9;  // 30 years
constexpr std::string_view header_begin = "topic\t";

std::optional<Preference> preference_of(std::string_view text) {
  if (text == ">" || is_called(text, {"A", "run1", "first"})) return Preference::first;
  if (is_called(text, {"=", "tie", "same", "equal", "draw"})) return Preference::equal;
  if (text == "<" || is_called(text, {"B", "run2", "second"})) return Preference::second;
  return std::nullopt;
}

// Without a header line there are the first five columns.
struct PreferenceLayout {
  std::size_t size = preference + 1;  // of a line
  std::optional<std::size_t> place[preference_columns] = {0, 1, 2, 3, 4};

  // Empty where there is no such column.
  std::string_view of(const std::vector<std::string_view>& line, PreferenceColumn column) const {
    return place[column] ? line[*place[column]] : std::string_view();
  }
};

PreferenceLayout preference_layout(const LineSplitter& lines, std::string_view header) {
  const auto cells = split_tabs(header);
  std::vector<std::string> names(cells.begin(), cells.end());
  names.back() = trim(names.back());
  const auto wanted = wanted_among(names);
  PreferenceLayout layout{names.size(), {}};
  for (std::size_t i = 0; i < preference_columns; ++i) {
    const auto& found = layout.place[i] = column_called(wanted[i].names, names);
    if (!found && i <= preference)
      throw Error(lines.location(), "the header line has no column " + std::string(name_of(i)),
                  "name topic, run1, run2, participant and preference");
    if (found && std::ranges::count(names, names[*found]) > 1)
      throw Error(lines.location(),
                  "the header line has column " + std::string(name_of(i)) + " twice",
                  "leave one out");
  }
  return layout;
}

// The columns behind the five.
void add_details(const LineSplitter& lines, const PreferenceLayout& layout,
                 const std::vector<std::string_view>& line, UserPreference& judged) {
  judged.left = layout.of(line, left);
  judged.question = layout.of(line, question);
  judged.pool = trim(layout.of(line, pool));
  judged.comment = trim(layout.of(line, comment));
  if (const auto text = trim(layout.of(line, check_column)); !text.empty()) {
    judged.check = preference_of(text);
    if (!judged.check) {
      throw Error(lines.location(), "check is '" + printable(text) + "'",
                  "write the preference that is right, <, = or >; leave it empty for other pairs");
    }
  }
  if (const auto text = trim(layout.of(line, seconds)); !text.empty()) {
    judged.seconds = parse_double(text);
    if (!judged.seconds) {
      throw Error(lines.location(), "'" + printable(text) + "' is not a number of seconds",
                  "write a number, or leave the column empty");
    }
  }
  const auto text = trim(layout.of(line, repeat));
  const auto times = text.empty() ? 0 : parse_whole(text);
  if (times != 0 && times != 1) {
    throw Error(lines.location(), "repeat is '" + printable(text) + "'",
                "write 1 for a pair that is shown a second time, otherwise 0");
  }
  judged.repeat = times == 1;
}

UserPreference parse_preference(const LineSplitter& lines, const PreferenceLayout& layout,
                                std::string_view line) {
  const auto column = split_tabs(line);
  if (column.size() != layout.size) {
    refuse_columns(
        lines.location(), std::to_string(layout.size), column.size(),
        layout.size == preference + 1 ? preference_advice : "write as many as the header line has");
  }
  UserPreference judged;
  std::string* const names[] = {&judged.topic, &judged.run1, &judged.run2, &judged.participant};
  for (const PreferenceColumn i : {topic, run1, run2, participant}) {
    *names[i] = layout.of(column, i);
    if (names[i]->empty())
      throw Error(lines.location(), "column " + std::to_string(*layout.place[i] + 1) + " is empty",
                  preference_advice);
  }
  const std::string_view sign = trim(layout.of(column, preference));
  const auto preferred = sign == judged.run1   ? Preference::first
                         : sign == judged.run2 ? Preference::second
                                               : preference_of(sign);
  if (!preferred) {
    throw Error(lines.location(), "unknown preference '" + printable(sign) + "'",
                "write < (run2 is better), =, tie or > (run1 is better), or the better run");
  }
  judged.preference = *preferred;
  judged.line = lines.line_number();
  add_details(lines, layout, column, judged);
  return judged;
}

// With the smaller run first.
UserPreference ordered(UserPreference judged, const std::string& name) {
  const Location location{name, judged.line};
  for (const std::string* text : {&judged.topic, &judged.run1, &judged.run2, &judged.participant})
    if (text->empty())
      throw Error(location, "the name of a topic, run or participant is empty", "write one");
  if (judged.run1 == judged.run2) {
    throw Error(location, "run " + printable(judged.run1) + " is compared with itself",
                "give two runs");
  }
  if (!judged.left.empty() && judged.left != judged.run1 && judged.left != judged.run2) {
    throw Error(location, "run " + printable(judged.left) + " on the left is neither run",
                "write " + printable(judged.run1) + " or " + printable(judged.run2));
  }
  if (judged.seconds && !(*judged.seconds >= 0 && *judged.seconds <= most_seconds)) {
    throw Error(location, "an answer took " + shortest(*judged.seconds) + " seconds",
                "write a number from 0 to " + shortest(most_seconds));
  }
  if (judged.run2 < judged.run1) {
    std::swap(judged.run1, judged.run2);
    judged.preference = exchanged(judged.preference);
    if (judged.check) judged.check = exchanged(*judged.check);
  }
  return judged;
}

bool judged_before(const UserPreference& a, const UserPreference& b) {
  if (a.topic != b.topic) return label_less(a.topic, b.topic);
  const auto runs = std::tie(a.run1, a.run2) <=> std::tie(b.run1, b.run2);
  if (runs != 0) return runs < 0;
  if (a.question != b.question) return label_less(a.question, b.question);
  if (a.participant != b.participant) return label_less(a.participant, b.participant);
  if (a.repeat != b.repeat) return b.repeat;
  return a.line < b.line;
}

// In order, each once.
std::vector<UserPreference> sorted(std::vector<UserPreference> unsorted, const std::string& name) {
  std::sort(unsorted.begin(), unsorted.end(), judged_before);
  std::vector<UserPreference> preferences;
  for (UserPreference& judged : unsorted) {
    if (!preferences.empty()) {
      const UserPreference& last = preferences.back();
      if (last.same_pair(judged) && last.repeat == judged.repeat) {
        if (last.preference == judged.preference) continue;
        throw Error(Location{name, judged.line},
                    "participant " + printable(judged.participant) + " judges runs " +
                        printable(judged.run1) + " and " + printable(judged.run2) + " for topic " +
                        printable(judged.topic) + " twice, with different preferences",
                    "keep one judgment");
      }
    }
    preferences.push_back(std::move(judged));
  }
  return preferences;
}

// Puts a table that has no tabs between its columns in the form of lines, and says their layout.
PreferenceLayout put_in_order(const std::vector<std::string>& names, TextFile& text) {
  std::string header;
  const auto wanted = wanted_among(names);
  for (std::size_t i = 0; i < preference_columns; ++i)
    if (column_called(wanted[i].names, names)) header.append(name_of(i)) += '\t';
  const PreferenceLayout layout = preference_layout(LineSplitter(text.text(), text.name()), header);
  text = with_columns_in_order(text, wanted);
  return layout;
}

constexpr std::string_view pair_header = "topic\trun1\trun2\t";
constexpr const char* pair_advice = "write topic, run1, run2 and pool, with tabs";

ListPair parse_pair(std::string_view line, const Location& location) {
  const auto column = split_tabs(line);
  if (column.size() != 4) refuse_columns(location, "4", column.size(), pair_advice);
  require_names({column[0], column[1], column[2], column[3]}, location, pair_advice);
  if (column[1] == column[2]) {
    throw Error(location, "run " + printable(column[1]) + " is paired with itself",
                "give two runs");
  }
  return {std::string(column[0]), std::string(column[1]), std::string(column[2]),
          std::string(column[3]), location.line};
}

}  // namespace

std::vector<UserPreference> read_preferences(const Source& source, std::uint64_t* failed) {
  TextFile text(source);
  if (holds_battles(text.text())) {
    std::uint64_t unfinished = 0;
    auto battles = parse_battles(text.text(), source.name(), unfinished);
    if (failed != nullptr) *failed += unfinished;
    return checked_preferences(std::move(battles), source.name());
  }
  PreferenceLayout layout;
  if (const auto names = headings_in(text.text()); !text.text().starts_with(header_begin)) {
    if (std::ranges::count(names, name_of(preference)) > 0)
      layout = put_in_order(names, text);
    else if (names_columns(text.text()) && names.size() > 1 && !preference_of(names.back()))
      throw Error(Location{source.name(), 1},
                  fmt::format("has columns {}, but none of two systems and of who won",
                              printable(join(names, ", "))),
                  "name them topic, system_a, system_b, annotator and winner");
  }
  LineSplitter lines(text.content().bytes(), text.name());
  std::vector<UserPreference> preferences;
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty()) continue;
    if (line.starts_with(header_begin)) {
      layout = preference_layout(lines, line);
      continue;
    }
    preferences.push_back(ordered(parse_preference(lines, layout, line), source.name()));
  }
  if (preferences.empty())
    throw Error(Location{source.name(), 0}, "contains no preferences", preference_advice);
  return sorted(std::move(preferences), source.name());
}

std::vector<UserPreference> checked_preferences(std::vector<UserPreference> preferences,
                                                const std::string& name) {
  std::uint64_t number = 0;
  for (UserPreference& judged : preferences) {
    ++number;
    if (judged.line == 0) judged.line = number;
    judged = ordered(std::move(judged), name);
  }
  if (preferences.empty())
    throw Error(Location{name, 0}, "contains no preferences",
                "give at least one that names a winner or a tie; what failed is none");
  return sorted(std::move(preferences), name);
}

std::vector<ListPair> read_list_pairs(const Source& source) {
  const Content text(source);
  LineSplitter lines(text.bytes(), text.name());
  std::vector<ListPair> pairs;
  std::set<std::tuple<std::string, std::string, std::string>> met;  // the smaller run first
  std::string_view line;
  while (lines.next(line)) {
    if (trim(line).empty() || line.starts_with(pair_header)) continue;
    ListPair pair = parse_pair(line, lines.location());
    const auto& [first, second] = std::minmax(pair.run1, pair.run2);
    if (!met.emplace(pair.topic, first, second).second) {
      throw Error(lines.location(),
                  "runs " + printable(pair.run1) + " and " + printable(pair.run2) +
                      " are a pair of topic " + printable(pair.topic) + " twice",
                  "keep one line");
    }
    pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) throw Error(Location{source.name(), 0}, "contains no pairs", pair_advice);
  return pairs;
}

void append_list_pair(std::string& out, const ListPair& pair) {
  out.append(pair.topic) += '\t';
  out.append(pair.run1) += '\t';
  out.append(pair.run2) += '\t';
  out.append(pair.pool) += '\n';
}

}  // namespace subintent::internal
