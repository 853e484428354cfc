#include <pybind11/stl.h>

#include "bindings.h"
#include "interruptible.h"
#include "subintent/tokenize.h"
#include "values.h"

namespace subintent::python {
namespace {

// Calls use(docno, content, is_html, charset) for every document. Returns (records, documents,
// skipped).
py::tuple read(const std::vector<std::string>& paths, const py::object& use,
               const std::string& format, bool html, const py::object& progress) {
  const CollectionOptions options{format, html};
  const auto summary = interruptible(progress, [&](const ProgressCallback& callback) {
    const auto use_document = [&](Document&& document) {
      const py::gil_scoped_acquire acquired;
      use(document.docno, py::bytes(document.content), document.is_html, document.http_charset);
    };
    return read_collection(sources(paths), options, use_document, callback);
  });
  warn(summary.warnings);
  return py::make_tuple(summary.records, summary.documents, summary.skipped);
}

}  // namespace

void bind_collection(py::module_& module) {
  module.def("read_collection", &read, py::arg("paths"), py::arg("use"), py::arg("format"),
             py::arg("html"), py::arg("progress"));
}

}  // namespace subintent::python
