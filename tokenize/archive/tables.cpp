// Collections in tables, one document per line or, with quotes, per record (RFC 4180):
//   docno<tab>text              without a header line; further tabs belong to the text
//   docno,title,text            with one, whose names are those of field_names.h

#include <fmt/format.h>

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "subintent/column_names.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_records.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/http_response.h"
#include "tokenize/archive/payload.h"

namespace subintent::internal {
namespace {

constexpr std::size_t all = std::string_view::npos;

struct Dialect {
  char delimiter = '\t';
  bool has_quotes = false;
  bool has_escapes = false;  // \" is a quote, and \\ a backslash
};

// Finds the end of the record that `text` begins with, without its line end; npos if a quote is not
// closed. Quotes are opened at the start of a cell only.
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

// Are quotes in cells behind a backslash? One in front of others than a separator does not end it.
bool has_escaped_quotes(std::string_view bytes, char delimiter) {
  for (std::size_t at = 0; (at = bytes.find("\\\"", at)) != bytes.npos; at += 2)
    if (at + 2 < bytes.size() && bytes[at + 2] != delimiter &&
        std::string_view("\"\r\n").find(bytes[at + 2]) == bytes.npos)
      return true;
  return false;
}

// The cell that `rest` begins with, which is cut off; nothing if there is none.
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

// The first `most` cells; the last of them has the rest of the record, and there `is_more` if that
// holds anything.
std::vector<std::string> cells_of(std::string_view record, Dialect dialect, std::size_t most = all,
                                  bool* is_more = nullptr) {
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

// Are cells between tabs quoted as in RFC 4180? All that begin with a quote are, and one of them is
// a docno, has a quote inside, or a line end where the text would be cut. `is_all` of the table is
// there.
bool has_quoted_cells(std::string_view bytes, bool is_all) {
  bool is_sure = false;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const bool is_docno = at == 0 || bytes[at - 1] == '\n';
    if (bytes[at] == '"') {
      const std::size_t start = ++at;
      bool has_quote = false;
      while ((at = bytes.find('"', at)) != bytes.npos && bytes.substr(at + 1).starts_with('"')) {
        has_quote = true;
        at += 2;
      }
      if (at == bytes.npos) return is_sure && !is_all;
      const std::string_view cell = bytes.substr(start, at - start), rest = bytes.substr(at + 1, 2);
      if (!rest.empty() && rest[0] != '\t' && rest[0] != '\n' && rest != "\r\n") return false;
      is_sure = is_sure || is_docno || has_quote ||
                (cell.find('\n') != cell.npos && cell.find('\t') == cell.npos);
    }
    at = bytes.find_first_of("\t\n", at);
    if (at == bytes.npos) break;
  }
  return is_sure;
}

// Are these lines texts, as this program writes them: docno, title, URL and excerpt?
bool are_texts(std::string_view bytes, bool is_all) {
  bool is_there = false;
  while (bytes.find('\n') != bytes.npos || (is_all && !bytes.empty())) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (!is_line_of_texts(line)) return false;
    is_there = true;
  }
  return is_there;
}

// Are there excerpts as long as they may be?
bool are_cut(std::string_view bytes) {
  constexpr std::size_t likely_cut = 290;  // bytes
  for (std::string_view line; !bytes.empty();
       bytes.remove_prefix(std::min(line.size() + 1, bytes.size()))) {
    line = bytes.substr(0, bytes.find('\n'));
    if (line.size() - line.rfind('\t') > likely_cut) return true;
  }
  return false;
}

// A header line, if the first record is one, and what it says.
struct Header {
  bool is_there = false, is_weak = false, may_be_there = false;
  std::vector<std::string> names;
  std::vector<std::string> row, next;  // the cells of the first records behind it
  Fields fields;

