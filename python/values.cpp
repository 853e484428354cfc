#include "values.h"

#include <pybind11/numpy.h>

#include <cmath>
#include <utility>

#include "subintent/error.h"

namespace subintent::python {
namespace {

constexpr std::size_t shown_bytes = 60;

std::string type_name(py::handle object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

[[noreturn]] void refuse(const char* what, const char* expected, py::handle object) {
  throw py::type_error(std::string(what) + ": expected " + expected + ", found " + shown(object));
}

std::string listed(const std::vector<const char*>& names) {
  std::string text;
  for (const char* name : names) text += (text.empty() ? "" : " or ") + std::string(name);
  return text;
}

}  // namespace

std::string shown(py::handle object) {
  std::string text = type_name(object);
  try {
    if (PyUnicode_Check(object.ptr()) || PyNumber_Check(object.ptr()) != 0) {
      std::string value = py::repr(object);
      if (value.size() > shown_bytes) value = value.substr(0, shown_bytes) + "...";
      text += " " + value;
    }
  } catch (const py::error_already_set&) {  // an object that cannot show itself
  } catch (const py::cast_error&) {
  }
  return text;
}

Names::~Names() {
  for (PyObject* const object : kept_) Py_DECREF(object);
}

std::string_view Names::add(py::handle object, const char* what) {
  PyObject* text = object.ptr();
  if (PyUnicode_Check(text)) {
    Py_INCREF(text);
  } else {
    all_text_ = false;
    if (PyBool_Check(text) || PyIndex_Check(text) == 0) {
      refuse(what, "str", object);
    }
    const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(text));
    if (!number) throw py::error_already_set();
    text = PyObject_Str(number.ptr());
    if (text == nullptr) throw py::error_already_set();
  }
  kept_.push_back(text);
  if (PyUnicode_IS_COMPACT_ASCII(text)) {
    return {static_cast<const char*>(PyUnicode_DATA(text)),
            static_cast<std::size_t>(PyUnicode_GET_LENGTH(text))};
  }
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes == nullptr) {
    PyErr_Clear();
    throw py::value_error(std::string(what) + ": " + shown(object) +
                          " is not Unicode text: it holds surrogates");
  }
  return {bytes, static_cast<std::size_t>(size)};
}

double number(py::handle object, const char* what) {
  PyObject* const value = object.ptr();
  if (PyFloat_Check(value)) return PyFloat_AS_DOUBLE(value);
  if (PyUnicode_Check(value) || PyBytes_Check(value) || PyByteArray_Check(value) ||
      PyNumber_Check(value) == 0) {
    refuse(what, "a number", object);
  }
  const auto made = py::reinterpret_steal<py::object>(PyNumber_Float(value));
  if (!made) throw py::error_already_set();
  return PyFloat_AS_DOUBLE(made.ptr());
}

std::int32_t grade(py::handle object) {
  PyObject* const value = object.ptr();
  if (PyLong_Check(value) == 0) {
    const double real = number(object, "relevance");
    if (!std::isfinite(real) || real != std::floor(real) || std::fabs(real) > INT32_MAX) {
      throw py::value_error("relevance: " + shown(object) + " is not a whole number");
    }
    return static_cast<std::int32_t>(real);
  }
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow != 0 || whole < INT32_MIN || whole > INT32_MAX) {
    throw py::value_error("relevance: " + shown(object) + " is not from -100 to 100");
  }
  return static_cast<std::int32_t>(whole);
}

bool is_mapping(py::handle object) {
  return PyDict_Check(object.ptr()) ||
         (py::hasattr(object, "keys") && py::hasattr(object, "items") && !is_frame(object));
}

void refuse_mapping(py::handle object, const char* what) {
  refuse(what, "a mapping", object);
}

void refuse_change(const char* what) {
  throw py::value_error(std::string(what) + ": changed while it was read");
}

bool is_frame(py::handle object) {
  return py::hasattr(object, "columns") && py::hasattr(object, "itertuples");
}

py::object column(py::handle frame, const std::vector<const char*>& names) {
  const py::object columns = frame.attr("columns");
  for (const char* name : names) {
    if (columns.contains(name)) return frame[name];
  }
  return py::none();
}

py::object required_column(py::handle frame, const std::vector<const char*>& names,
                           const std::string& what) {
  py::object found = column(frame, names);
  if (!found.is_none()) return found;
  const std::string there = py::str(py::list(frame.attr("columns")));
  throw Error(Location{what, 0}, "the data frame has no column " + listed(names) + " but " + there,
              "rename its columns");
}

Objects::Objects(const py::object& column)
    : array_(column.attr("to_numpy")(py::arg("dtype") = "object")) {
  const auto array = py::cast<py::array>(array_);
  if (array.ndim() != 1) throw py::type_error("a column is there twice under one name");
  first_ = static_cast<const char*>(array.data());
  stride_ = array.strides(0);
  size_ = static_cast<std::size_t>(array.shape(0));
}

std::vector<double> numbers(const py::object& column, const char* what) {
  const std::string type = py::str(column.attr("dtype").attr("name"));
  if (type.rfind("float", 0) == 0 || type.rfind("int", 0) == 0 || type.rfind("uint", 0) == 0) {
    const py::array_t<double, py::array::forcecast> array = column.attr("to_numpy")();
    if (array.ndim() != 1) throw py::type_error("a column is there twice under one name");
    const auto values = array.unchecked<1>();
    std::vector<double> made(static_cast<std::size_t>(values.shape(0)));
    for (py::ssize_t i = 0; i < values.shape(0); ++i) made[static_cast<std::size_t>(i)] = values(i);
    return made;
  }
  const Objects objects(column);
  std::vector<double> made(objects.size());
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = number(objects[i], what);
  return made;
}

void warn(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  const py::object category = py::module_::import("subintent._errors").attr("DataWarning");
  for (const std::string& text : warnings) {
    if (PyErr_WarnEx(category.ptr(), text.c_str(), 2) != 0) throw py::error_already_set();
  }
}

}  // namespace subintent::python
