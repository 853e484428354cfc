#include "preference_values.h"

#include <cmath>
#include <string>
#include <string_view>

#include "judgment_values.h"
#include "values.h"

namespace subintent::python {

namespace py = pybind11;

namespace {

Preference preferred(const py::handle& object, Names& names) {
  const std::string_view sign = names.add(object, "preference");
  if (sign != "<" && sign != "=" && sign != ">") {
    throw py::value_error("preferences: the preference is '<', '=' or '>', not " + shown(object));
  }
  return sign == "<" ? Preference::second : sign == "=" ? Preference::equal : Preference::first;
}

// Is there nothing, as None and NaN say?
bool is_missing(const py::handle& object) {
  return object.is_none() ||
         (py::isinstance<py::float_>(object) && std::isnan(py::cast<double>(object)));
}

// Reads a tuple of the five columns, or of those behind them, too: left, seconds, question, repeat,
// pool, check, comment.
UserPreference preference_of(py::handle object) {
  constexpr std::size_t least = 5, most = 12;
  const auto row = is_row(object) ? py::cast<py::tuple>(object) : py::tuple();
  if (row.size() < least || row.size() > most) {
    throw py::type_error(
        "preferences: expected tuples (topic, run1, run2, participant, preference), found " +
        shown(object));
  }
  Names names;
  UserPreference made;
  made.topic = names.add(row[0], "topic");
  made.run1 = names.add(row[1], "run1");
  made.run2 = names.add(row[2], "run2");
  made.participant = names.add(row[3], "participant");
  made.preference = preferred(row[4], names);
  const auto has = [&](std::size_t i) { return row.size() > i && !is_missing(row[i]); };
  if (has(5)) made.left = names.add(row[5], "left");
  if (has(6)) made.seconds = number(row[6], "seconds");
  if (has(7)) made.question = names.add(row[7], "question");
  if (has(9)) made.pool = names.add(row[9], "pool");
  if (has(10) && !py::str(row[10]).equal(py::str(""))) made.check = preferred(row[10], names);
  if (has(11)) made.comment = names.add(row[11], "comment");
  if (!has(8)) return made;
  const double repeat = number(row[8], "repeat");
  if (repeat != 0 && repeat != 1) {
    throw py::value_error("preferences: repeat is 0 or 1, not " + shown(row[8]));
  }
  made.repeat = repeat == 1;
  return made;
}

// A path, a data frame, or rows.
std::vector<UserPreference> preference_values(py::handle object) {
  if (const auto path = path_of(object, "preferences")) return read_preferences(*path);
  std::vector<UserPreference> preferences;
  if (const Frame frame = frame_of(object, "preferences")) {
    py::list columns;
    for (const char* name : {"topic", "run1", "run2", "participant", "preference"}) {
      columns.append(required_column(frame, {&name, 1}, "preferences"));
    }
    const py::object nothing = py::module_::import("itertools").attr("repeat")(py::none());
    for (const char* name : {"left", "seconds", "question", "repeat", "pool", "check", "comment"}) {
      const py::object found = column(frame, {&name, 1}, "preferences");
      columns.append(found.is_none() ? nothing : found);
    }
    for (const py::handle row : Items(py::module_::import("builtins").attr("zip")(*columns))) {
      preferences.push_back(preference_of(row));
    }
    return preferences;
  }
  if (!py::hasattr(object, "__iter__") || is_mapping(object)) {
    throw py::type_error("preferences: expected a path, a data frame or rows, found " +
                         shown(object));
  }
  for (const py::handle row : Items(object)) preferences.push_back(preference_of(row));
  return preferences;
}

}  // namespace

std::vector<PreferencePool> pool_values(const py::dict& pools) {
  std::vector<PreferencePool> made;
  for (const auto& [name, preferences] : pools) {
    made.push_back({py::str(name), preference_values(preferences)});
  }
  return made;
}

}  // namespace subintent::python