  std::vector<std::string_view> views() const { return {names.begin(), names.end()}; }
};

bool is_of_other_script(char c) {
  return static_cast<unsigned char>(c) > 127;
}

// Names, rather than a docno and a text. They may have digits, if that is said.
bool looks_like_names(std::span<const std::string> cells, std::string_view digits = {}) {
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

Header header_of(std::string_view bytes, Dialect dialect, const FieldNames& known) {
  const std::size_t end = std::min(record_end(bytes, dialect), bytes.find('\n'));
  Header header;
  header.names = cells_of(bytes.substr(0, end), dialect);
  for (std::string& name : header.names) name = unquoted(name);
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
  const std::string_view rest = end < bytes.size() ? bytes.substr(end + 1) : std::string_view();
  const std::size_t size = std::min(record_end(rest, dialect), rest.size());
  const std::string_view more = rest.substr(std::min(size + 1, rest.size()));
  const auto set_rows = [&](std::size_t most) {
    header.row = cells_of(rest.substr(0, size), dialect, most);
    header.next = cells_of(more.substr(0, record_end(more, dialect)), dialect, most);
  };
  set_rows(all);
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
  if (header.is_there || header.names.size() < 2 || !(are_names || may_be_names)) return header;
  // Names that are not known, above a line that has none.
  const bool has_other_script = std::ranges::any_of(header.names, [](std::string_view name) {
    return std::ranges::any_of(name, is_of_other_script);
  });
  header.is_there = second.size() == header.names.size() && !looks_like_names(second) &&
                    (has_docno || has_text || has_digit(second[0]) ||
                     std::ranges::count(second.back(), ' ') > 2 ||
                     (has_other_script && std::ranges::any_of(second, has_digit)));
  if (!header.is_there && are_names && !rest.empty())
    look_below(header, rest, bytes.size() < collection_detection_size, dialect);
  return header;
}

// The dialect by which the first line is a header line; else that of its most frequent separator.
Dialect dialect_of(std::string_view bytes, const FieldNames& known) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  Dialect best{',', true};
  for (const char delimiter : {',', ';', '\t', '|'}) {
    const Header header = header_of(line, {delimiter, true}, known);
    if (header.is_there) return {delimiter, true};
    if (std::ranges::count(line, delimiter) > std::ranges::count(line, best.delimiter))
      best.delimiter = delimiter;
  }
  return best;
}

// The kind of what stands behind the docno on every line: texts mostly have a blank.
[[gnu::cold]] std::string_view kind_of_pairs(std::string_view bytes) {
  bool are_hex = true, are_numbers = true, are_docnos = true;
  std::size_t lines = 0, texts = 0;
  for (; bytes.find('\n') != bytes.npos; ++lines) {
    const auto cells = split_tabs(take_line(bytes));
    if (cells.size() != 2) return {};
    const std::size_t size = cells[1].size();
    are_hex = are_hex && (size == 16 || size == 32 || size == 64) &&
              cells[1].find_first_not_of("0123456789abcdef") == cells[1].npos;
    const auto words = split(cells[1], ' ');
    are_numbers = are_numbers && words.size() > 1 && std::ranges::all_of(words, [](auto& word) {
                    return word.find('.') != word.npos && parse_double(word);
                  });
    are_docnos = are_docnos && is_plain_docno(cells[0]);
    texts += words.size() > 1 ? 1 : 0;
  }
  return lines == 0                        ? ""
         : are_hex                         ? "fingerprints"
         : are_numbers                     ? "vectors"
         : are_docnos && 2 * texts > lines ? "texts"
                                           : "";
}

// Comments and blank lines that a table begins with.
std::size_t size_of_comments(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && std::string_view("#\r\n").find(bytes[at]) != bytes.npos)
    at = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
  return at;
}

