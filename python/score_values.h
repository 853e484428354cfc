// Scores out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "subintent/evaluate.h"

namespace subintent::python {

// Takes a path, a ScoreTable, a data frame, a mapping or an iterable, as compare.py explains; or of
// several of these in a list. Throws TypeError for other objects, and the errors of read_scores()
// and make_scores().
std::vector<Scores> score_values(pybind11::handle object);

// The fields of a ScoreTable: names of runs, measures and topics of all, values as
// [run][measure][topic], answered as [run][topic].
pybind11::tuple score_table(const std::vector<Scores>& scores);

}  // namespace subintent::python
