#include "subintent/collection.h"

#include <pybind11/stl.h>

#include "bindings.h"
#include "choices.h"
#include "gil.h"
#include "run_values.h"
#include "subintent/basics.h"
#include "tuples.h"

namespace subintent::python {
namespace {

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
  return without_gil([&] { return Run::scored(values.view()); });
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

py::dict lists(const Run& run) {
  py::dict all;
  for (const RankedDocuments& list : run.lists()) all[py::str(list.topic)] = list.docnos;
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

void bind_run(py::module_& module) {
  declare_class<RunForm>(module, "RunForm", py::overload_cast<const RunForm&>(&state_of_run),
                         [](const FormState& state) { return form_of(state.first, state.second); })
      .def(py::init(&form_of));
  declare_class<Run>(module, "Run", py::overload_cast<const Run&>(&state_of_run), &run_of)
      .def(py::init(&make_run_object))
      .def(py::init(&read_run_file))
      .def(py::init<const Run&>())
      .def_property_readonly("name", [](const Run& run) { return text(run.name()); })
      .def("lists", &lists)
      .def("cut", &Run::cut)
      .def("write", &write);
}

}  // namespace subintent::python
