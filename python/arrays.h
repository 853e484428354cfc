// Arrays of NumPy as values of C++. All of this needs the GIL.
#pragma once

#include <pybind11/numpy.h>

#include "subintent/values.h"

namespace subintent::python {

namespace py = pybind11;

// Is it a list, an array or another iterable of values, rather than text, a mapping or a frame?
bool is_sequence(const py::object& object);

// Docnos of a list, an array or another iterable of str or whole numbers.
std::vector<std::string> docnos_of(const py::object& object);

// A whole number from 0 to 2^64 - 1. Throws TypeError for what is not one, and Error of
// Kind::argument, which names `what`, beyond these.
std::uint64_t whole_number(py::handle object, const char* what);

// Whole numbers from 0 to 2^64 - 1: of an array of integers of any type, or of an iterable. Throws
// Error of Kind::argument, which names `what`, for others.
std::vector<std::uint64_t> whole_numbers(const py::object& object, const char* what);

// The numbers of an array of integers, floats or bool. Throws Error of Kind::argument for others.
std::vector<double> real_numbers(const py::array& array, const char* what);

// Keeps an object alive, and lets go of it with the GIL.
std::shared_ptr<const void> kept(const py::object& object);

// The rows of an array of two dimensions, which share its memory: the numbers of a row have to lie
// side by side.
template <typename Value>
DenseRows<Value> rows_of(const py::array_t<Value, 0>& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Value));
  const bool is_matrix = array.ndim() == 2;
  const bool is_empty = is_matrix && array.shape(0) == 0;  // then NumPy has strides of 0
  if (!is_matrix || (!is_empty && array.shape(1) > 1 && array.strides(1) != size) ||
      array.strides(0) % size != 0)
    throw std::invalid_argument("not a matrix whose rows lie without gaps");
  return {std::shared_ptr<const Value[]>(kept(array), array.data()),
          static_cast<std::size_t>(array.shape(0)), static_cast<std::size_t>(array.shape(1)),
          array.strides(0) / size};
}

}  // namespace subintent::python
