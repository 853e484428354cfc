// Results as tables: TSV and JSON for programs, aligned columns for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace subintent::internal {

// Nothing, text, a number, a whole number.
using Cell = std::variant<std::monostate, std::string, double, std::int64_t>;

struct DataTable {
  std::string name;  // of its array in JSON
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

// Each table with a header line, an empty line between tables. Numbers read back as the same
// number; an infinite one is "inf" or "-inf", nothing is an empty column. Tabs and control
// characters in text become '?'.
std::string tsv_of(std::span<const DataTable> tables);

// One object: "subintent" holds the command, then an array of objects for each table. Infinite
// numbers and nothing are null.
std::string json_of(std::string_view command, std::span<const DataTable> tables);

// Behind a JSON value of an object: ",\n" and the array of each table under its name.
void append_json_tables(std::string& out, std::span<const DataTable> tables);

// Text in columns, as wide as a terminal shows it. The first `left` columns are aligned to the left
// and two blanks apart, the others to the right and `gap` blanks apart.
class TextTable {
 public:
  explicit TextTable(std::size_t left = 1, std::size_t gap = 2) : left_(left), gap_(gap) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // One line a row. Columns to the right that do not fit into `width` go into further blocks, each
  // with the left columns, an empty line between them; 0 means no limit.
  std::string text(std::size_t width = 0) const;

 private:
  std::vector<std::size_t> widths() const;
  void append_block(std::string& out, const std::vector<std::size_t>& widths, std::size_t begin,
                    std::size_t end) const;

  std::size_t left_, gap_;
  std::vector<std::vector<std::string>> rows_;
};

// ".123", "-.123", "1.000": a fraction as the papers print it.
std::string fraction(double value, int digits = 3);

}  // namespace subintent::internal
