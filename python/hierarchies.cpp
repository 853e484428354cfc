#include "subintent/hierarchy.h"

#include <pybind11/stl.h>

#include "bindings.h"

namespace subintent::python {

void bind_hierarchies(pybind11::module_& module) {
  pybind11::class_<Hierarchy>(module, "Hierarchy")
      .def_readonly("topic", &Hierarchy::topic)
      .def_readonly("layers", &Hierarchy::layers);
  module.def(
      "read_hierarchies", [](const std::string& path) { return read_hierarchies(path); },
      pybind11::arg("path"));
}

}  // namespace subintent::python
