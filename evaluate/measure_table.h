// Every measure and parameter that can be asked for: one table, which the parser of names and the
// list for users share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/measure.h"

namespace subintent {

// A measure by its name without cutoff, parameters, -LA and suffix.
struct MeasureEntry {
  std::string name;  // "(graded)" at the end is part of a name
  MeasureCore core;
  SharpRecall sharp = SharpRecall::none;
  bool needs_layers = false;  // N-rec, HD and LAD#
  bool may_be_layered = true;
  std::string_view family;
  std::string formula;
  std::string_view source;  // paper and section
};

const std::vector<MeasureEntry>& measure_table();

// What may stand in parentheses behind a name.
struct ParameterEntry {
  std::string_view name;
  std::string_view values;     // for people
  std::string_view otherwise;  // the value it has where it is not given
  bool (*belongs)(const Measure&);
  // Either one of these words, by index ...
  std::vector<std::string_view> choices;
  void (*choose)(Measure&, std::size_t) = nullptr;
  // ... or a number from least to most.
  double least = 0, most = 0;
  bool is_whole = false;
  void (*set)(Measure&, double) = nullptr;
};

const std::vector<ParameterEntry>& parameter_table();

// All measures with formula, parameters and source, as text for a terminal.
std::string measure_list();

}  // namespace subintent
