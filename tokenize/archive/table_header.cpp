#include "tokenize/archive/table_header.h"

#include "core/base/strings.h"
#include "subintent/column_names.h"
#include "tokenize/archive/collection_format.h"

namespace subintent::internal {

std::size_t record_end(std::string_view text, Dialect dialect) {
  if (!dialect.has_quotes) return std::min(text.find('\n'), text.size());
  bool in_quotes = false, starts_cell = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_quotes && c == '\\' && dialect.has_escapes) {
      ++i;
      continue;
    }
    if (c == '"' && (in_quotes || starts_cell)) {
      in_quotes = !in_quotes;
      // One of two is a quote in the cell.
      starts_cell = !in_quotes;
      continue;
    }
    if (!in_quotes && c == '\n') return i;
    starts_cell = c == dialect.delimiter;
  }
  return in_quotes ? std::string_view::npos : text.size();
}

std::optional<std::string> take_cell(std::optional<std::string_view>& rest, Dialect dialect) {
  if (!rest) return std::nullopt;
  std::string cell;
  std::string_view text = *rest;
  if (dialect.has_quotes && text.starts_with('"')) {
    for (text.remove_prefix(1); !text.empty(); text.remove_prefix(1)) {
      const bool is_escape = dialect.has_escapes && text[0] == '\\' && text.size() > 1 &&
                             (text[1] == '"' || text[1] == '\\');
      if (is_escape || text[0] == '"') {
        text.remove_prefix(1);
        if (!is_escape && !text.starts_with('"')) break;
      }
      cell += text[0];
    }
  }
  const std::size_t end = text.find(dialect.delimiter);
  cell += text.substr(0, end);
  rest = end == text.npos ? std::nullopt : std::optional(text.substr(end + 1));
  return cell;
}

std::vector<std::string> cells_of(std::string_view record, Dialect dialect, std::size_t most,
                                  bool* is_more) {
  if (record.ends_with('\r')) record.remove_suffix(1);
  std::vector<std::string> cells;
  std::optional<std::string_view> rest = record;
  while (rest && cells.size() < most) cells.push_back(*take_cell(rest, dialect));
  if (rest && is_more != nullptr)
    *is_more = rest->find_first_not_of(dialect.delimiter) != rest->npos;
  if (rest && !cells.empty()) (cells.back() += dialect.delimiter) += *rest;
  return cells;
}

std::string_view unquoted(std::string_view cell) {
  cell = trim(cell);
  const bool is_quoted = cell.size() > 1 && cell.front() == '"' && cell.back() == '"';
  return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
}

std::vector<std::vector<std::string>> even_rows(std::string_view bytes, Dialect dialect) {
  constexpr std::size_t enough = 500;
  const bool is_all = bytes.size() < collection_detection_size / 2;
  std::vector<std::vector<std::string>> rows;
  while (!bytes.empty() && rows.size() < enough) {
    const std::size_t end = record_end(bytes, dialect);
    if (end == bytes.npos || (end == bytes.size() && !is_all)) break;
    auto cells = cells_of(bytes.substr(0, end), dialect);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (cells.size() == 1 && cells[0].empty()) continue;
    if (!rows.empty() && cells.size() != rows[0].size()) return {};
    rows.push_back(std::move(cells));
  }
  return rows;
}

namespace {

bool is_of_other_script(char c) {
  return static_cast<unsigned char>(c) > 127;
}

}  // namespace

bool looks_like_names(std::span<const std::string> cells, std::string_view digits) {
  // Frames leave the name of their first column out.
  if (cells.size() > 2 && cells[0].empty()) cells = cells.subspan(1);
  const auto may_begin = [&](char c) {
    return is_letter(c) || is_of_other_script(c) || (c == '#' && !digits.empty());
  };
  return std::ranges::all_of(cells, [&](std::string_view cell) {
    return !cell.empty() &&
           cell.size() <= (std::ranges::any_of(cell, is_of_other_script) ? 60 : 30) &&
           may_begin(cell[0]) &&
           std::ranges::all_of(cell,
                               [&](char c) {
                                 return may_begin(c) || digits.find(c) != digits.npos ||
                                        std::string_view("_- .()#/%").find(c) < 9;
                               }) &&
           std::ranges::count(cell, ' ') <= 2;
  });
}

