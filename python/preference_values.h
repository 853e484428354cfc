// Preferences of people out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "subintent/evaluate.h"

namespace subintent::python {

// Reads {pool: a path, a data frame, or rows (topic, run1, run2, participant, preference)}, as
// compare.py explains. Throws TypeError and ValueError for others.
std::vector<PreferencePool> pool_values(const pybind11::dict& pools);

}  // namespace subintent::python
