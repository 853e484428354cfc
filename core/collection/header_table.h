// Tables whose first line names their columns, which may stand in any order: BEIR's qrels,
// PyTerrier's frames.
#pragma once

#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/table_cells.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {

// A column that a reader looks for.
struct WantedColumn {
  ColumnNames names;
  bool is_required = true;
  bool is_number = false;     // which may have a decimal comma, unless that separates the columns
  bool may_be_empty = false;  // of names
};

// Columns of runs, those of scores last, as ranks come first.
inline constexpr ColumnNames read_of_run[] = {topic_columns, docno_columns, rank_columns,
                                              score_columns};

// Columns that tell runs apart where a table has a document twice; "name" may be a title.
inline constexpr ColumnNames experiment_columns = {
    "variant"sv,      "config"sv,  "config_id"sv,  "configuration"sv, "setting"sv,  "setup"sv,
    "pipeline"sv,     "version"sv, "experiment"sv, "experiment_id"sv, "ablation"sv, "seed"sv,
    "random_state"sv, "fold"sv,    "trial"sv,      "checkpoint"sv,    "name"sv};

// A whole number, also as tables have it where others are not: "1.0".
[[gnu::always_inline]] inline std::optional<std::int64_t> parse_whole(std::string_view text) {
  if (const auto number = parse_integer(text)) return *number;
  const std::size_t point = text.find('.');
  if (point == text.npos || text.find_first_not_of('0', point + 1) != text.npos)
    return std::nullopt;
  return parse_integer(text.substr(0, point));
}

// The separator of a header line's cells: a tab, else a comma, else a semicolon, or blanks.
char separator_of(std::string_view header);

// Throws Error for a table whose first row is `row`: `names`, "qid,docno", and `more` are missing.
[[noreturn]] void refuse_nameless(const Location& where, std::string_view row,
                                  const std::string& names, const char* more);

// The number with a point where it has a decimal comma.
std::string with_point(std::string_view number);

// Is it a number but for a comma, and what to do about it, where none may be?
inline bool holds_comma(std::string_view number) {
  return number.find(',') != number.npos && parse_double(with_point(number));
}
inline constexpr const char* decimal_advice = "write the decimal comma as a point";

// Is a cell empty, also as Excel says it?
bool is_empty_cell(std::string_view cell);

// Are the first lines, three or more, of numbers alone, each of another user and four items or
// more? The first items differ, as the second column of runs and its Q0 do not.
bool list_items(std::string_view text);

// Does a column of the first lines count those of each topic, from `first` or 1? There must be so
// many lines.
bool counts_lines(std::string_view text, std::size_t columns, std::size_t at,
                  std::int64_t first = 0, std::size_t least = 1);

// Do the cells of the first line look like headings: letters, and no numbers?
bool names_columns(std::string_view text);

// Throws Error: the headings, and what those that are wanted and missing may be called, and without
// `advice` a line that names them. `names` are those of the wanted columns, in words.
[[noreturn]] void refuse_headings(const TextFile& file, std::span<const WantedColumn> wanted,
                                  std::span<const char* const> names,
                                  const std::string& advice = {});

// The cells of the first line, in lower case.
std::vector<std::string> headings_in(std::string_view text);

// The rows of a table as objects of texts, each in its line: JSON. A column has the name that
// `member` gives it, in place of its own; cells that are empty are left out, but of members whose
// names begin as `kept`; `numbers`, too, may have decimal commas. Throws Error for a row of another
// number of cells than the first line, and for a broken quote.
std::string rows_as_json(const TextFile& file,
                         const std::function<std::string(std::size_t column)>& member = {},
                         ColumnNames kept = {}, ColumnNames numbers = {});

// The wanted columns of a table with a header line, of those that are there: between tabs, and each
// row in its line. Any other file as it is.
TextFile with_columns_in_order(TextFile file, std::span<const WantedColumn> wanted);

// Throws Error for a column of numbers whose commas may all be of thousands, as others of its
// numbers are large: "1,234" beside 999.
void refuse_thousands(const TextFile& file);

// The columns that none of those is, and in which words, or else small whole numbers, come again,
// as names of intents do, in the beginning of a table.
std::vector<std::string> names_left_out(std::string_view text,
                                        std::span<const WantedColumn> wanted);

// The first records of JSON lines as a table: members of the first one that are texts or numbers;
// empty for other texts.
std::string table_of_records(std::string_view text, std::size_t looked_at = 200);