class TableReader : public DocumentRecords {
 public:
  TableReader(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options,
              bool is_tsv)
      : DocumentRecords(window, counts, options), is_tsv_(is_tsv) {
    std::string_view bytes = window.peek(collection_detection_size);
    pass_comments(bytes);
    if (bytes.starts_with("sep=")) {
      const auto table = without_byte_order_mark(bytes, window.name());
      lines_ = table.size() < bytes.size() ? 1 : 0;
      window.skip(bytes.size() - table.size());
      bytes = window.peek(collection_detection_size);
    }
    if (bytes.find('\n') == bytes.npos && trim(bytes).find('\r') != bytes.npos)
      throw Error({window.name(), 1}, "has CR alone as line ends",
                  "convert it with tr '\\r' '\\n'");
    const bool is_all = bytes.size() < collection_detection_size;
    const bool has_texts = is_tsv_ && !options.is_one_of_folder && are_texts(bytes, is_all);
    dialect_ = is_tsv_ ? Dialect{'\t', !has_texts && has_quoted_cells(bytes, is_all)}
                       : dialect_of(bytes, options.names);
    if (const auto kind = is_tsv_ ? kind_of_pairs(bytes) : ""; !kind.empty() && kind != "texts")
      throw UnknownNames({window.name(), 0}, fmt::format("holds {}, no texts", kind),
                         "give the documents that they are made from, or cluster them by the "
                         "command cluster");
    dialect_.has_escapes = dialect_.has_quotes && has_escaped_quotes(bytes, dialect_.delimiter);
    set_columns(bytes, has_texts);
  }

 private:
  // Comments and blank lines above a header line are passed over, and comments above a TSV.
  void pass_comments(std::string_view& bytes) {
    const std::size_t at = size_of_comments(bytes);
    const std::string_view rest = bytes.substr(at);
    const Dialect dialect = is_tsv_ ? Dialect{'\t', true} : dialect_of(rest, options_.names);
    const Fields fields = header_of(rest, dialect, options_.names).fields;
    const bool are_above = is_tsv_ && bytes.substr(0, at).find('\t') == bytes.npos;
    if (!are_above && (fields.docnos.empty() || fields.texts.empty())) return;
    lines_ = static_cast<std::uint64_t>(std::ranges::count(bytes.substr(0, at), '\n'));
    window_.skip(at);
    bytes = window_.peek(collection_detection_size);
  }

  // Throws Error for a header line that does not say which columns are docno and text.
  void set_columns(std::string_view bytes, bool has_texts) {
    const FieldNames& names = options_.names;
    Header header = header_of(bytes, dialect_, names);
    const auto docno = parse_integer(names.docno());
    if (docno && header.is_weak) header.is_there = false;
    if (!header.is_there && docno && *docno > 0) {
      header.fields.docnos = {static_cast<std::size_t>(*docno - 1)};
      for (const std::string& name : names.texts()) {
        const auto text = parse_integer(name);
        if (text && *text > 0) header.fields.texts.push_back({static_cast<std::size_t>(*text - 1)});
      }
    }
    // MS MARCO's documents: docno, URL, title and body.
    const bool has_url = header.names.size() == 4 && header.names[1].find("://") < 10;
    if (!header.is_there && !names.asks_for_docno() && !names.asks_for_texts() &&
        (has_url || has_texts))
      header.fields = {
          .docnos = {0}, .texts = {{3}}, .title = has_url ? 2 : 1, .url = has_url ? 1 : 2};
    if (has_texts && !has_url && !header.is_there && are_cut(bytes))
      counts_.left_out = {window_.name(),
                          "holds the first words of documents, and these alone are read",
                          "give the documents themselves", true};
    if (header.fields.is_guess && header.row.size() > header.fields.docnos[0] &&
        !is_plain_docno(trim(header.row[header.fields.docnos[0]])))
      header.fields.docnos.clear();
    const bool says_all = !header.fields.docnos.empty() && !header.fields.texts.empty();
    const bool is_asked = header.is_there || names.asks_for_docno() || names.asks_for_texts();
    const bool must_say =
        is_asked ||
        (options_.is_one_of_folder &&
         !(window_.name().find(".tsv") != std::string::npos && kind_of_pairs(bytes) == "texts"));
    if (must_say && !says_all) {
      const auto views = header.views();
      if (!is_asked && !looks_like_names(header.names))
        throw UnknownNames({window_.name(), lines_ + 1}, "has no header line of names",
                           "say which columns are docno and text, as with `docno=1` `text=2`");
      throw UnknownNames(
          {window_.name(), lines_ + 1},
          names.complaint("columns", views, header.fields) +
              (header.is_weak ? ", unless line 1 is a document, of columns 1 and 2" : ""),
          names.advice(views, header.fields, header.row, header.next));
    }
    if (!says_all && header.may_be_there)
      doubt("line 1 is read as a document: " + join(header.names, ", "), "it names columns",
            names.advice(header.views(), {}, header.row, header.next));
    if (!says_all) return;
    columns_ = header.fields;
    if (header.is_there) names_ = header.names;
    has_header_ = header.is_there;
    most_cells_ = header.names.size();
  }

