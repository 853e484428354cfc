#include "core/io/table_cells.h"

#include "core/base/strings.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// The end of what stands between quotes, the first of which is before `at`: the second one, or
// `end` where there is none. A quote inside is written twice.
const char* closing_quote(const char* at, const char* end) {
  while (true) {
    at = std::find(at, end, '"');
    if (end - at < 2 || at[1] != '"') return at;
    at += 2;
  }
}

// Between single blanks, as R writes them: strings in quotes, and numbers. Nothing for another
// line.
std::vector<std::string_view> cells_of_r(std::string_view line) {
  std::vector<std::string_view> cells;
  for (const char *at = line.data(), *end = at + line.size(); at < end; ++at) {
    const char* const begin = at;
    if (*at == '"') {
      at = closing_quote(at + 1, end);
      if (at == end || (at + 1 != end && at[1] != ' ')) return {};
      ++at;
    } else {
      at = std::find(at, end, ' ');
      if (const std::string_view cell(begin, at); cell != "NA" && !parse_double(cell)) return {};
    }
    cells.emplace_back(begin, at);
  }
  return cells;
}

// Are these words headings, that of documents among them, and none of features, of which rows have
// several?
bool names_documents(std::string_view header, char separator) {
  LineCells line;
  cut_cells(header, separator, line);
  const auto has = [&](ColumnNames names) {
    return std::ranges::any_of(line.all(), [&](auto cell) { return is_called(cell, names); });
  };
  const auto is_word = [](std::string_view cell) { return !cell.empty() && is_letter(cell[0]); };
  return has(docno_columns) && !has({"feature", "features"}) &&
         std::ranges::all_of(line.all(), is_word);
}

}  // namespace

[[gnu::cold]] std::optional<std::string> without_row_names(std::string_view text) {
  constexpr std::size_t longest_header = 1 << 16;
  std::string_view rest = text;
  const std::string_view first = take_line(rest), second = take_line(rest);
  if (first.size() > longest_header) return std::nullopt;
  const std::size_t place = first.find_first_of("\t,;");
  const bool has_quotes = first.find('"') != first.npos, has_blanks = place == first.npos;
  const char separator = has_blanks ? blank_separated : first[place];
  const auto count = [&](std::string_view line) {
    if (has_quotes && has_blanks) return cells_of_r(line).size();
    LineCells cells;
    cut_cells(line, separator, cells);
    return cells.defect == nullptr ? cells.count : 0;
  };
  const std::string_view third = take_line(rest);
  const bool counts_rows = second.starts_with(std::string("1") + separator) &&
                           third.starts_with(std::string("2") + separator);
  const std::size_t columns = count(first);
  std::string result;
  if (columns > 1 && count(second) == columns + 1 &&
      (text.starts_with('"') || (!has_quotes && names_documents(first, separator) && counts_rows)))
    result = has_quotes && has_blanks ? "\"\"\t"
             : has_blanks             ? "row "
                                      : std::string("\"\"") + separator;
  if (!has_quotes || !has_blanks)
    return result.empty() ? std::nullopt : std::optional(result.append(text));
  if (columns < 3 && result.empty()) return std::nullopt;
  const auto is_name = [](std::string_view cell) { return cell[0] == '"'; };
  const bool has_header = !result.empty() || std::ranges::all_of(cells_of_r(first), is_name);
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const auto cells = cells_of_r(line);
    if (cells.empty() && !line.empty() && !has_header) return std::nullopt;  // quotes of a name
    if (cells.empty()) result += line;
    for (const std::string_view& cell : cells) {
      const bool is_plain = cell.size() > 2 && cell.find_first_of(" \t\"", 1) == cell.size() - 1;
      result += cell[0] == '"' && is_plain ? cell.substr(1, cell.size() - 2) : cell;
      result += &cell == &cells.back() ? "" : "\t";
    }
    result += '\n';
  }
  return result;
}

// Without blanks around it, also those of no break.
std::string_view trimmed_cell(std::string_view cell) {
  constexpr std::string_view no_break = "\u00a0";
  for (cell = trim(cell); cell.ends_with(no_break); cell = trim(cell))
    cell.remove_suffix(no_break.size());
  for (; cell.starts_with(no_break); cell = trim(cell)) cell.remove_prefix(no_break.size());
  return cell;
}

void cut_cells(std::string_view line, char separator, LineCells& cells) {
  cells.is_plain = false;
  cells.defect = nullptr;
  if (separator == blank_separated) {
    cells.count = split_blanks(line, {});
    cells.cells.assign(cells.count + 2, {});
    split_blanks(line, cells.cells);
    return;
  }
  cells.cells.clear();
  const char *at = line.data(), *end = at + line.size();
  while (end != at && end[-1] != separator && is_blank(end[-1])) --end;
  for (bool is_last = false; !is_last; ++at) {
    while (at != end && *at != separator && is_blank(*at)) ++at;
    const bool has_quotes = at != end && *at == '"';
    if (has_quotes) {
      const char* const closing = closing_quote(at + 1, end);
      cells.cells.emplace_back(at + 1, closing);
      if (closing == end) cells.defect = open_quote;
      at = closing == end ? end : closing + 1;
    }
    const char* const start = at;
    at = std::find(at, end, separator);
    is_last = at == end;
    const std::string_view outside = trimmed_cell({start, at});
    if (!has_quotes)
      cells.cells.push_back(outside);
    else if (!outside.empty())
      cells.defect = "has text behind a closing quote";
  }
  cells.count = cells.cells.size();
  cells.cells.emplace_back();
}

std::string without_doubled_quotes(std::string_view text) {
  std::string once;
  for (std::size_t i = 0; i < text.size(); ++i) {
    once += text[i];
    if (text.substr(i).starts_with("\"\"")) ++i;
  }
  return once;
}

bool is_rounded(std::string_view name) {
  const std::size_t plus = name.find('+');
  if (plus < 2 || plus == name.npos || lower(name[plus - 1]) != 'e') return false;
  std::string number(name);
  std::ranges::replace(number, ',', '.');
  return is_digit(name[0]) && parse_double(number);
}

std::string written_cell(std::string_view cell, char separator) {
  const bool has_quote = separator == ',' ? cell.find('"') != cell.npos : cell.starts_with('"');
  const bool is_plain = cell == trim(cell) && !has_quote && cell.find(separator) == cell.npos;
  if (is_plain) return std::string(cell);
  std::string quoted = "\"";
  for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace subintent::internal

namespace subintent {

bool fits_blank_column(std::string_view name, bool is_first) {
  const bool is_comment = is_first && name.starts_with('#');
  return !name.empty() && !is_comment && std::ranges::none_of(name, internal::is_blank);
}

std::optional<std::string_view> control_in(std::string_view text) {
  const auto at = std::ranges::find_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  if (at == text.end()) return std::nullopt;
  if (*at == '\t') return "a tab";
  return *at == '\n' || *at == '\r' ? "a line end" : "a control character";
}

}  // namespace subintent
