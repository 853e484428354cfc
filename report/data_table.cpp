#include "report/data_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "support/display_width.h"
#include "support/error.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

std::string tsv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return printable(*text, SIZE_MAX);
  if (const auto* number = std::get_if<double>(&cell)) {
    return std::isinf(*number) ? (*number > 0 ? "inf" : "-inf") : shortest(*number);
  }
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  return {};
}

void append_json_cell(std::string& out, const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    append_json_string(out, *text);
  } else if (const auto* number = std::get_if<double>(&cell)) {
    append_json_number(out, *number);
  } else if (const auto* whole = std::get_if<std::int64_t>(&cell)) {
    out += std::to_string(*whole);
  } else {
    out += "null";
  }
}

void append_json_row(std::string& out, const DataTable& table, const std::vector<Cell>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    out += i == 0 ? "{" : ",";
    append_json_string(out, table.columns[i]);
    out += ':';
    append_json_cell(out, row[i]);
  }
  out += '}';
}

}  // namespace

std::string tsv_of(std::span<const DataTable> tables) {
  std::string out;
  for (const DataTable& table : tables) {
    if (!out.empty()) out += '\n';
    out += fmt::format("{}\n", fmt::join(table.columns, "\t"));
    for (const auto& row : table.rows) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) out += '\t';
        out += tsv_cell(row[i]);
      }
      out += '\n';
    }
  }
  return out;
}

void append_json_tables(std::string& out, std::span<const DataTable> tables) {
  for (const DataTable& table : tables) {
    out += ",\n";
    append_json_string(out, table.name);
    out += ":[";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      out += i == 0 ? "\n" : ",\n";
      append_json_row(out, table, table.rows[i]);
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

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  return widths;
}

// The columns on the left, and those from `begin` to before `end`.
void TextTable::append_block(std::string& out, const std::vector<std::size_t>& widths,
                             std::size_t begin, std::size_t end) const {
  for (const auto& row : rows_) {
    std::string line;
    const auto add = [&](std::size_t i) {
      const std::string blanks(widths[i] - display_width(row[i]), ' ');
      line += i < left_ ? row[i] + blanks : blanks + row[i];
      line += std::string(i < left_ ? 2 : gap_, ' ');
    };
    for (std::size_t i = 0; i < std::min(left_, row.size()); ++i) add(i);
    for (std::size_t i = begin; i < std::min(end, row.size()); ++i) add(i);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
}

std::string TextTable::text(std::size_t width) const {
  const std::vector<std::size_t> widths = this->widths();
  std::size_t left_width = 0;
  for (std::size_t i = 0; i < std::min(left_, widths.size()); ++i) left_width += widths[i] + 2;
  std::string out;
  std::size_t begin = std::min(left_, widths.size());
  do {
    std::size_t used = left_width, end = begin;
    while (end < widths.size() &&
           (end == begin || width == 0 || used + widths[end] + gap_ <= width)) {
      used += widths[end++] + gap_;
    }
    if (!out.empty()) out += '\n';
    append_block(out, widths, begin, end);
    begin = end;
  } while (begin < widths.size());
  return out;
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
