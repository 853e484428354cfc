// Collections in tables, one document per line or, with quotes, per record (RFC 4180):
//   docno<tab>text              without a header line; further tabs belong to the text
//   docno,title,text            with one, whose names are those of field_names.h

#include <fmt/format.h>

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_records.h"
#include "tokenize/archive/header_fields.h"
#include "tokenize/archive/http_response.h"
#include "tokenize/archive/payload.h"
#include "tokenize/archive/table_header.h"

namespace subintent::internal {
namespace {

// Are quotes in cells behind a backslash? One in front of others than a separator does not end it.
bool has_escaped_quotes(std::string_view bytes, char delimiter) {
  for (std::size_t at = 0; (at = bytes.find("\\\"", at)) != bytes.npos; at += 2)
    if (at + 2 < bytes.size() && bytes[at + 2] != delimiter &&
        std::string_view("\"\r\n").find(bytes[at + 2]) == bytes.npos)
      return true;
  return false;
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

// Do pairs stand before texts, of queries that come again and of documents? The column of the text,
// from 1 on; 0 if they do not.
[[gnu::cold]] std::size_t text_of_pairs(const std::vector<std::vector<std::string>>& rows) {
  bool are_repeated = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() < 3 || !is_plain_docno(rows[i][0]) || !is_plain_docno(rows[i][1])) return 0;
    for (std::size_t j = 0; j < i; ++j) {
      if (rows[i][0] != rows[j][0]) continue;
      if (rows[i][1] == rows[j][1]) return 0;
      are_repeated = true;
    }
  }
  if (!are_repeated) return 0;
  std::size_t text = rows[0].size();
  while (text > 3 && rows[0][text - 1].find(' ') == std::string::npos) --text;
  return text;
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
    if (!header.is_there && !says_all)
      if (const auto text = text_of_pairs(even_rows(bytes, dialect_)))
        throw UnknownNames({window_.name(), lines_ + 1},
                           "has no header line of names, and its first column repeats",
                           fmt::format("say which columns are docno and text, as with `docno=2` "
                                       "`text={}`",
                                       text));
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
    passed_ = header.passed;
    most_cells_ = header.names.size();
  }

  std::optional<Record> next_record() override {
    while (true) {  // joined files name the columns again
      const auto record = dialect_.has_quotes ? next_quoted() : DocumentRecords::next_record();
      if (!record || (!has_header_ && (header_.empty() || record->text != header_))) return record;
      if (std::exchange(has_header_, false)) header_ = record->text;
      while (passed_ > 0 && passed_-- > 0) next_quoted();
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
  int passed_ = 0;                  // as are these behind it
  std::size_t most_cells_ = std::string_view::npos;
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
