// Cells of tables, by the names of their columns.
#pragma once

#include <subintent/subintent.h>

#include <algorithm>
#include <string>

namespace subintent {

inline const Table& table_of(const AnalysisReport& made, const std::string& name) {
  return *std::ranges::find(made.tables, name, &Table::name);
}

inline double number(const Table& table, std::size_t row, const std::string& column) {
  const Cell& found = cell(table, row, column);
  const auto* const whole = std::get_if<std::int64_t>(&found);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(found);
}

inline std::string text(const Table& table, std::size_t row, const std::string& column) {
  return std::get<std::string>(cell(table, row, column));
}

}  // namespace subintent
