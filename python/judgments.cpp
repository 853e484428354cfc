#include <pybind11/stl.h>

#include <tuple>

#include "bindings.h"
#include "gil.h"
#include "inputs.h"
#include "run_values.h"
#include "subintent/basics.h"
#include "subintent/collection.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

Judgments make_judgments_object(const py::object& qrels, const py::object& adhoc_qrels,
                                const py::object& topics, const py::object& probabilities,
                                const std::string& grade, std::optional<bool> all_intents,
                                const std::optional<std::string>& judged) {
  JudgmentInputs inputs;
  if (judged) inputs.judged = value_named("judged", *judged, judged_choices);
  inputs.topic_grade = value_named("topic_grade", grade, topic_grades);
  inputs.all_intents = all_intents;
  JudgmentValues values, adhoc_values;  // views of them are in the inputs
  if (!qrels.is_none()) {
    values = judgment_values(qrels, "qrels");
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
    adhoc_values = judgment_values(adhoc_qrels, "adhoc_qrels");
    inputs.adhoc_qrels = std::move(adhoc_values.source);
  }
  if (!topics.is_none()) {
    if (py::isinstance<py::bytes>(topics))
      inputs.topics = Source::memory(py::cast<std::string>(topics), "topics");
    else
      inputs.topics = Source(path_of(topics, "topics").value());
  }
  if (!probabilities.is_none()) inputs.probabilities = intent_values(probabilities);
  inputs.table = values.table.empty() ? adhoc_values.table : values.table;
  const auto result = [&] {
    const WithoutGil released;
    try {
      return Judgments::read(std::move(inputs));
    } catch (const Error& error) {  // a column that was not understood may name the intents
      const std::string& message = error.message();
      if (values.columns.empty() || message.find("was judged before") == message.npos) throw;
      throw Error(error.location(), message,
                  "keep one of the two; the column of intents is called intent, subtopic or "
                  "iteration, and there are " +
                      values.columns);
    }
  }();
  warn(result.warnings());
  return result;
}

// Documents that are relevant to a topic, whose name may be a number.
std::vector<std::string> relevant(const Judgments& judgments, const py::object& topic) {
  Names names;
  return judgments.relevant(names.add(topic, "topic"));
}

// {name: {topic: [docno]}} of all answers.
py::dict answers(const Judgments& judgments) {
  py::dict result;
  for (const Run& run : judgments.answers()) {
    py::dict lists;
    for (const RankedDocuments& list : run.lists()) {
      py::list docnos;
      for (const std::string& docno : list.docnos) docnos.append(text(docno));
      lists[text(list.topic)] = std::move(docnos);
    }
    result[text(run.name())] = std::move(lists);
  }
  return result;
}

Run read_run_file(const py::object& file, const std::string& order, const std::string& on_duplicate,
                  bool keep_scores) {
  const auto path = path_of(file, "path");
  if (!path) refuse("path", "a path", file);
  const WithoutGil released;
  return Run::read(*path, value_named("order", order, run_orders),
                   value_named("on_duplicate", on_duplicate, duplicate_choices), keep_scores);
}

Run make_run_object(const py::object& data, const std::string& name, const RunForm& form) {
  if (path_of(data, "data"))
    refuse("data", "a data frame, a mapping or an iterable (read_run() reads files)", data);
  const RunValues values(data, name, form);
  try {
    return without_gil([&] { return Run::scored(values.view()); });
  } catch (const Error&) {
    values.require_one_experiment();
    throw;
  }
}

RunForm form_of(const std::optional<std::string>& order, bool ties_ascending) {
  RunForm form{{}, ties_ascending};
  if (!order) return form;
  if (*order != "rank" && *order != "score")
    throw Error::argument("order", "order: unknown value '" + *order + "'", "use rank or score");
  form.order = value_named("order", *order, run_orders);
  return form;
}

using RunState = std::pair<py::bytes, std::vector<RankedDocuments>>;

RunState state_of_run(const Run& run) {
  return {run.name(), run.lists()};
}

Run run_of(const RunState& state) {
  return Run::ranked(state.second, state.first);
}

using FormState = std::pair<std::optional<std::string>, bool>;

FormState state_of_run(const RunForm& form) {
  FormState state{{}, form.ties_ascending};
  if (form.order) state.first = find_choice(run_orders, *form.order)->name;
  return state;
}

// The docnos, or the scores, of each list by its topic.
template <auto member>
py::dict by_topic(const Run& run) {
  py::dict all;
  for (const RankedDocuments& list : run.lists()) all[py::str(list.topic)] = list.*member;
  return all;
}

// Calls use(bytes) with the lines of the file.
void write(const Run& run, const py::object& use, const std::optional<std::string>& tag,
           std::optional<std::size_t> depth) {
  const std::string& name = run.tag().empty() ? run.name() : run.tag();
  run.write([&](std::string_view part) { call(use, py::make_tuple(py::bytes(part))); },
            run_tag(tag.value_or(name)), depth.value_or(all_documents));
}

}  // namespace

void bind_judgments(py::module_& module) {
  declare_class<Judgments>(
      module, "Judgments", [](const Judgments& judgments) { return judgments.inputs(); },
      [](const JudgmentInputs& inputs) { return Judgments::read(inputs); })
      .def(py::init(&make_judgments_object))
      .def_property_readonly("all_intents", &Judgments::all_intents)
      .def_property_readonly("all_nuggets", &Judgments::all_nuggets)
      .def_property_readonly("of_answers", &Judgments::of_answers)
      .def_property_readonly("topics", &Judgments::topics)
      .def("warnings", [](const Judgments& judgments) { return as_bytes(judgments.warnings()); })
      .def("relevant", &relevant)
      .def("answers", &answers)
      .def("rows", &Judgments::judgments);
}

void bind_run(py::module_& module) {
  declare_class<RunForm>(module, "RunForm", py::overload_cast<const RunForm&>(&state_of_run),
                         [](const FormState& state) { return form_of(state.first, state.second); })
      .def(py::init(&form_of));
  declare_class<Run>(module, "Run", py::overload_cast<const Run&>(&state_of_run), &run_of)
      .def(py::init(&make_run_object))
      .def(py::init(&read_run_file))
      .def(py::init<const Run&>())
      .def_property_readonly("name", [](const Run& run) { return text(run.name()); })
      .def("lists", &by_topic<&RankedDocuments::docnos>)
      .def("_scores", &by_topic<&RankedDocuments::scores>)
      .def("cut", &Run::cut)
      .def("_named",
           [](const Run& run, py::handle name) { return run.named(bytes_of(name, "name")); })
      .def("_write", &write);
}

}  // namespace subintent::python
