// Values of options, and tables, of the records of analyses.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "subintent/basics.h"
#include "subintent/records.h"

namespace subintent::python {

// By name, of the Python types that the options say. Throws Error for an option that there is not.
OptionValues option_values(const std::vector<AnalysisOption>& options,
                           const pybind11::dict& values);

// (name, ((column, type), ...), rows, columns that nobody has asked for).
pybind11::tuple table_of(const std::vector<TableRecord>& records, const Table& table);

// Warns of what nobody has been warned of before.
void warn_of(Warnings warnings, const std::vector<std::string>& known);

}  // namespace subintent::python
