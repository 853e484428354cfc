// Options whose values are the names of records: significance tests, exports, formats of tables.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

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

// "table, tsv, json".
inline std::string listed(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace subintent::internal
