// Choices of the library by the names that Python gives.
#pragma once

#include <cstddef>
#include <string>

#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::python {

// The value of the choice of that name. Throws Error of Kind::argument for another one.
template <typename Value, std::size_t size>
Value value_named(const std::string& argument, const std::string& name,
                  const Choice<Value> (&choices)[size]) {
  if (const auto* const found = find_choice(choices, name)) return found->value;
  std::string known;
  for (std::size_t i = 0; i < size; ++i) {
    known += (i == 0 ? "" : i + 1 < size ? ", " : " or ") + std::string(choices[i].name);
  }
  throw Error::argument(argument, argument + ": unknown value '" + name + "'", "use " + known);
}

}  // namespace subintent::python
