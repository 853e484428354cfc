#include <exception>

#include "bindings.h"
#include "subintent/basics.h"
#include "values.h"

namespace subintent::python {
namespace {

const char* name_of_error(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::input:
      return "input";
    case Error::Kind::argument:
      return "argument";
    case Error::Kind::system:
      return "system";
    default:
      return "interrupted";
  }
}

void raise(const Error& error) {
  const py::object type = py::module_::import("subintent._errors").attr("Error");
  const py::object made =
      type(text(error.message()), py::arg("kind") = name_of_error(error.kind()),
           py::arg("file") = text(error.location().file), py::arg("line") = error.location().line,
           py::arg("advice") = text(error.advice()), py::arg("argument") = text(error.argument()));
  PyErr_SetObject(type.ptr(), made.ptr());
}

}  // namespace

void bind_errors() {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace subintent::python
