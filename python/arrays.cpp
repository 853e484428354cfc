#include "arrays.h"

#include "subintent/basics.h"
#include "subintent/program.h"
#include "values.h"

namespace subintent::python {
namespace {

[[noreturn]] void refuse_elements(const char* what, const std::string& message,
                                  const char* advice = "") {
  throw Error::argument(what, std::string(what) + ": " + message, advice);
}

[[noreturn]] void refuse_array(const char* what, const py::array& array, const char* expected) {
  refuse_elements(what, "array of " + std::string(py::str(array.dtype())) + " and shape " +
                            std::string(py::str(array.attr("shape"))) + ", not " + expected);
}

bool has_numbers(const py::array& array, const std::string& kinds) {
  return array.ndim() == 1 && kinds.find(array.dtype().kind()) != std::string::npos;
}

std::vector<std::uint64_t> of_array(const py::array& array, const char* what) {
  if (!has_numbers(array, "iu")) refuse_array(what, array, "whole numbers in one dimension");
  if (array.dtype().kind() == 'i') {
    const py::array_t<std::int64_t, py::array::forcecast | py::array::c_style> numbers = array;
    const auto* const end = numbers.data() + numbers.size();
    const auto* const negative = std::find_if(numbers.data(), end, [](auto x) { return x < 0; });
    if (negative != end) refuse_elements(what, std::to_string(*negative) + " is below 0");
    return {numbers.data(), end};
  }
  const py::array_t<std::uint64_t, py::array::forcecast | py::array::c_style> numbers = array;
  return {numbers.data(), numbers.data() + numbers.size()};
}

}  // namespace

bool is_sequence(const py::object& object) {
  return !PyUnicode_Check(object.ptr()) && !PyBytes_Check(object.ptr()) && !is_mapping(object) &&
         !is_frame(object) && py::hasattr(object, "__iter__");
}

std::vector<std::string> docnos_of(const py::object& object) {
  if (!is_sequence(object))
    throw py::type_error("docnos: expected a list of str, found " + shown(object));
  std::vector<std::string> docnos;
  for (const py::handle docno : Items(object)) {
    Names names;
    docnos.emplace_back(names.add(docno, "docno"));
  }
  return docnos;
}

std::uint64_t whole_number(py::handle object, const char* what) {
  if (PyBool_Check(object.ptr()) || PyIndex_Check(object.ptr()) == 0)
    throw py::type_error(std::string(what) + ": expected whole numbers, found " + shown(object));
  const auto number = py::reinterpret_steal<py::object>(
      calling_python([&] { return PyNumber_Index(object.ptr()); }));
  if (!number) throw py::error_already_set();
  const unsigned long long value = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_elements(what, shown(object) + " is not from 0 to 2^64 - 1");
  }
  return value;
}

std::vector<std::uint64_t> whole_numbers(const py::object& object, const char* what) {
  if (py::hasattr(object, "dtype")) return of_array(py::array(object), what);
  if (!is_sequence(object))
    throw py::type_error(std::string(what) + ": expected whole numbers, found " + shown(object));
  return mapped(Items(object), [&](const py::handle number) { return whole_number(number, what); });
}

std::vector<double> real_numbers(const py::array& array, const char* what) {
  if (!has_numbers(array, "fiub")) refuse_array(what, array, "numbers in one dimension");
  const py::array_t<double, py::array::forcecast | py::array::c_style> numbers = array;
  return {numbers.data(), numbers.data() + numbers.size()};
}

std::shared_ptr<const void> kept(const py::object& object) {
  return {py::object(object).release().ptr(), [](const void* pointer) {
            const WithGil acquired;
            Py_DECREF(static_cast<PyObject*>(const_cast<void*>(pointer)));
          }};
}

}  // namespace subintent::python
