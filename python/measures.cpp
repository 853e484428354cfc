#include "subintent/evaluate.h"

#include <pybind11/stl.h>

#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.h"
#include "subintent/report.h"
#include "values.h"

namespace subintent::python {
namespace {

Measure make_measure_object(const py::object& name) {
  if (!PyUnicode_Check(name.ptr()))
    throw py::type_error("name: expected str, found " + shown(name));
  Names names;
  return Measure(std::string(names.add(name, "name")));
}

// What is not a measure differs from every measure.
py::object equals(const Measure& measure, const py::object& other) {
  if (py::isinstance<Measure>(other)) return py::bool_(measure == py::cast<const Measure&>(other));
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

using Parameter = MeasureParameter;
using ParameterState = std::tuple<std::string, std::string, std::string, std::string,
                                  std::vector<std::string>, bool, bool, double, double>;

ParameterState state_of_measures(const Parameter& p) {
  return {p.name,     p.meaning, p.values, p.default_value, p.words,
          p.is_whole, p.is_text, p.least,  p.most};
}

Parameter parameter_of(const ParameterState& state) {
  return std::apply([](const auto&... parts) { return Parameter{parts...}; }, state);
}

MeasureDescription description_of(const std::string& name) {
  for (MeasureDescription& description : all_measures()) {
    if (description.name == name) return std::move(description);
  }
  throw py::value_error("no measure is called " + name);
}

}  // namespace

void bind_measures(py::module_& module) {
  declare_class<Measure>(
      module, "Measure", [](const Measure& measure) { return measure.name(); },
      [](const std::string& name) { return Measure(name); })
      .def(py::init(&make_measure_object), py::arg("name"))
      .def_property_readonly("name", &Measure::name)
      .def_property_readonly("identifier", &Measure::identifier)
      .def("__eq__", &equals, py::arg("other"))
      .def("__hash__", std::hash<Measure>());
  declare_class<Parameter>(module, "MeasureParameter", &state_of_measures, &parameter_of,
                           R"(A parameter of measures.

Attributes:
    name: as in identifiers.
    meaning: what it says.
    values: those it may have, such as "0 to 1" or "log2|jk".
    default: the value that is taken otherwise, or a remark such as "the highest judged".
    words: the values of one that is not a number.
    is_whole, least, most: of a number.
    is_text: whether it is neither number nor word, as the name of an attribute.)")
      .def_readonly("name", &Parameter::name)
      .def_readonly("meaning", &Parameter::meaning)
      .def_readonly("values", &Parameter::values)
      .def_readonly("default", &Parameter::default_value)
      .def_readonly("words", &Parameter::words)
      .def_readonly("is_whole", &Parameter::is_whole)
      .def_readonly("is_text", &Parameter::is_text)
      .def_readonly("least", &Parameter::least)
      .def_readonly("most", &Parameter::most);
  using Description = MeasureDescription;
  declare_class<Description>(
      module, "MeasureDescription", [](const Description& description) { return description.name; },
      &description_of,
      R"(A measure that can be asked for, without parameters and cutoff.

Attributes:
    name: as the papers print it, "alpha-nDCG-LA".
    identifier: the same in Python, "alpha_nDCG_LA".
    is_graded: whether it takes graded=True, as the identifier alone is another measure.
    other_names: further spellings.
    family, formula: what it is; source: the paper and section.
    parameters: of MeasureParameter.
    on_topic: whether it sees topic-level judgments, not intents.
    needs_hierarchy: whether it takes hierarchy='NAME'.
    needs_similarity: whether it needs similarities of documents.
    needs_groups: whether it needs groups of documents, and takes attribute='NAME'.)")
      .def("__repr__",
           [](const Description& d) { return "<" + d.identifier + ": " + d.formula + ">"; })
      .def_readonly("name", &Description::name)
      .def_readonly("identifier", &Description::identifier)
      .def_readonly("is_graded", &Description::is_graded)
      .def_readonly("other_names", &Description::other_names)
      .def_readonly("family", &Description::family)
      .def_readonly("formula", &Description::formula)
      .def_readonly("source", &Description::source)
      .def_readonly("parameters", &Description::parameters)
      .def_readonly("on_topic", &Description::on_topic)
      .def_readonly("needs_hierarchy", &Description::needs_hierarchy)
      .def_readonly("needs_similarity", &Description::needs_similarity)
      .def_readonly("needs_groups", &Description::needs_groups);
  module.def("all_measures", &all_measures);
}

}  // namespace subintent::python
