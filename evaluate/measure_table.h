// Every measure that can be asked for: one table, which the parser of names and the list for users
// share.
#pragma once

#include <string>
#include <vector>

#include "evaluate/measure_record.h"

namespace subintent::internal {

// By family, in the order of docs/measures.md.
const std::vector<MeasureRecord>& measure_table();

// Its name without "(graded)".
std::string_view base_name(const MeasureRecord& record);

// The parameters that a measure takes: those of its record, of M-LA and of M_RA and the like.
std::vector<ParameterRecord> parameters_of(const MeasureRecord& record, bool layer_aware,
                                           bool by_similarity);

// All measures with formula, parameters and source, and all parameters, as text for a terminal.
std::string measure_list();

}  // namespace subintent::internal
