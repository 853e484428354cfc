// Relevance judgments out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "plain_names.h"
#include "subintent/judgment_inputs.h"
#include "values.h"

namespace subintent::python {

// Made and destroyed with the GIL; may be read without.
struct JudgmentValues {
  JudgmentSource source = std::vector<JudgmentView>();  // its views live as long
  bool has_intents = true;                              // else the judgments are of whole topics
  std::vector<std::pair<std::string, std::string>> unjudged = {};  // (topic, intent)
  bool are_nuggets = false;  // FreshStack's; files are known by what they hold
  Names names = {};          // of the objects that they are taken from, or
  CopiedNames copies = {};
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
