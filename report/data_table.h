// Results as tables for programs, TSV and JSON.
#pragma once

#include "subintent/records.h"

namespace subintent::internal {

using DataTable = Table;  // its name is that of its array in JSON

// An empty table with the columns of a record.
DataTable table_of(const TableRecord& record);

// What a row adds its columns to: their declarations, or its cells.
class RowColumns {
 public:
  explicit RowColumns(TableRecord& record) : record_(&record) {}
  explicit RowColumns(std::vector<Cell>& cells) : cells_(&cells) {}
  void add(const char* name, CellKind kind, const char* meaning, Cell cell) {
    if (record_ != nullptr) record_->columns.push_back({name, kind, meaning});
    if (cells_ != nullptr) cells_->push_back(std::move(cell));
  }

 private:
  TableRecord* record_ = nullptr;
  std::vector<Cell>* cells_ = nullptr;
};

// A table whose columns are declared where they are filled: a function adds them, of what a row is
// made from.
template <typename... Parts>
struct RowsOf {
  const char *name, *meaning;
  void (*add)(RowColumns& row, const Parts&... parts);

  TableRecord record() const {
    TableRecord made{name, meaning, {}};
    RowColumns columns(made);
    add(columns, Parts{}...);
    return made;
  }
  DataTable table() const { return table_of(record()); }
  void fill(DataTable& table, const Parts&... parts) const {
    RowColumns cells(table.rows.emplace_back());
    add(cells, parts...);
  }
};

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
