// Python objects as values of C++. All of this needs the GIL.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::python {

namespace py = pybind11;

// "int 3", "list of 5", "'text'": what was given, for messages.
std::string shown(py::handle object);

// Names of topics, intents and documents, as views that are valid while the object lives.
class Names {
 public:
  Names() = default;
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  ~Names();

  // Of a str, or of a whole number in decimals. Throws TypeError, which says that `what` is a name,
  // for other objects, and ValueError for text that is not Unicode.
  std::string_view add(py::handle object, const char* what);

  // Was every name a str?
  bool all_text() const { return all_text_; }

 private:
  std::vector<PyObject*> kept_;
  bool all_text_ = true;
};

// A number of any type but str. Throws TypeError, which says that `what` is a number.
double number(py::handle object, const char* what);

// A whole number: of an integer type, or a float without fraction. Throws TypeError and ValueError.
std::int32_t grade(py::handle object);

// Whether it is a dict or another mapping.
bool is_mapping(py::handle object);

// Calls use(key, value) for the items of a mapping, which stay alive meanwhile. Throws what
// iterating throws, and RuntimeError where the mapping changes meanwhile. `what` says what it
// holds, in the TypeError for what is no mapping.
template <typename Use>
void for_each_item(py::handle mapping, const char* what, Use use);

[[noreturn]] void refuse_mapping(py::handle object, const char* what);
[[noreturn]] void refuse_change(const char* what);

template <typename Use>
void for_each_item(py::handle mapping, const char* what, Use use) {
  if (!PyDict_Check(mapping.ptr())) {
    if (!is_mapping(mapping)) refuse_mapping(mapping, what);
    for (const py::handle item : mapping.attr("items")()) {
      const auto pair = py::cast<py::tuple>(item);
      if (pair.size() != 2) refuse_mapping(mapping, what);
      use(pair[0], pair[1]);
    }
    return;
  }
  const Py_ssize_t size = PyDict_GET_SIZE(mapping.ptr());
  Py_ssize_t at = 0;
  PyObject *key = nullptr, *value = nullptr;
  while (PyDict_Next(mapping.ptr(), &at, &key, &value) != 0) {
    const auto held_key = py::reinterpret_borrow<py::object>(key);
    const auto held_value = py::reinterpret_borrow<py::object>(value);
    use(held_key, held_value);
    if (PyDict_GET_SIZE(mapping.ptr()) != size) refuse_change(what);
  }
}

// A pandas data frame, or what looks like one.
bool is_frame(py::handle object);

// A column of a frame under the first of `names` that is there; none where no name is.
py::object column(py::handle frame, const std::vector<const char*>& names);
// The same, and throws Error, which names the columns, where none is there.
py::object required_column(py::handle frame, const std::vector<const char*>& names,
                           const std::string& what);

// The objects of a column, one after another.
class Objects {
 public:
  explicit Objects(const py::object& column);
  std::size_t size() const { return size_; }
  py::handle operator[](std::size_t i) const {
    return *reinterpret_cast<PyObject* const*>(first_ + static_cast<std::ptrdiff_t>(i) * stride_);
  }

 private:
  py::object array_;
  const char* first_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  std::size_t size_ = 0;
};

// A column as numbers. Throws TypeError where it holds others.
std::vector<double> numbers(const py::object& column, const char* what);

// Raises a Python warning for each, at the line that called the function of the package.
void warn(const std::vector<std::string>& warnings);

}  // namespace subintent::python