// Throws Error for judgments, or a run, whose documents are parts that have no names of their own:
// a part that a column or member of docnos names is of two documents, by another one, or judgments
// are of a document by its numbered parts.
void require_names_of_parts(const TextFile& table, bool are_judgments);
// The same of the objects of JSON.
void require_names_of_parts(const TextFile& file, std::span<const TopicLines> topics,
                            bool are_judgments);

// Says that the first of these columns, or members of records, is not read, and what to call it if
// it is what somebody may expect; empty where there is none.
std::string note_left_out(const std::vector<std::string>& names, bool is_table, const char* use,
                          const char* name);

// A table whose first columns wanted hold names, and the first of all the topics.
class HeaderTable {
 public:
  static constexpr std::size_t max_wanted = 12;

  // Nothing if the first line that is not blank and no comment does not name all required columns.
  // Cells are separated as in that line: by tabs, by commas, by semicolons or, if there are
  // none of these, by blanks.
  static std::optional<HeaderTable> of(std::string_view text, std::span<const WantedColumn> wanted);

  // The table of a file that has all required columns. Throws Error for a wanted column that is
  // there twice.
  HeaderTable(const TextFile& file, std::span<const WantedColumn> wanted, std::size_t names);

  // The header's name for the wanted column of that number, in lower case; empty if it is not
  // there.
  std::string_view name_of(std::size_t wanted) const { return headings_[wanted]; }
  bool has(std::size_t wanted) const { return !headings_[wanted].empty(); }
  // In the first row; empty if it is not there.
  std::string_view first_cell(std::size_t wanted) const;
  std::size_t column_count() const { return column_count_; }

  std::vector<TopicLines> topics() const;

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names() const { return {names_.text()}; }

  // The wanted cells of a row, empty where there is no such column.
  class Row {
   public:
    Row(LineCells& line, const HeaderTable& table, const char* begin)
        : place(begin), line_(line), table_(table) {}

    std::string_view& operator[](std::size_t wanted) const {
      return line_.cells[table_.columns_[wanted]];
    }
    const char* const place;  // where the row begins

   private:
    LineCells& line_;
    const HeaderTable& table_;
  };

  // Calls use(row) for each row of a topic. Throws Error, naming the line, for another number of
  // cells than in the header, a broken quote, and a name that is empty or holds control characters.
  template <typename Use>
  void for_each_row(const TopicLines& topic, LineInWork& in_work, Use use) const {
    CellCutter cutter(topic_column_.separator);
    for (const std::string_view piece : topic.pieces) {
      cutter.seek(piece.data());
      while (cutter.row() < piece.data() + piece.size()) {
        const char* const place = cutter.row();
        LineCells& line = cutter.next();
        if (says_nothing({place, cutter.row()})) continue;
        in_work = place;
        if (line.defect != nullptr || line.count != column_count_) refuse(line, place);
        const Row row(line, *this, place);
        for (const std::size_t i : name_columns_)
          if (!line.is_plain || has_plus_ || row[i].empty()) row[i] = checked_name(i, row);
        for (const std::size_t i : float_columns_)
          if (row[i].ends_with(".0")) row[i].remove_suffix(2);
        for (const std::size_t i : number_columns_)
          if (row[i].find(',') != row[i].npos) row[i] = names_.put(row[i], with_point(row[i]));
        use(row);
        in_work = nullptr;
      }
    }
  }

 private:
  HeaderTable() = default;

  [[noreturn]] void refuse(const LineCells& line, const char* place) const;
  void require_single_docnos() const;
  std::string_view checked_name(std::size_t wanted, const Row& row) const;

  std::optional<TextFile> file_;
  std::optional<std::size_t> is_twice_;  // a wanted column that is there twice
  std::size_t column_count_ = 0;
  std::array<std::size_t, max_wanted> columns_;  // of those wanted; column_count_ for none
  std::array<std::string, max_wanted> headings_;
  std::array<bool, max_wanted> may_be_empty_ = {};
  TopicColumn topic_column_;
  std::string_view rows_;
  bool has_plus_ = false;                    // as 1.2E+18 has
  std::vector<std::size_t> name_columns_;    // those wanted that are there and hold names
  std::vector<std::size_t> float_columns_;   // of these, whole numbers as pandas writes floats
  std::vector<std::size_t> number_columns_;  // those that may have decimal commas
  UnescapedNames names_;
};

}  // namespace subintent::internal
