#include <pybind11/stl.h>

#include "bindings.h"
#include "subintent/simhash.h"
#include "subintent/tokenize.h"
#include "values.h"

namespace subintent::python {
namespace {

// {term: count} of a str, or of the bytes of a document.
py::dict terms(const Tokenizer& tokenizer, const py::object& text, bool html,
               const std::string& charset) {
  std::vector<Term> found;
  if (PyUnicode_Check(text.ptr()) && !html) {
    Names names;
    const std::string_view bytes = names.add(text, "text");
    const py::gil_scoped_release released;
    found = tokenizer.terms(bytes);
  } else {
    Document document{"document", {}, html, charset};
    if (PyUnicode_Check(text.ptr())) {
      Names names;
      document.content = names.add(text, "text");
      document.http_charset = "utf-8";
    } else if (PyObject_CheckBuffer(text.ptr()) != 0) {
      document.content =
          py::cast<std::string>(py::bytes(py::module_::import("builtins").attr("bytes")(text)));
    } else {
      throw py::type_error("text: expected str or bytes, found " + shown(text));
    }
    const py::gil_scoped_release released;
    found = tokenizer.terms(document);
  }
  py::dict counts;
  for (const Term& term : found) counts[py::str(term.term)] = term.count;
  return counts;
}

// Of {term: count}, or of terms, each as often as it is there.
std::optional<std::uint64_t> fingerprint(const py::object& object) {
  std::vector<Term> terms;
  Names names;
  if (is_mapping(object)) {
    for_each_item(object, "terms", [&](const py::object& term, const py::object& count) {
      if (PyLong_Check(count.ptr()) == 0 || PyBool_Check(count.ptr())) {
        throw py::type_error("terms: expected a whole number as count, found " + shown(count));
      }
      terms.push_back({std::string(names.add(term, "term")), py::cast<std::uint64_t>(count)});
    });
  } else {
    if (PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
        !py::hasattr(object, "__iter__")) {
      throw py::type_error("terms: expected {term: count} or an iterable of terms, found " +
                           shown(object));
    }
    for (const py::handle term : object) terms.push_back({std::string(names.add(term, "term")), 1});
  }
  return simhash(terms);
}

}  // namespace

void bind_tokenizer(py::module_& module) {
  py::class_<Tokenizer>(module, "Tokenizer")
      .def(py::init([](const std::string& stem, const std::vector<std::string>& stopwords) {
             return Tokenizer({stem, stopwords});
           }),
           py::arg("stem"), py::arg("stopwords"))
      .def("terms", &terms, py::arg("text"), py::arg("html"), py::arg("charset"));
  module.def("simhash", &fingerprint, py::arg("terms"));
}

}  // namespace subintent::python