  std::optional<Record> next_record() override {
    while (true) {  // joined files name the columns again
      const auto record = dialect_.has_quotes ? next_quoted() : DocumentRecords::next_record();
      if (!record || (!has_header_ && (header_.empty() || record->text != header_))) return record;
      if (std::exchange(has_header_, false)) header_ = record->text;
    }
  }

  // If the quote of a record is not closed, one line is skipped.
  std::optional<Record> next_quoted() {
    window_.skip(std::exchange(in_sight_, 0));
    line_ = lines_ + 1;
    std::size_t size = 1 << 12;
    while (true) {
      const std::string_view bytes = window_.peek(size);
      if (bytes.empty()) return std::nullopt;
      const std::size_t end = record_end(bytes, dialect_);
      if (end < bytes.size() || (bytes.size() < size && end == bytes.size()))
        return take(bytes, end, {});
      if (bytes.size() < size || size > document_size_limit) {
        const std::size_t line = std::min(bytes.find('\n'), bytes.size());
        return take(bytes, line,
                    line < document_size_limit ? "record with a quote that is not closed"
                                               : "record longer than 64 MiB");
      }
      size *= 2;
    }
  }

  Record take(std::string_view bytes, std::size_t end, std::string_view defect) {
    const std::string_view record = bytes.substr(0, end);
    in_sight_ = std::min(end + 1, bytes.size());
    lines_ += static_cast<std::uint64_t>(std::ranges::count(bytes.substr(0, in_sight_), '\n'));
    return {defect.empty() ? record : std::string_view(), defect};
  }

  std::optional<std::string> read_record(std::string_view record, Document& document) override {
    return columns_ ? read_columns(record, document) : read_plain(record, document);
  }

  // A docno has no quotes around it, whatever other cells begin with.
  std::string_view docno_of(std::string_view cell) const {
    return dialect_.has_quotes ? trim(cell) : unquoted(cell);
  }

  // A docno and a text.
  std::optional<std::string> read_plain(std::string_view record, Document& document) {
    std::optional<std::string_view> rest = record;
    document.docno = docno_of(*take_cell(rest, dialect_));
    if (!rest) return dialect_.delimiter == '\t' ? "line without a tab" : "line with one column";
    if (const auto defect = docno_defect(document.docno)) return "docno that " + *defect;
    std::string text(dialect_.has_quotes ? std::string_view() : *rest);
    for (bool is_first = true; dialect_.has_quotes && rest; is_first = false)
      text.append(is_first ? "" : "\n").append(*take_cell(rest, dialect_));
    set_text(document, {}, text, place());
    return std::nullopt;
  }

