// Names of choices, and tests of significance, as values of C++ and back.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <utility>

#include "subintent/compare.h"
#include "subintent/error.h"

namespace subintent::python {

namespace py = pybind11;

// The value of a name. Throws Error of Kind::argument for one that is not known.
template <typename Value, std::size_t size>
Value value_named(const char* argument, const std::string& name,
                  const std::pair<const char*, Value> (&values)[size]) {
  std::string known;
  for (const auto& [word, value] : values) {
    if (name == word) return value;
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  throw Error::argument(argument, std::string(argument) + ": '" + name + "' is not known",
                        "use one of " + known);
}

Correction correction_named(const std::string& name);

// (name, alpha, correction, trials, seed)
py::tuple test_of(const TestUsed& test);

}  // namespace subintent::python
