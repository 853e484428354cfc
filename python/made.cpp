#include "made.h"

#include <string>

namespace subintent::python {

void refuse_without_value(pybind11::handle object) {
  const std::string name = Py_TYPE(object.ptr())->tp_name;
  throw pybind11::type_error(name.substr(name.rfind('.') + 1) +
                             ": the object has no value, because __init__() was not called");
}

pybind11::tuple pickled(const pybind11::object& object) {
  const auto without_value = pybind11::module_::import("copyreg").attr("__newobj__");
  return pybind11::make_tuple(without_value, pybind11::make_tuple(pybind11::type::of(object)),
                              object.attr("__getstate__")());
}

}  // namespace subintent::python
