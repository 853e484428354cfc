#include <pybind11/stl.h>

#include "bindings.h"
#include "subintent/error.h"
#include "subintent/simhash.h"
#include "subintent/tokenize.h"
#include "values.h"

namespace subintent::python {
namespace {

// What Python gives as bytes of any object that holds some.
std::string bytes_in(const py::object& object) {
  return py::bytes(py::module_::import("builtins").attr("bytes")(object));
}

// {term: count} of a str, or of the bytes of a document.
py::dict terms(const Tokenizer& tokenizer, const py::object& text, bool html,
               const std::string& charset) {
  const bool is_str = PyUnicode_Check(text.ptr()) != 0;
  if (!is_str && PyObject_CheckBuffer(text.ptr()) == 0) refuse("text", "str or bytes", text);
  Document document{"document", {}, html, charset};
  if (is_str) {
    Names names;
    document.content = names.add(text, "text");
    document.http_charset = "utf-8";
  } else {
    document.content = bytes_in(text);
  }
  const std::vector<Term> found = [&] {
    const py::gil_scoped_release released;
    return is_str && !html ? tokenizer.terms(document.content) : tokenizer.terms(document);
  }();
  py::dict counts;
  for (const Term& term : found) counts[py::str(term.term)] = term.count;
  return counts;
}

std::uint64_t count_of(py::handle object) {
  if (PyBool_Check(object.ptr()) || PyIndex_Check(object.ptr()) == 0) {
    refuse("terms", "a whole number as count", object);
  }
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!whole) throw py::error_already_set();
  const std::uint64_t count = PyLong_AsUnsignedLongLong(whole.ptr());
  if (PyErr_Occurred() == nullptr) return count;
  PyErr_Clear();
  throw Error::argument("terms",
                        "terms: the count " + shown(object) + " is not from 0 to 2^64 - 1");
}

// Of {term: count}, or of terms, each as often as it is there.
std::optional<std::uint64_t> fingerprint(const py::object& object) {
  constexpr const char* expected = "{term: count} or an iterable of terms";
  std::vector<Term> terms;
  Names names;
  if (is_mapping(object)) {
    for_each_item(object, "terms", expected, [&](const py::object& term, const py::object& count) {
      terms.push_back({std::string(names.add(term, "terms")), count_of(count)});
    });
  } else {
    for (const py::handle term : iterate(object, "terms", expected)) {
      terms.push_back({std::string(names.add(term, "terms")), 1});
    }
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
