#include "subintent/report.h"

#include <pybind11/stl.h>

#include <cstddef>
#include <string>
#include <utility>
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

using TerminalTexts = std::vector<std::vector<py::str>>;  // of the cells of a table, row by row

std::vector<std::vector<std::string>> cells_of(const TerminalTexts& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : rows) {
    auto& made = cells.emplace_back();
    for (const py::str& cell : row) made.push_back(utf8(cell));
  }
  return cells;
}

template <auto write>
py::object written(const TerminalTexts& rows, std::size_t labels, const py::str& caption,
                   const py::str& label,
                   const std::vector<std::pair<std::size_t, std::size_t>>& bold, bool measures) {
  return text(write({cells_of(rows), labels, utf8(caption), bold, measures, utf8(label)}));
}

}  // namespace

void bind_terminal(py::module_& module) {
  module.def("terminal_text",
             [](const py::str& given) { return text(terminal_text(utf8(given))); });
  module.def("terminal_table",
             [](const TerminalTexts& rows, std::size_t labels, std::size_t width) {
               return text(terminal_table(cells_of(rows), labels, width));
             });
  module.def("latex_table", &written<&latex_table>);
  module.def("markdown_table", &written<&markdown_table>);
}

}  // namespace subintent::python
