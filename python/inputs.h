// Judgments, groups, scores, preferences and options out of Python objects, and tables for them.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <tuple>

#include "subintent/basics.h"
#include "subintent/evaluate.h"
#include "subintent/hierarchy.h"
#include "subintent/records.h"
#include "subintent/tokenize.h"
#include "subintent/values.h"
#include "values.h"

namespace subintent::python {

struct JudgmentValues {
  JudgmentSource source = JudgmentRows();
  bool has_intents = true;  // else the judgments are of whole topics
  std::vector<std::pair<std::string, std::string>> unjudged = {};  // (topic, intent)
  bool are_nuggets = false;  // FreshStack's; files are known by what they hold
  std::string columns = {};  // of a frame without intents
  std::string table = {};    // its beginning, as text
};

// Judgments of a path, or of several in a list or tuple; a data frame; {topic: {intent: {docno:
// grade}}} or {topic: {docno: grade}}; FreshStack's pair ({nugget: {docno: grade}}, {topic:
// [nuggets]}); or an iterable of tuples (topic, intent, docno, grade) or (topic, docno, grade), or
// of named ones. `name` is that of the argument, for messages. Throws TypeError for other objects.
JudgmentValues judgment_values(pybind11::handle object, const std::string& name);

// Intents of a path; of {topic: {intent: probability}}; or of an iterable of tuples (topic, intent,
// probability[, "inf" or "nav"]).
IntentSource intent_values(pybind11::handle object);

// Memberships of a path; of {topic: {docno: {group: share}}}, where a group alone stands for
// {group: 1}; of an iterable of tuples (topic, docno, group, share); or of a data frame, in which
// topics that are missing are "*" and memberships 1. `name` is that of the argument, for messages.
// Throws TypeError for other objects.
MembershipSource membership_values(pybind11::handle object, const std::string& name);

// Targets of a path; of {topic: {group: share}}, or of {group: share} for all topics; of an
// iterable of tuples (topic, group, share); or of a data frame, in which topics may be missing.
GroupTargetSource target_values(pybind11::handle object, const std::string& name);

// Takes a path, a ScoreTable, a data frame, a mapping or an iterable, as compare.py explains; or of
// several of these in a list. Throws TypeError for other objects, and the errors of read_scores()
// and make_scores().
std::vector<Scores> score_values(pybind11::handle object);

// The fields of a ScoreTable: names of runs, measures and topics of all, values as
// [run][measure][topic], answered as [run][topic].
pybind11::tuple score_table(const std::vector<Scores>& scores);

// Reads {pool: a path, a data frame, or rows (topic, run1, run2, participant, preference)}, as
// compare.py explains. Throws TypeError and ValueError for others.
std::vector<PreferencePool> pool_values(const pybind11::dict& pools);

// Format, HTML, docno and texts of CollectionOptions.
using CollectionTuple = std::tuple<std::string, bool, std::string, std::vector<std::string>>;

inline CollectionOptions options_of(const CollectionTuple& given) {
  const auto& [format, html, docno, text] = given;
  return {format, html, docno, text};
}

// By name, of the Python types that the options say. Throws Error for an option that there is not.
OptionValues option_values(const std::vector<AnalysisOption>& options,
                           const pybind11::dict& values);

// (name, ((column, type), ...), rows, columns that nobody has asked for) of each.
pybind11::list tables_of(const std::vector<TableRecord>& records, const std::vector<Table>& tables);

// Warns of what nobody has been warned of before.
void warn_of(Warnings warnings, const std::vector<std::string>& known);

// The value of the choice of that name. Throws Error of Kind::argument for another one.
template <typename Value, std::size_t size>
Value value_named(const std::string& argument, const std::string& name,
                  const Choice<Value> (&choices)[size]) {
  if (const auto* const found = find_choice(choices, name)) return found->value;
  std::string known;
  for (std::size_t i = 0; i < size; ++i)
    known += (i == 0 ? "" : i + 1 < size ? ", " : " or ") + std::string(choices[i].name);
  throw Error::argument(argument, argument + ": unknown value '" + name + "'", "use " + known);
}

// Options by the names that Python gives; None where nothing is said.
class Options {
 public:
  explicit Options(pybind11::dict given) : given_(std::move(given)) {}

  bool has(const char* name) const { return given_.contains(name) && !given_[name].is_none(); }

  template <typename Value>
  Value get(const char* name) const {
    return pybind11::cast<Value>(given_[name]);
  }

  // Sets `value` to that of the option, if there is one.
  template <typename Value>
  void set(const char* name, Value& value) const {
    if (has(name)) value = get<Value>(name);
  }
  // The same of a value that can be of other types, too.
  template <typename Value>
  void set(const char* name, auto& value) const {
    if (has(name)) value = get<Value>(name);
  }
  template <typename Value, std::size_t size>
  void set(const char* name, Value& value, const Choice<Value> (&choices)[size]) const {
    if (has(name)) value = value_named(name, get<std::string>(name), choices);
  }

 private:
  pybind11::dict given_;
};

}  // namespace subintent::python
