// Choices of the library by the names that Python gives.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "subintent/basics.h"
#include "subintent/hierarchy.h"
#include "subintent/values.h"

namespace subintent::python {

// The value of the choice of that name. Throws Error of Kind::argument for another one.
template <typename Value, std::size_t size>
Value value_named(const std::string& argument, const std::string& name,
                  const Choice<Value> (&choices)[size]) {
  if (const auto* const found = find_choice(choices, name)) return found->value;
  std::string known;
  for (std::size_t i = 0; i < size; ++i)
    known += (i == 0 ? "" : i + 1 < size ? ", " : " or ") + std::string(choices[i].name);
  throw Error::argument(argument, argument + ": unknown value '" + name + "'", "use " + known);
}

// Options by the names that Python gives; None where nothing is said.
class Options {
 public:
  explicit Options(pybind11::dict given) : given_(std::move(given)) {}

  bool has(const char* name) const { return given_.contains(name) && !given_[name].is_none(); }

  template <typename Value>
  Value get(const char* name) const {
    return pybind11::cast<Value>(given_[name]);
  }

  // Sets `value` to that of the option, if there is one.
  template <typename Value>
  void set(const char* name, Value& value) const {
    if (has(name)) value = get<Value>(name);
  }
  template <typename Value, std::size_t size>
  void set(const char* name, Value& value, const Choice<Value> (&choices)[size]) const {
    if (has(name)) value = value_named(name, get<std::string>(name), choices);
  }

 private:
  pybind11::dict given_;
};

// Sets how dendrograms are pruned.
inline void set_pruning(const Options& given, HierarchyOptions& options) {
  given.set("delta", options.delta);
  given.set("compress", options.compress);
  given.set("balanced", options.rules.balanced_delta);
  if (given.has("bins")) options.rules.bins = bins_named(given.get<std::string>("bins"));
  given.set("subtopics", options.subtopics);
  given.set("subtopics_of", options.subtopics_of);
  given.set("around", options.around);
}

}  // namespace subintent::python
