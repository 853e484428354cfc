#include "core/collection/header_table.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <set>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/json_text.h"
#include "core/io/input_file.h"

namespace subintent::internal {
namespace {

constexpr std::size_t longest_header = 1 << 16;

// Columns that are neither names, nor grades or scores, of which more is better.
constexpr ColumnNames never_meant = {"order"sv, "index"sv, "timestamp"sv,
                                     "time"sv,  "date"sv,  "created_at"sv};

bool is_never_meant(std::string_view heading) {
  return is_called(heading, never_meant) || is_called(heading, distance_columns);
}

std::vector<std::string> headings_of(std::string_view header, char separator) {
  std::vector<std::string> headings;
  LineCells line;
  cut_cells(header, separator, line);
  for (const std::string_view cell : line.all()) headings.emplace_back(without_type(lowered(cell)));
  return headings;
}

// Is it made of letters, digits and a few signs, and begins with a letter?
bool may_be_heading(std::string_view cell) {
  const auto may_be_in_it = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("_-.:# ").find(c) != std::string_view::npos;
  };
  return !cell.empty() && (is_letter(cell[0]) || cell[0] == '_') &&
         std::ranges::all_of(cell, may_be_in_it);
}

// Calls use(cells) for each row of a table, whose cells in quotes may hold line ends, and done()
// for each of its lines.
[[gnu::cold]] void for_each_cut_row(
    const TextFile& file, const std::function<void(std::span<const std::string_view> cells)>& use,
    const std::function<void()>& done) {
  const std::string_view header = first_line(file.text());
  const std::size_t columns = headings_in(header).size();
  LineSplitter lines(file.text(), file.name());
  LineCells row;
  for (std::string_view line; lines.next(line); done()) {
    if (line.data() <= header.data() || says_nothing(line) || line == header) continue;
    cut_cells(line, separator_of(header), row);
    const auto where = [&, number = lines.line_number()] { return Location{file.name(), number}; };
    std::size_t joined = 0;
    for (std::string_view next; row.defect == open_quote && lines.next(next); ++joined)
      if (std::ranges::count(next, '"') % 2 != 0)
        cut_cells(line = {line.begin(), next.end()}, separator_of(header), row);
    if (row.defect != nullptr)
      throw Error(where(), "the line " + std::string(row.defect), quotes_advice);
    if (row.count != columns) {
      refuse_columns(where(), std::to_string(columns), row.count,
                     "write as many as the header line has");
    }
    use(row.all());
    for (; joined > 0; --joined) done();
  }
}

// May it number intents?
bool is_small_number(std::string_view text) {
  const auto number = parse_integer(text);
  return number && *number >= 0 && *number < 1000;
}

}  // namespace

char separator_of(std::string_view header) {
  for (const char separator : {'\t', ',', ';'})
    if (header.find(separator) != header.npos) return separator;
  return blank_separated;
}

std::string with_point(std::string_view number) {
  std::string result(number);
  if (const std::size_t comma = result.find(','); comma != result.npos) result[comma] = '.';
  return result;
}

bool is_empty_cell(std::string_view cell) {
  return is_missing(cell) || cell == "#N/A";
}

bool counts_lines(std::string_view text, std::size_t columns, std::size_t at, std::int64_t first,
                  std::size_t least) {
  std::string_view topic, column[5];
  std::int64_t before = 0;
  std::size_t lines = 0;
  for (; lines < 10 && split_blanks(take_first_line(text), column) == columns; ++lines) {
    const auto number = parse_whole(column[at]);
    const bool begins = column[0] != topic;
    if (!number || (begins ? *number != first && *number != 1 : *number != before + 1))
      return false;
    topic = column[0];
    before = *number;
  }
  return lines >= least;
}

[[gnu::cold]] bool list_items(std::string_view text) {
  std::set<std::string_view> users, items;  // and the first ones
  for (std::string_view line; users.size() < 20 && !(line = take_first_line(text)).empty();) {
    std::string_view column[5];
    if (line.find_first_not_of("0123456789 \t\r") != line.npos || split_blanks(line, column) < 5 ||
        !users.insert(column[0]).second)
      return false;
    items.insert(column[1]);
  }
  return users.size() > 2 && items.size() > 1;
}

