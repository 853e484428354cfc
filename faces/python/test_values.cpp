#include "test_values.h"

#include <pybind11/stl.h>

namespace subintent::python {
namespace {

constexpr std::pair<const char*, Correction> corrections[] = {
    {"none", Correction::none},
    {"holm", Correction::holm},
    {"bonferroni", Correction::bonferroni},
    {"bh", Correction::benjamini_hochberg}};

const char* name_of(Correction correction) {
  for (const auto& [name, value] : corrections) {
    if (value == correction) return name;
  }
  return "none";
}

}  // namespace

Correction correction_named(const std::string& name) {
  return value_named("correction", name, corrections);
}

py::tuple test_of(const TestUsed& test) {
  return py::make_tuple(test.name, test.alpha, name_of(test.correction), test.trials, test.seed);
}

}  // namespace subintent::python
