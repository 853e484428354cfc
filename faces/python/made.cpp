#include "made.h"

#include <string>

namespace subintent::python {

void refuse_without_value(pybind11::handle object) {
  const std::string name = Py_TYPE(object.ptr())->tp_name;
  throw pybind11::type_error(name.substr(name.rfind('.') + 1) +
                             ": the object has no value, because __init__() was not called");
}

void refuse_to_pickle(pybind11::handle object) {
  const std::string name = Py_TYPE(object.ptr())->tp_name;
  throw pybind11::type_error(name.substr(name.rfind('.') + 1) +
                             " cannot be pickled: pickle what it is made of, and make it anew");
}

}  // namespace subintent::python