bool names_columns(std::string_view text) {
  const std::string_view header = first_line(text);
  if (header.size() > longest_header) return false;
  const auto headings = headings_of(header, separator_of(header));
  return headings.size() > 1 && std::ranges::all_of(headings, may_be_heading);
}

[[gnu::cold]] void refuse_headings(const TextFile& file, std::span<const WantedColumn> wanted,
                                   std::span<const char* const> names, const std::string& advice) {
  const std::string_view header = first_line(file.text());
  const auto headings = headings_of(header, separator_of(header));
  std::string missing;
  std::vector<ColumnNames> wanting;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!wanted[i].is_required || column_called(wanted[i].names, headings)) continue;
    missing += (missing.empty() ? "no column of " : ", nor of ") + std::string(names[i]);
    wanting.push_back(wanted[i].names);
    const std::span some(wanted[i].names.begin(), std::min<std::size_t>(6, wanted[i].names.size()));
    const bool are_all = some.size() == wanted[i].names.size();
    missing += fmt::format(" ({}{})", join(some, ", "), are_all ? "" : " ...");
  }
  if (missing.empty()) {
    missing = "no column of ranks or scores";
    wanting = {score_columns};
  }
  std::vector<std::string> found, renamed, given;
  std::vector<bool> is_used;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    found.push_back(printable(headings[i]));
    is_used.push_back(is_called(headings[i], judge_columns) ||
                      is_called(headings[i], intent_columns) ||
                      std::ranges::any_of(wanted, [&](const auto& column) {
                        return column_called(column.names, headings) == i;
                      }));
  }
  renamed = found;
  for (const ColumnNames column : wanting) given.emplace_back(*column.begin());
  std::size_t used = 0;
  constexpr ColumnNames none;
  const auto use = [&](const auto& fits) {  // a column for each that is wanting still
    for (std::size_t w = 0; w < wanting.size(); ++w) {
      for (std::size_t i = 0; i < headings.size() && wanting[w].size() > 0; ++i) {
        if (is_used[i] || !fits(headings[i], wanting[w])) continue;
        renamed[i] = given[w];
        is_used[i] = true;
        wanting[w] = none;
        ++used;
      }
    }
  };
  use([](std::string_view heading, ColumnNames column) {  // "Input.query"
    return is_called(heading.substr(heading.rfind('.') + 1), column);
  });
  const char separator = separator_of(header);
  LineCells row;  // the first one
  const std::string_view text = file.text();
  const auto behind = static_cast<std::size_t>(header.end() - text.begin());
  cut_cells(first_line(text.substr(std::min(behind + 1, text.size()))), separator, row);
  const auto left = static_cast<std::size_t>(std::ranges::count(is_used, false));
  const auto is_whole = [&](std::size_t i) { return is_small_number(row.all()[i]); };
  if (used == 0 && wanting.size() == 3 && given[2] == "label" && left == headings.size() &&
      row.count == left) {  // judgments, also of intents
    if (left == 4 && is_whole(3) && !is_whole(2)) given = {"qid", "intent", "docno", "label"};
    if (left == 3 &&
        std::ranges::none_of(row.all(), [](auto cell) { return parse_double(cell).has_value(); }))
      given = {"topic", "intent", "docno"};
    wanting.resize(given.size(), docno_columns);
  }
  const std::size_t others = std::ranges::count(given, "docno") > 0 ? 1 : 0;  // but no grades
  if (left <= wanting.size() - used + others)
    use([](std::string_view heading, ColumnNames) { return !is_never_meant(heading); });
  const std::string between = separator == '\t' ? "<tab>" : std::string(1, separator);
  std::string remedy =
      used < given.size()
          ? fmt::format("give it {} {}", given.size() > 1 ? "columns" : "a column",
                        join(given, ", "))
          : fmt::format("name them, as by \"{}\" as the first line", join(renamed, between));
  const bool has_others = std::ranges::any_of(
      headings, [](const std::string& heading) { return is_never_meant(heading); });
  if (used == 0 && has_others && given == std::vector<std::string>{"score"})
    remedy = "give it a column rank, or score, of which more is better";
  if (given == std::vector<std::string>{"label"}) {
    bool are_whole = row.count == headings.size();
    for (std::size_t i = 0; i < headings.size() && are_whole; ++i)
      are_whole = is_used[i] || row.all()[i].empty() || is_whole(i);
    const std::string label = "add a column label, of 1 where all are relevant";
    const std::string melt = fmt::format(
        "where columns are intents, write a line for each of their cells, below \"{}\", as melt of "
        "pandas does",
        join(std::vector{"topic", "intent", "docno", "label"}, between));
    remedy = used > 0    ? remedy + ", or " + label
             : left < 2  ? label
             : are_whole ? melt
                         : label + "; " + melt;
  }
  if (!advice.empty()) remedy = advice;
  throw Error(file.location(header.data()),
              fmt::format("has the columns {}, and {}", join(found, ", "), missing), remedy);
}