  std::optional<std::string> read_columns(std::string_view record, Document& document) {
    bool is_more = false;
    const std::vector<std::string> cells = cells_of(record, dialect_, most_cells_, &is_more);
    if (is_more && most_cells_ > 2 && dialect_.delimiter != '\t')
      counts_.count_repaired("line with more columns than the header line", place());
    const auto cell = [&](std::optional<std::size_t> column) {
      return column && *column < cells.size() ? std::string_view(cells[*column])
                                              : std::string_view();
    };
    if (columns_->docnos[0] >= cells.size() || columns_->texts[0].place >= cells.size())
      return "line with fewer columns than the header line";
    const auto docno_at = [&](std::size_t at) { return std::string(docno_of(cell(at))); };
    document.docno = docno_in(names_, *columns_, docno_at).value_or(docno_at(columns_->docnos[0]));
    if (const auto defect = docno_defect(document.docno)) return "docno that " + *defect;
    document.title = cell(columns_->title);
    document.url = encoded_url(trim(cell(columns_->url)));
    const Fields::Text& first = columns_->texts[0];
    std::string before, text(cell(first.place));
    const auto put_before = [&](std::string_view part) {
      if (!part.empty()) before.append(part) += '\n';
    };
    if (!first.is_complete) put_before(cell(columns_->title));
    if (first.has_headings) put_before(cell(columns_->headings));
    put_before(cell(columns_->abstract));
    for (std::size_t i = 1; options_.names.asks_for_texts() && i < columns_->texts.size(); ++i)
      text.append("\n").append(cell(columns_->texts[i].place));
    set_text(document, before, text, place(), first.is_html);
    if (!names_.empty() && may_leave_out(*columns_))
      note_left_out(std::vector<std::string_view>(names_.begin(), names_.end()), *columns_, cells,
                    document.content.size());
    return std::nullopt;
  }

  const bool is_tsv_;
  Dialect dialect_;
  std::optional<Fields> columns_;   // none: the first is the docno
  std::vector<std::string> names_;  // of the header line
  std::string header_;              // that line
  bool has_header_ = false;         // which is still to be passed over
  std::size_t most_cells_ = all;
  std::size_t in_sight_ = 0;  // of the record that was given last
};

template <bool is_tsv>
struct TableOf : TableReader {
  TableOf(ByteWindow& window, CollectionCounts& counts, const ReadingOptions& options)
      : TableReader(window, counts, options, is_tsv) {}
};

bool has_controls(std::string_view bytes) {
  const auto [zeros, others] = count_controls(bytes);
  return zeros + others > 0;
}

bool is_tab_separated(std::string_view bytes) {
  const std::size_t comments = size_of_comments(bytes);
  if (bytes.substr(0, comments).find('\t') == bytes.npos) bytes.remove_prefix(comments);
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::size_t tab = line.find('\t');
  return tab != std::string_view::npos && !has_controls(bytes) &&
         (!docno_defect(trim(line.substr(0, tab))) ||
          (tab == 0 && header_of(line, {'\t', true}, {{}, {}}).is_there));
}

// Other tables look like text. Tabs are those of TSV.
bool has_header_line(std::string_view bytes) {
  if (bytes.starts_with("sep=")) bytes = without_byte_order_mark(bytes, {});
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  if (line.size() > 1000 || has_controls(bytes)) return false;
  return std::ranges::any_of(std::string_view(",;|"), [&](char delimiter) {
    return header_of(line, {delimiter, true}, {{}, {}}).is_there;
  });
}

}  // namespace

CollectionFormat csv_format() {
  return {
      .label = "CSV",
      .detect = has_header_line,
      .open = open_reader<TableOf<false>>,
      .is_plain = true,
      .is_advised = true,
      .example = "docno,title,text\nd1,\"A title, quoted\",An example\nd2,,\"Two\nlines\"\n",
  };
}

CollectionFormat tsv_format() {
  return {
      .label = "TSV",
      .detect = is_tab_separated,
      .open = open_reader<TableOf<true>>,
      .is_plain = true,
      .is_advised = true,
      .example = "d1\tAn example\nd2\tAnother,\twith a tab\n",
  };
}

}  // namespace subintent::internal
