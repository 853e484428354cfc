// Scores out of Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "subintent/scores.h"

namespace subintent::python {

// Of a path, a ScoreTable, a data frame, a mapping or an iterable, as compare.py explains; or of
// several of these in a list. Throws TypeError for other objects, and the errors of read_scores()
// and make_scores().
std::vector<Scores> score_values(pybind11::handle object);

// Of runs in the order of `names`: values as [run][measure][topic], answered as [run][topic],
// measures and topics of all, and the names: the fields of a ScoreTable.
pybind11::tuple score_table(const std::vector<std::string>& names,
                            const std::vector<Scores>& scores);

}  // namespace subintent::python
