#include "subintent/terminal.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings.h"
#include "values.h"

namespace subintent::python {
namespace {

// The UTF-8 of a str, with '?' in the place of surrogates.
std::string utf8(const py::str& given) {
  const auto bytes =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(given.ptr(), "utf-8", "replace"));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

py::object table(const std::vector<std::vector<py::str>>& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : rows) {
    auto& made = cells.emplace_back();
    for (const py::str& cell : row) made.push_back(utf8(cell));
  }
  return text(terminal_table(cells));
}

}  // namespace

void bind_terminal(py::module_& module) {
  module.def(
      "terminal_text", [](const py::str& given) { return text(terminal_text(utf8(given))); },
      py::arg("text"));
  module.def("terminal_table", &table, py::arg("rows"));
}

}  // namespace subintent::python
