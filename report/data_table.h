// Results as tables for programs, TSV and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "subintent/records.h"

namespace subintent::internal {

using DataTable = Table;  // its name is that of its array in JSON

// An empty table with the columns of a record.
DataTable table_of(const TableRecord& record);

inline Cell whole(std::uint64_t number) {
  return static_cast<std::int64_t>(number);
}

// An empty cell if there is no value.
inline Cell known(const std::optional<double>& value) {
  Cell cell;
  if (value) cell = *value;
  return cell;
}

// Without columns that are hidden. Each table with a header line, an empty line between tables.
// Numbers read back as the same number; an infinite one is "inf" or "-inf", nothing is an empty
// column. Throws Error for text with a control character.
std::string tsv_of(std::span<const DataTable> tables);

// One object: "subintent" holds the command, then an array of objects for each table. Infinite
// numbers and nothing are null.
std::string json_of(std::string_view command, std::span<const DataTable> tables);

// Behind a JSON value of an object: ",\n" and the array of each table under its name.
void append_json_tables(std::string& out, std::span<const DataTable> tables);

// ".123", "-.123", "1.000": a fraction as the papers print it.
std::string fraction(double value, int digits = 3);

}  // namespace subintent::internal
