#include "subintent/evaluate.h"

#include <functional>
#include <string>

#include "bindings.h"
#include "tuples.h"
#include "values.h"

namespace subintent::python {
namespace {

Measure make_measure_object(const py::object& name) {
  if (!PyUnicode_Check(name.ptr()))
    throw py::type_error("name: expected str, found " + shown(name));
  Names names;
  return Measure(std::string(names.add(name, "name")));
}

// Objects that are no measures differ from every measure.
py::object equals(const Measure& measure, const py::object& other) {
  if (py::isinstance<Measure>(other)) return py::bool_(measure == py::cast<const Measure&>(other));
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

}  // namespace

void bind_measures(py::module_& module) {
  declare_class<Measure>(
      module, "Measure", [](const Measure& measure) { return measure.name(); },
      [](const std::string& name) { return Measure(name); })
      .def(py::init(&make_measure_object))
      .def_property_readonly("name", &Measure::name)
      .def_property_readonly("identifier", &Measure::identifier)
      .def("__eq__", &equals)
      .def("__hash__", std::hash<Measure>());
  module.def("all_measures", &all_measures);
}

}  // namespace subintent::python
