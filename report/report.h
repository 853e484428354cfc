// Outputs of analyses: tables for programs as TSV and JSON, text for people, tables for papers as
// LaTeX and Markdown, findings as JUnit.
#pragma once

#include <variant>

#include "subintent/records.h"

namespace subintent::internal {

using DataTable = Table;  // its name is that of its array in JSON

// An empty table with the columns of a record.
DataTable table_of(const TableRecord& record);
DataTable table_of(std::span<const TableRecord> records, std::string_view name);

// What a row is filled with: text, numbers and whole numbers, each perhaps missing.
inline Cell cell_of(std::string_view text) {
  return std::string(text);
}
inline Cell cell_of(double number) {
  return number;
}
inline Cell cell_of(std::integral auto number) {
  return static_cast<std::int64_t>(number);
}
template <typename Value>
Cell cell_of(const std::optional<Value>& value) {
  return value ? cell_of(*value) : Cell();
}

// Takes the columns of a row: their declarations, or its cells. Their kind is that of the values.
class RowColumns {
 public:
  explicit RowColumns(TableRecord& record) : record_(&record) {}
  explicit RowColumns(std::vector<Cell>& cells) : cells_(&cells) {}
  template <typename Value>
  void add(const char* name, const char* meaning, const Value& value) {
    add(name, kind_of<Value>(), meaning, cell_of(value));
  }
  void add(const char* name, CellKind kind, const char* meaning, Cell cell) {
    if (record_ != nullptr) record_->columns.push_back({name, kind, meaning});
    if (cells_ != nullptr) cells_->push_back(std::move(cell));
  }

 private:
  template <typename Value>
  static constexpr CellKind kind_of() {
    if constexpr (requires(const Value& value) { value.value(); })
      return kind_of<typename Value::value_type>();
    else if constexpr (std::is_arithmetic_v<Value>)
      return std::integral<Value> ? CellKind::whole : CellKind::number;
    else
      return CellKind::text;
  }

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
    TableRecord result{name, meaning, {}};
    RowColumns columns(result);
    add(columns, Parts{}...);
    return result;
  }
  DataTable table() const { return table_of(record()); }
  void fill(DataTable& table, const Parts&... parts) const {
    RowColumns cells(table.rows.emplace_back());
    add(cells, parts...);
  }
};

inline Cell whole(std::uint64_t number) {
  return cell_of(number);
}
inline Cell known(const std::optional<double>& value) {
  return cell_of(value);
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
inline std::string fraction_or_dash(const std::optional<double>& value, int digits = 3) {
  return value ? fraction(*value, digits) : "-";
}

// Text in columns, as wide as a terminal shows it. The first `left` columns are aligned to the left
// and two blanks apart, the others to the right and `gap` blanks apart.
class TextTable {
 public:
  explicit TextTable(std::size_t left = 1, std::size_t gap = 2) : left_(left), gap_(gap) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // The first row is the header; a row may lack columns on the right.
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }
  std::size_t left() const { return left_; }

  // One line a row. Columns to the right that do not fit into `width` go into further blocks, each
  // with the left columns, an empty line between them. Texts of the left columns that take more
  // than half of the width are cut, and end in "...". 0 means no limit.
  std::string text(std::size_t width = 0) const;

 private:
  std::vector<std::size_t> widths() const;
  TextTable with_short_labels(std::size_t width) const;
  std::string blocks(std::size_t width) const;
  void append_block(std::string& out, const std::vector<std::size_t>& widths, std::size_t begin,
                    std::size_t end) const;

  std::size_t left_, gap_;
  std::vector<std::vector<std::string>> rows_;
};

// Paragraphs, with all their line ends, and tables, one after the other.
class ReportText {
 public:
  using Part = std::variant<std::string, TextTable>;

  ReportText() = default;
  ReportText(std::string paragraph) { add(std::move(paragraph)); }

  void add(std::string paragraph) { parts_.emplace_back(std::move(paragraph)); }
  void add(TextTable table) { parts_.emplace_back(std::move(table)); }
  void add(const ReportText& text);
  template <typename First, typename... Others>
  requires(sizeof...(Others) > 0) void add(First&& first, Others&&... others) {
    add(std::forward<First>(first));
    (add(std::forward<Others>(others)), ...);
  }

  bool empty() const { return parts_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }

  // Tables in blocks that fit into `width`, and lines of paragraphs wrapped; 0 means no limit.
  std::string text(std::size_t width = 0) const;

 private:
  std::vector<Part> parts_;
};

// Tables for papers and pages: what stands in each cell and how it is set. Formats escape the text.
struct PaperCell {
  std::string text = {};  // of any characters
  bool bold = false;
  std::string superscript = {}, subscript = {};
  std::string interval = {};  // "[0.1, 0.2]", "p = 0.0312", behind it in small print
  bool is_measure = false;    // the name of a measure, which LaTeX sets with α and ♯
};

struct PaperTable {
  std::string caption;
  std::string label = {};     // that LaTeX refers to it by; empty: none
  std::size_t labels = 1;     // columns on the left that name the row
  bool ragged_right = false;  // Markdown: numbers begin below each other, for marks follow them
  std::vector<PaperCell> header;
  std::vector<std::vector<PaperCell>> rows;  // each as long as the header
};

void add_before_caption(const std::string& words, PaperTable& table);

// Throws Error for a label with characters that mean something to LaTeX.
void require_latex_label(const std::string& label);

// Marks the names of measures: the cells of columns that are headed so, "measure" or "measure1".
void mark_measures(PaperTable& table);

// A table of text without caption.
PaperTable paper_table(const TextTable& table);

// The output of an analysis: for people as text, for programs as tables.
struct Report {
  ReportText text;
  std::vector<DataTable> tables;
  std::vector<PaperTable> paper;  // in LaTeX and Markdown; none: the tables of the text
};

// The tables of a report. The caption is the text above a table; below the last one is more of its
// own.
std::vector<PaperTable> paper_tables(const Report& report);

// `text` as LaTeX that prints its characters and does nothing else, in text and in captions. Greek
// letters, signs of music and the like are set in mathematics. pdfLaTeX has no glyphs for other
// scripts: their characters are \subintentchar{code}{character}, which latex_of() defines.
std::string latex_text(std::string_view text);

// An environment "table" for each, after comments that name the packages. Texts of more than 100
// characters are cut, and end in "...".
std::string latex_of(const std::vector<PaperTable>& tables);

// `text` as Markdown that shows its characters and does nothing else: no emphasis, code, link, HTML
// or column.
std::string markdown_text(std::string_view text);

// A table with pipes for each, its caption in a paragraph below. Texts of more than 100 characters
// are cut, and end in "...".
std::string markdown_of(const std::vector<PaperTable>& tables);

// Findings that may fail, in the XML of JUnit, as continuous integration shows them.
struct Check {
  std::string group, name;  // "new.run", "alpha-nDCG@20"
  std::string finding;      // a sentence
  bool failed = false;
};

// A suite with a test case for each check, the finding as its message.
std::string junit_of(const std::string& suite, const std::vector<Check>& checks);

}  // namespace subintent::internal
