// Options whose values are the names of records: significance tests, exports, formats of tables.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/command_line.h"
#include "subintent/analysis.h"
#include "subintent/values.h"

namespace subintent::internal {

// The names of those records for which `wanted` holds.
template <typename Records, typename Wanted>
std::vector<std::string_view> names_of(const Records& records, Wanted wanted) {
  std::vector<std::string_view> names;
  for (const auto& record : records) {
    if (wanted(record)) names.push_back(record.name);
  }
  return names;
}

template <typename Records>
std::vector<std::string_view> names_of(const Records& records) {
  return names_of(records, [](const auto&) { return true; });
}

// "table|tsv|json", the word that stands for the value of an option in the help.
inline std::string choice(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, "|"));
}

// The formats of tables of analyses and of studies.
inline std::vector<std::string_view> report_formats() {
  return {analysis_formats().begin(), analysis_formats().end()};
}

// The value of the choice of that name. Throws Error::usage, which names the option, for another
// one.
template <typename Value, std::size_t size>
Value value_named(std::string_view option, const std::string& name,
                  const Choice<Value> (&choices)[size]) {
  CommandLine::require_one_of(option, name, names_of(choices));
  return find_choice(choices, name)->value;
}

// The first choice where no value is given.
template <typename Value, std::size_t size>
Value value_named(std::string_view option, const std::optional<std::string>& name,
                  const Choice<Value> (&choices)[size]) {
  return name ? value_named(option, *name, choices) : choices[0].value;
}

// "table, tsv, json".
inline std::string listed(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace subintent::internal
