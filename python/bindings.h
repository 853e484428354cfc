// The parts of the module: a function for each group of things that Python sees.
#pragma once

#include <pybind11/pybind11.h>

#include "made.h"

namespace subintent::python {

void bind_judgments(pybind11::module_& module);
void bind_run(pybind11::module_& module);
void bind_similarity(pybind11::module_& module);
void bind_hierarchies(pybind11::module_& module);
void bind_diversify(pybind11::module_& module);
void bind_evaluator(pybind11::module_& module);
void bind_collection(pybind11::module_& module);
void bind_analyses(pybind11::module_& module);
void bind_reports(pybind11::module_& module);

}  // namespace subintent::python
