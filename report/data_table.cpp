#include "report/data_table.h"

#include <fmt/format.h>

#include <cmath>

#include "core/io/json.h"
#include "core/io/table_cells.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string tsv_text(const std::string& text) {
  if (const auto held = control_in(text)) {
    throw Error(Location{},
                fmt::format("'{}' has {}, which TSV cannot hold", printable(text), *held),
                "rename it, or use `format=json`");
  }
  return written_cell(text, '\t');
}

std::string tsv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return tsv_text(*text);
  if (const auto* number = std::get_if<double>(&cell))
    return std::isinf(*number) ? (*number > 0 ? "inf" : "-inf") : shortest(*number);
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  return {};
}

void append_json_cell(std::string& out, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell))
    append_json_string(out, *text);
  else if (const auto* number = std::get_if<double>(&cell))
    append_json_number(out, *number);
  else if (const auto* whole = std::get_if<std::int64_t>(&cell))
    out += std::to_string(*whole);
  else
    out += "null";
}

// The places of the columns that are not hidden.
std::vector<std::size_t> shown_columns(const DataTable& table) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (std::ranges::count(table.hidden, table.columns[i]) == 0) shown.push_back(i);
  return shown;
}

void append_json_row(std::string& out, const DataTable& table, std::span<const std::size_t> shown,
                     const std::vector<Cell>& row) {
  char before = '{';
  for (const std::size_t i : shown) {
    out += std::exchange(before, ',');
    append_json_string(out, table.columns[i]);
    out += ':';
    append_json_cell(out, row[i]);
  }
  out += '}';
}

}  // namespace

DataTable table_of(const TableRecord& record) {
  DataTable table{record.name, {}, {}};
  for (const Column& column : record.columns) table.columns.push_back(column.name);
  return table;
}

std::string tsv_of(std::span<const DataTable> tables) {
  std::string out;
  for (const DataTable& table : tables) {
    if (!out.empty()) out += '\n';
    const std::vector<std::size_t> shown = shown_columns(table);
    const auto add_line = [&](const auto& text_of) {
      for (std::size_t i = 0; i < shown.size(); ++i) {
        if (i > 0) out += '\t';
        out += text_of(shown[i]);
      }
      out += '\n';
    };
    add_line([&](std::size_t i) { return table.columns[i]; });
    for (const auto& row : table.rows) add_line([&](std::size_t i) { return tsv_cell(row[i]); });
  }
  return out;
}

void append_json_tables(std::string& out, std::span<const DataTable> tables) {
  for (const DataTable& table : tables) {
    out += ",\n";
    append_json_string(out, table.name);
    out += ":[";
    const std::vector<std::size_t> shown = shown_columns(table);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      out += i == 0 ? "\n" : ",\n";
      append_json_row(out, table, shown, table.rows[i]);
    }
    out += ']';
  }
}

std::string json_of(std::string_view command, std::span<const DataTable> tables) {
  std::string out = "{\"subintent\":";
  append_json_string(out, command);
  append_json_tables(out, tables);
  return out + "}\n";
}

std::string fraction(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  if (text.starts_with("0.")) return text.substr(1);
  if (text.starts_with("-0.")) return "-" + text.substr(2);
  return text;
}

}  // namespace subintent::internal