std::vector<std::string> headings_in(std::string_view text) {
  const std::string_view header = first_line(text);
  return headings_of(header.substr(0, longest_header), separator_of(header));
}

[[gnu::cold]] std::string rows_as_json(const TextFile& file,
                                       const std::function<std::string(std::size_t column)>& member,
                                       ColumnNames kept, ColumnNames numbers) {
  const auto headings = headings_in(file.text());
  const bool has_commas = separator_of(first_line(file.text())) == ',';
  std::string result;
  const auto add = [&](std::span<const std::string_view> row) {
    result += '{';
    for (std::size_t i = 0; i < headings.size(); ++i) {
      const std::string name = member ? member(i) : headings[i];
      const auto is_one = [&](std::string_view known) { return name.starts_with(known); };
      if (name.empty() || (row[i].empty() && std::ranges::none_of(kept, is_one))) continue;
      if (result.back() != '{') result += ',';
      append_json_string(result, name);
      result += ':';
      const bool is_number =
          !has_commas && holds_comma(row[i]) && std::ranges::any_of(numbers, is_one);
      append_json_string(result, is_number ? with_point(row[i]) : without_doubled_quotes(row[i]));
    }
    result += '}';
  };
  for_each_cut_row(file, add, [&] { result += '\n'; });
  return result;
}

void refuse_nameless(const Location& where, std::string_view row, const std::string& names,
                     const char* more) {
  const char separator = separator_of(row);
  throw Error(where,
              fmt::format("has {} cells between '{}', and no names of columns",
                          std::ranges::count(row, separator) + 1, separator),
              "write \"" + replace_all(names, ",", std::string(1, separator)) +
                  "\" as the first line" + more);
}

[[gnu::cold]] TextFile with_columns_in_order(TextFile file, std::span<const WantedColumn> wanted) {
  const auto table = HeaderTable::of(file.text(), wanted);
  if (!table) return file;
  const auto headings = headings_in(file.text());
  const bool has_commas = separator_of(first_line(file.text())) == ',';
  std::string lines;
  bool are_whole = wanted[0].names.begin() == topic_columns.begin() && table->has(0);  // "1.0" is 1
  const auto place_of = [&](std::size_t i) {
    return static_cast<std::size_t>(std::ranges::find(headings, table->name_of(i)) -
                                    headings.begin());
  };
  for_each_cut_row(
      file, [&](auto row) { are_whole = are_whole && parse_whole(row[place_of(0)]); }, [] {});
  const auto add = [&](std::span<const std::string_view> row) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!table->has(i)) continue;
      auto cell = row[place_of(i)];
      if (i == 0 && are_whole) cell = cell.substr(0, cell.find('.'));
      if (wanted[i].may_be_empty && is_empty_cell(cell)) cell = {};
      std::string plain =
          wanted[i].is_number && !has_commas ? with_point(cell) : without_doubled_quotes(cell);
      std::ranges::replace(plain, '\n', ' ');
      lines += plain + '\t';
    }
  };
  for_each_cut_row(file, add, [&] { lines += '\n'; });
  return TextFile(Source::memory(lines, file.name()));
}