namespace {

// Are these 0, 1, 2, or V1, V2, as programs name columns that have no names?
bool are_numbered(std::span<const std::string> cells) {
  if (cells.size() > 2 && cells[0].empty()) cells = cells.subspan(1);
  const std::string prefix = cells[0].substr(0, cells[0].find_first_of("01"));
  const std::size_t first = prefix.empty() ? 0 : 1;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != prefix + std::to_string(i + first)) return false;
  return cells.size() > 1 && std::ranges::none_of(prefix, is_digit);
}

// Has R left out the name of the first column, which numbers the rows?
bool lacks_first_name(const Header& header) {
  const auto is_row = [&](const std::vector<std::string>& row, std::string_view number) {
    return row.size() == header.names.size() + 1 && unquoted(row[0]) == number &&
           is_plain_docno(unquoted(row[header.fields.docnos[0] + 1]));
  };
  return header.is_there && is_row(header.row, "1") &&
         (header.next.size() < 2 || is_row(header.next, "2"));
}

// Tells names that are not known by several lines of a table, none of which has such.
[[gnu::cold]] void look_below(Header& header, std::string_view lines, bool is_all,
                              Dialect dialect) {
  std::size_t rows = 0, alike = 0, longer = 0;
  while (lines.find('\n') != lines.npos || (is_all && !lines.empty())) {
    const auto cells = cells_of(take_line(lines), dialect, header.names.size());
    rows += cells.back().empty() ? 0 : 1;
    alike += looks_like_names(cells) ? 1 : 0;
    longer += cells.back().find(' ') != std::string::npos ? 1 : 0;
  }
  const bool has_docno = !header.fields.docnos.empty() && !header.fields.is_guess;
  header.is_weak = rows > 1 && alike == 0 && !has_docno;
  header.is_there = header.is_weak || (rows > 0 && has_docno);
  header.may_be_there =
      rows > 1 && 2 * longer > rows && header.names.back().find(' ') == std::string::npos;
}

// A number or a date is 1, one word with digits, as ids are, 2, and another text 0.
std::size_t kind_of_cell(std::string_view cell) {
  const auto digits = std::ranges::count_if(cell, is_digit);
  if (digits == 0 || cell.size() > 100) return 0;
  if (is_digit(cell[cell[0] == '-' ? 1 : 0]) && std::ranges::count_if(cell, is_letter) <= digits)
    return 1;
  return cell.find(' ') == cell.npos ? 2 : 0;
}

// Does the first line name columns, whatever it calls them? A word stands above numbers, dates or
// ids, and nothing is above its like. Of two columns, or between tabs, less is sure.
[[gnu::cold]] bool names_what_is_below(const Header& header,
                                       const std::vector<std::vector<std::string>>& rows,
                                       char delimiter) {
  bool is_above = false;
  for (std::size_t i = 0; i < header.names.size(); ++i) {
    std::array<std::size_t, 3> kinds{};
    for (const auto& row : rows) kinds[kind_of_cell(unquoted(row[i]))] += row[i].empty() ? 0 : 1;
    const auto [texts, numbers, ids] = kinds;
    const std::string& name = header.names[i];
    if (numbers + ids <= texts + (ids > 0 ? 1 : 0) || name.empty()) continue;
    const std::size_t kind = kind_of_cell(name);
    if (kind > 0 && kinds[kind] > 0) return false;
    const bool is_word = is_letter(name[0]) || is_of_other_script(name[0]) || name[0] == '#';
    const bool is_sure =
        header.names.size() > 2 ? i == 0 || delimiter != '\t' : i == 0 && texts == 0;
    is_above =
        is_above ||
        (is_sure && is_word &&
         (ids == 0 || (delimiter != '\t' && name.find_first_of("./:@") == std::string::npos)));
  }
  return is_above;
}

}  // namespace

