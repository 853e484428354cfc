#include "subintent/judgments.h"

#include <pybind11/stl.h>

#include <optional>

#include "bindings.h"
#include "choices.h"
#include "judgment_values.h"
#include "subintent/error.h"
#include "values.h"

namespace subintent::python {
namespace {

Judgments make(const py::object& qrels, const py::object& adhoc_qrels, const py::object& topics,
               const py::object& probabilities, const std::string& grade,
               std::optional<bool> all_intents) {
  JudgmentInputs inputs;
  inputs.topic_grade = value_named("topic_grade", grade, topic_grades);
  inputs.all_intents = all_intents;
  if (!qrels.is_none()) {
    JudgmentValues values = judgment_values(qrels, "qrels");
    if (values.has_intents) {
      inputs.qrels = std::move(values.source);
      inputs.unjudged_intents = std::move(values.unjudged);
      inputs.are_nuggets = values.are_nuggets;
    } else if (adhoc_qrels.is_none()) {
      inputs.adhoc_qrels = std::move(values.source);
    } else {
      throw Error::argument("qrels", "qrels: have no intents, and adhoc_qrels are given too",
                            "give {topic: {intent: {docno: grade}}}, or one of the two");
    }
  }
  if (!adhoc_qrels.is_none()) {
    inputs.adhoc_qrels = judgment_values(adhoc_qrels, "adhoc_qrels").source;
  }
  if (!topics.is_none()) {
    const auto path = path_of(topics, "topics");
    if (!path) refuse("topics", "a path", topics);
    inputs.topics = Source(*path);
  }
  if (!probabilities.is_none()) inputs.probabilities = intent_values(probabilities);
  const auto made = [&] {
    const WithoutGil released;
    return Judgments::read(inputs);
  }();
  warn(made.warnings());
  return made;
}

// Documents that are relevant to a topic, whose name may be a number.
std::vector<std::string> relevant(const Judgments& judgments, const py::object& topic) {
  Names names;
  return judgments.relevant(names.add(topic, "topic"));
}

py::list rows(const Judgments& judgments) {
  py::list list;
  for (const Judgment& j : judgments.judgments()) {
    list.append(py::make_tuple(j.topic, j.intent, j.docno, j.grade));
  }
  return list;
}

}  // namespace

void bind_judgments(py::module_& module) {
  declare_class<Judgments>(module, "Judgments")
      .def(py::init(&make), py::arg("qrels"), py::arg("adhoc_qrels"), py::arg("topics"),
           py::arg("probabilities"), py::arg("topic_grade"), py::arg("all_intents"))
      .def_property_readonly("all_intents", &Judgments::all_intents)
      .def_property_readonly("all_nuggets", &Judgments::all_nuggets)
      .def_property_readonly("topics", &Judgments::topics)
      .def("relevant", &relevant, py::arg("topic"))
      .def("rows", &rows);
}

}  // namespace subintent::python