[[gnu::cold]] std::vector<std::string> names_left_out(std::string_view text,
                                                      std::span<const WantedColumn> wanted) {
  constexpr std::size_t looked_at = 200;  // lines
  const std::string_view header = take_first_line(text);
  const char separator = separator_of(header);
  const auto headings = headings_of(header, separator);
  std::vector<std::set<std::string, std::less<>>> names(headings.size());
  std::vector<bool> has_words(headings.size()), has_amounts(headings.size());
  std::size_t rows = 0;
  LineCells line;
  for (std::string_view row; rows < looked_at && !(row = take_first_line(text)).empty(); ++rows) {
    cut_cells(row, separator, line);
    if (line.defect != nullptr || line.count != headings.size()) return {};
    for (std::size_t i = 0; i < headings.size(); ++i) {
      names[i].emplace(line.cells[i]);
      const bool is_word = !parse_double(line.cells[i]);
      if (is_word) has_words[i] = true;
      if (!is_word && !is_small_number(line.cells[i])) has_amounts[i] = true;
    }
  }
  for (const WantedColumn& column : wanted)
    if (const auto at = column_called(column.names, headings)) names[*at].clear();
  std::vector<std::string> found;
  for (const bool words : {true, false})
    for (std::size_t i = 0; i < headings.size(); ++i)
      if (has_words[i] == words && names[i].size() > 1 && names[i].size() < rows &&
          (words || !has_amounts[i]) && !is_called(headings[i], rank_columns) &&
          std::ranges::none_of(wanted, [&](auto& w) { return is_called(headings[i], w.names); }))
        found.push_back(headings[i]);
  return found;
}

[[gnu::cold]] void refuse_thousands(const TextFile& file) {
  const std::string_view header = first_line(file.text());
  const char separator = separator_of(header);
  if (separator == ',' || file.text().find(',') == std::string_view::npos) return;
  struct Column {
    std::string_view commas, points;  // cells that may have thousands
    bool has_decimals = false, has_hundreds = false;
  };
  std::vector<Column> columns(headings_of(header, separator).size());
  LineSplitter lines(file.text(), file.name());
  LineCells row;
  for (std::string_view line; lines.next(line);) {
    cut_cells(line, separator, row);
    for (std::size_t i = 0; i < std::min(row.count, columns.size()); ++i) {
      const std::string_view cell = trim(row.cells[i]);
      const std::size_t mark = cell.find_first_of(",.");
      if (mark > 0 && mark < 4 && cell.size() == mark + 4 && cell[0] != '0' &&
          parse_double(with_point(cell)))
        (cell[mark] == ',' ? columns[i].commas : columns[i].points) = cell;
      else if (cell.find(',') == cell.npos)
        columns[i].has_hundreds |= parse_whole(cell).value_or(0) >= 100;
      else
        columns[i].has_decimals |= holds_comma(cell);
    }
  }
  const auto refuse = [&](std::string_view cell, const char* mark) {
    throw Error(file.location(cell.data()),
                fmt::format("the {} of {} may stand before decimals or thousands", mark, cell),
                fmt::format("write 1234.5, without {}s", mark));
  };
  for (const auto& [commas, points, has_decimals, has_hundreds] : columns) {
    if (!points.empty() && (has_decimals || !commas.empty())) refuse(points, "point");
    if (!commas.empty() && has_hundreds && !has_decimals) refuse(commas, "comma");
  }
}

[[gnu::cold]] std::optional<HeaderTable> HeaderTable::of(std::string_view text,
                                                         std::span<const WantedColumn> wanted) {
  const std::string_view header = first_line(text);
  if (header.size() > longest_header) return std::nullopt;
  HeaderTable table;
  table.topic_column_.separator = separator_of(header);
  table.rows_ = text.substr(static_cast<std::size_t>(header.end() - text.begin()));
  const auto headings = headings_of(header, table.topic_column_.separator);
  table.column_count_ = headings.size();
  table.columns_.fill(headings.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (const auto column = column_read(wanted[i].names, headings)) {
      if (std::ranges::count(table.columns_, *column) > 0) continue;  // wanted twice
      table.columns_[i] = *column;
      table.headings_[i] = headings[*column];
      if (std::ranges::count(headings, headings[*column]) > 1) table.is_twice_ = i;
      if (i == 0) table.topic_column_.index = *column;
    } else if (wanted[i].is_required) {
      return std::nullopt;
    }
  }
  return table;
}