Header header_of(std::string_view bytes, Dialect dialect, const FieldNames& known) {
  const bool is_all = bytes.size() < collection_detection_size;
  std::size_t end = record_end(bytes, dialect);
  if (end == bytes.npos) end = bytes.find('\n');
  Header header;
  header.names = cells_of(bytes.substr(0, end), dialect);
  for (std::string& name : header.names) {
    name = unquoted(name);
    std::ranges::replace_if(name, is_blank, ' ');
  }
  if (std::ranges::all_of(header.names, [](auto& name) { return without_type(name) != name; }))
    for (std::string& name : header.names) name = without_type(name);
  if (std::string& first = header.names[0]; first.starts_with('#')) {
    const std::string name = std::exchange(first, std::string(trim(first.substr(1))));
    if (!known.find(header.views()).use(0, true)) first = name;
  }
  if (const auto first = lowered(header.names[0]); first == "unnamed: 0" || first == "level_0")
    header.names[0].clear();
  header.fields = known.find(header.views());
  // Series leave the name of the docnos out.
  if (header.names.size() == 2 && header.names[0].empty() && !known.asks_for_docno())
    header.fields.docnos = {0};
  const bool has_docno = !header.fields.docnos.empty(), has_text = !header.fields.texts.empty();
  const bool are_short =
      std::ranges::all_of(header.names, [](const std::string& name) { return name.size() <= 30; });
  const bool is_said = has_docno && (has_text || (are_short && !header.fields.is_guess));
  header.is_there = header.names.size() > 1 && (is_said || are_numbered(header.names));
  const auto behind = [](std::string_view text, std::size_t record) {
    return record < text.size() ? text.substr(record + 1) : std::string_view();
  };
  std::string_view rest = behind(bytes, end);
  std::size_t size = std::min(record_end(rest, dialect), rest.size());
  std::string_view more = behind(rest, size);
  if (more.starts_with(R"("{""ImportId"")")) {  // Qualtrics
    header.passed = 2;
    rest = behind(more, record_end(more, dialect));
    size = std::min(record_end(rest, dialect), rest.size());
    more = behind(rest, size);
  }
  const auto set_rows = [&](std::size_t most) {
    header.row = cells_of(rest.substr(0, size), dialect, most);
    header.next = cells_of(more.substr(0, record_end(more, dialect)), dialect, most);
  };
  set_rows(std::string_view::npos);
  if (lacks_first_name(header)) {
    header.names.insert(header.names.begin(), "");
    header.fields = known.find(header.views());
  }
  set_rows(header.names.size());
  const auto& second = header.row;
  const auto has_digit = [](std::string_view cell) { return std::ranges::any_of(cell, is_digit); };
  const bool are_names = looks_like_names(header.names);
  // Names with digits stand above a number, where others are not known.
  const bool may_be_names =
      !has_digit(header.names[0]) && looks_like_names(header.names, "0123456789") &&
      (has_docno || has_text || (header.names.size() > 2 && parse_integer(second[0])));
  if (header.is_there || header.names.size() < 2) return header;
  if (!are_names && !may_be_names) {
    const auto rows = even_rows(rest, dialect);
    header.is_there = header.is_weak = !rows.empty() && rows[0].size() == header.names.size() &&
                                       names_what_is_below(header, rows, dialect.delimiter);
    return header;
  }
  // Names that are not known, above a line that has none.
  const bool has_other_script = std::ranges::any_of(header.names, [](std::string_view name) {
    return std::ranges::any_of(name, is_of_other_script);
  });
  header.is_there = second.size() == header.names.size() && !looks_like_names(second) &&
                    (has_docno || has_text || has_digit(second[0]) ||
                     std::ranges::count(second.back(), ' ') > 2 ||
                     (has_other_script && std::ranges::any_of(second, has_digit)));
  if (!header.is_there && are_names && !rest.empty()) look_below(header, rest, is_all, dialect);
  return header;
}

}  // namespace subintent::internal
