#include "io/table_cells.h"

#include <algorithm>

namespace subintent::internal {

std::string without_doubled_quotes(std::string_view text) {
  std::string once;
  for (std::size_t i = 0; i < text.size(); ++i) {
    once += text[i];
    if (text[i] == '"') ++i;
  }
  return once;
}

bool fits_blank_column(std::string_view name, bool is_first) {
  const bool is_comment = is_first && name.starts_with('#');
  return !name.empty() && !is_comment && std::ranges::none_of(name, is_blank);
}

std::string written_cell(std::string_view cell, char separator) {
  const bool has_quote = separator == ',' ? cell.find('"') != cell.npos : cell.starts_with('"');
  const bool is_plain =
      cell == without_blanks(cell) && !has_quote && cell.find(separator) == cell.npos;
  if (is_plain) return std::string(cell);
  std::string quoted = "\"";
  for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::optional<std::string_view> control_in(std::string_view text) {
  const auto at = std::ranges::find_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (at == text.end()) return std::nullopt;
  if (*at == '\t') return "a tab";
  return *at == '\n' || *at == '\r' ? "a line end" : "a control character";
}

}  // namespace subintent::internal
