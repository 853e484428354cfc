// Options of records.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "subintent/records.h"

namespace subintent::internal {

inline AnalysisOption record_option(std::string name, OptionKind kind, std::string placeholder,
                                    std::string meaning, std::string default_value = "") {
  AnalysisOption made;
  made.name = std::move(name);
  made.kind = kind;
  made.placeholder = std::move(placeholder);
  made.meaning = std::move(meaning);
  made.default_value = std::move(default_value);
  return made;
}

// The option, whose value is a number from `min` to `max`.
inline AnalysisOption number_option(AnalysisOption option, double min, double max = 1e300) {
  option.min = min;
  option.max = max;
  return option;
}

inline AnalysisOption choice_option(std::string name, std::vector<std::string> choices,
                                    std::string meaning, std::string default_value = "") {
  AnalysisOption made = record_option(std::move(name), OptionKind::choice, "", std::move(meaning),
                                      std::move(default_value));
  made.choices = std::move(choices);
  return made;
}

}  // namespace subintent::internal
