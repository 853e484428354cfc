// Relevance judgments out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "subintent/values.h"
#include "values.h"

namespace subintent::python {

struct JudgmentValues {
  JudgmentSource source = JudgmentRows();
  bool has_intents = true;  // else the judgments are of whole topics
  std::vector<std::pair<std::string, std::string>> unjudged = {};  // (topic, intent)
  bool are_nuggets = false;  // FreshStack's; files are known by what they hold
  std::string columns = {};  // of a frame without intents
};

// Judgments of a path, or of several in a list or tuple; a data frame; {topic: {intent: {docno:
// grade}}} or {topic: {docno: grade}}; FreshStack's pair ({nugget: {docno: grade}}, {topic:
// [nuggets]}); or an iterable of tuples (topic, intent, docno, grade) or (topic, docno, grade), or
// of named ones. `name` is that of the argument, for messages. Throws TypeError for other objects.
JudgmentValues judgment_values(pybind11::handle object, const std::string& name);

// Intents of a path; of {topic: {intent: probability}}; or of an iterable of tuples (topic, intent,
// probability[, "inf" or "nav"]).
IntentSource intent_values(pybind11::handle object);

}  // namespace subintent::python