HeaderTable::HeaderTable(const TextFile& file, std::span<const WantedColumn> wanted,
                         std::size_t names)
    : HeaderTable(of(file.text(), wanted).value()) {
  file_ = file;
  if (is_twice_)
    throw Error(file.location(rows_.data()),
                "the column " + headings_[*is_twice_] + " occurs twice", "remove one of the two");
  require_single_docnos();
  for (std::size_t i = 0; i < names; ++i) {
    may_be_empty_[i] = wanted[i].may_be_empty;
    if (has(i)) name_columns_.push_back(i);
    bool are_floats = i > 0 && first_cell(i).ends_with(".0");
    const auto look = [&](std::span<const std::string_view> row) {
      const std::string_view cell = row[columns_[i]];
      are_floats &= is_empty_cell(cell) || (cell.ends_with(".0") && parse_whole(cell));
    };
    if (are_floats) for_each_cut_row(file, look, [] {});
    if (are_floats) float_columns_.push_back(i);
  }
  for (std::size_t i = names; i < wanted.size(); ++i)
    if (has(i) && wanted[i].is_number && topic_column_.separator != ',')
      number_columns_.push_back(i);
  if (!number_columns_.empty()) refuse_thousands(file);
  has_plus_ = rows_.find('+') != rows_.npos;
  names_ = UnescapedNames(file.content());
}

[[gnu::cold]] std::string part_advice(const std::string& name) {
  return "name each part in one column docno in place of the two, such as " + name +
         ", and likewise in runs, judgments and texts";
}

[[gnu::cold]] void require_names_of_parts(const TextFile& table, bool are_judgments) {
  const auto headings = headings_in(table.text());
  const auto topic = column_called(topic_columns, headings),
             docno = column_called(docno_columns, headings),
             part = column_called(columns_of_parts, headings),
             whole = column_called(columns_of_wholes, headings),
             intent = column_called(intent_columns, headings);
  if (!topic || !part || !whole || (docno != part && (docno != whole || !are_judgments))) return;
  bool are_small = docno == part;
  std::string name;  // of the last part
  std::map<std::string, std::string> others;
  const auto use = [&](std::span<const std::string_view> row) {
    if (docno == whole && !parse_whole(row[*part])) return;
    const std::size_t other = docno == part ? *whole : *part;
    are_small = are_small && is_small_number(row[*part]);
    name = fmt::format("{}#{}", printable(row[*whole]), printable(row[*part]));
    std::string names = fmt::format("{}\t{}", row[*topic], row[*docno]);
    if (docno == whole && intent) names += fmt::format("\t{}", row[*intent]);
    const auto& before = others.try_emplace(names, row[other]).first->second;
    if (before == row[other]) return;
    throw Error(Location{table.name(), 0},
                fmt::format("has the {} {} of topic {} twice, with the {} {} and {}",
                            headings[*docno], printable(row[*docno]), printable(row[*topic]),
                            headings[other], printable(before), printable(row[other])),
                part_advice(name));
  };
  for_each_cut_row(table, use, [] {});
  if (are_small && !name.empty())
    throw Error(
        Location{table.name(), 0},
        fmt::format(
            "names documents by the small numbers of {}, which parts of several {} may share",
            headings[*part], headings[*whole]),
        part_advice(name));
}

[[gnu::cold]] void require_names_of_parts(const TextFile& file, std::span<const TopicLines> topics,
                                          bool are_judgments) {
  if (!first_object_has(file.text(), {columns_of_parts, columns_of_wholes})) return;
  std::string lines;
  for (const TopicLines& topic : topics)
    for (const std::string_view piece : topic.pieces) lines += one_line(piece) + '\n';
  const std::string table = table_of_records(lines, SIZE_MAX);
  require_names_of_parts(TextFile(Source::memory(table, file.name())), are_judgments);
}

