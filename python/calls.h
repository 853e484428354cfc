// Calls of Python, in threads that the interpreter may end meanwhile. Nothing that has references
// lives between the call and calling_python(): to let go of them would take the lock.
#pragma once

#include <pybind11/pybind11.h>

#include "gil.h"

namespace subintent::python {

// The object that a function of Python's C interface has made. Throws the error of Python's if
// there is none.
inline py::object owned(PyObject* made) {
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

inline py::object call(const py::object& function, const py::tuple& arguments,
                       const py::dict& named = {}) {
  return owned(
      calling_python([&] { return PyObject_Call(function.ptr(), arguments.ptr(), named.ptr()); }));
}

inline py::object item(py::handle object, const py::object& key) {
  return owned(calling_python([&] { return PyObject_GetItem(object.ptr(), key.ptr()); }));
}

}  // namespace subintent::python
