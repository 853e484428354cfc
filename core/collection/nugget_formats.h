// The formats of nuggets, one record each.
#pragma once

#include <span>
#include <string_view>

#include "core/collection/nugget_builder.h"

namespace subintent::internal::nugget_files {

// Files are JSON objects: one, lines of them, or an array.
struct NuggetFormat {
  // Is this a member that only files of nuggets have in their first object? `value` is
  // the text that begins with its value, and may be cut off anywhere.
  bool (*is_distinctive_member)(std::string_view name, std::string_view value);
  // Is an object of this format?
  bool (*matches)(const JsonObject&);
  // Adds what an object says.
  void (*read)(const JsonObject&, BankBuilder&);
};

NuggetFormat bank_format();              // ARGUE's and RAGTIME's: argue_nuggets.cpp
NuggetFormat question_format();          // ARGUE's before: argue_nuggets.cpp
NuggetFormat freshstack_qrels_format();  // freshstack_nuggets.cpp
NuggetFormat freshstack_query_format();
NuggetFormat bright_pro_format();
// Rubrics, and which answers meet their criteria: rubric_nuggets.cpp.
NuggetFormat rubric_format();          // an object for each topic, or each of its answers
NuggetFormat dimension_format();       // DeepResearch Bench II's
NuggetFormat single_verdict_format();  // ResearchRubrics': an object for each criterion
NuggetFormat assignment_format();      // nuggetizer_nuggets.cpp; lists of nuggets, too

// All of them; an object is of the first whose matches() says so.
std::span<const NuggetFormat> nugget_formats();

}  // namespace subintent::internal::nugget_files