// Do cells of docnos hold several, as the text of a list or between signs? Signs may be of the
// names: cells of lists differ in how many, and a topic has few, or has one, of names that differ
// in their numbers.
[[gnu::cold]] void HeaderTable::require_single_docnos() const {
  constexpr std::size_t looked_at = 200;
  std::size_t rows = 0, topics = 0, literals = 0, joined = 0, least = looked_at, most = 0;
  bool are_alike = true, are_numbered = true;
  std::string_view text = rows_, several, topic, word;
  LineCells line;
  for (std::string_view row; rows < looked_at && !(row = take_first_line(text)).empty(); ++rows) {
    cut_cells(row, topic_column_.separator, line);
    if (line.defect != nullptr || line.count != column_count_) return;
    std::string_view cell = line.cells[columns_[1]];
    if (is_rounded(cell)) return;
    topics += topic != std::exchange(topic, line.cells[columns_[0]]) ? 1 : 0;
    literals += cell.starts_with('[') && cell.ends_with(']') ? 1 : 0;
    if (several.empty() || cell.size() > several.size()) several = cell;
    const char sign = cell.find('|') != cell.npos ? '|' : cell.find(';') != cell.npos ? ';' : ',';
    std::size_t count = 0;
    for (std::size_t end = 0; end != cell.npos;
         cell.remove_prefix(end == cell.npos ? 0 : end + 1)) {
      end = cell.find(sign);
      const std::string_view name = trim(cell.substr(0, end));
      const auto first = name.substr(0, name.find_first_of("0123456789"));
      if (rows + count++ == 0) word = first;
      are_alike &= !name.empty() && first.empty() == word.empty();
      are_numbered &= first == word;
    }
    joined += count > 1 ? 1 : 0;
    least = std::min(least, count);
    most = std::max(most, count);
  }
  const bool are_lists =
      are_alike && 2 * joined >= rows &&
      (least < most ? rows <= 2 * topics : rows == topics && are_numbered && least > 2);
  if (rows == 0 || (literals < rows && !are_lists)) return;
  throw Error(file_->location(several.data()),
              "the " + headings_[1] + " " + printable(several) + " names several documents",
              "write a row for each, as explode of pandas does");
}

std::string_view HeaderTable::first_cell(std::size_t wanted) const {
  LineCells line;
  cut_cells(first_line(rows_), topic_column_.separator, line);
  return has(wanted) && line.count == column_count_ ? line.cells[columns_[wanted]] : "";
}

void HeaderTable::refuse(const LineCells& line, const char* place) const {
  const Location location = file_->location(place);
  if (line.defect != nullptr)
    throw Error(location, "the line " + std::string(line.defect), quotes_advice);
  throw Error(location,
              "expected " + count_of(column_count_, "column") + ", as in the header line, found " +
                  std::to_string(line.count),
              "write one cell for each column");
}

std::string_view HeaderTable::checked_name(std::size_t i, const Row& row) const {
  const std::string_view name = row[i];
  if (name.empty() && may_be_empty_[i]) return name;
  if (is_rounded(name)) {
    throw Error(file_->location(row.place),
                "the " + headings_[i] + " " + printable(name) + rounded_name, rounded_advice);
  }
  if (const auto defect = docno_defect(name)) {
    throw Error(file_->location(row.place), "the " + headings_[i] + " " + *defect, "write a name");
  }
  if (!has_doubled_quotes(name, row.place)) return name;
  return names_.put(name, without_doubled_quotes(name));
}

std::vector<TopicLines> HeaderTable::topics() const {
  std::vector<TopicLines> topics = lines_by_topic(rows_, topic_column_);
  // Joined files name the columns again.
  const auto is_header = [header = first_line(file_->text())](std::string_view piece) {
    return piece.size() <= header.size() + 2 && first_line(piece) == header;
  };
  std::erase_if(topics, [&](const TopicLines& lines) {
    return std::ranges::all_of(lines.pieces, is_header);
  });
  const auto has_quotes = [](const TopicLines& lines) { return lines.topic.starts_with('"'); };
  if (std::ranges::any_of(topics, has_quotes)) {
    TopicPieces pieces;
    for (const TopicLines& lines : topics) {
      std::string_view topic = lines.topic;
      if (topic.starts_with('"') && topic.size() > 1) {
        topic = topic.substr(1, topic.size() - 2);
        topic = names_.put(topic, without_doubled_quotes(topic));
      }
      for (const std::string_view piece : lines.pieces) pieces.add(topic, piece);
    }
    topics = pieces.take();
    for (TopicLines& lines : topics) {
      std::ranges::sort(lines.pieces, std::less<>(),
                        [](std::string_view piece) { return piece.data(); });
    }
  }
  const auto is_whole_float = [](const TopicLines& lines) {  // as pandas writes numbers
    return lines.topic.ends_with(".0") && parse_whole(lines.topic);
  };
  if (std::ranges::all_of(topics, is_whole_float))
    for (TopicLines& lines : topics) lines.topic.remove_suffix(2);
  return topics;
}

}  // namespace subintent::internal
