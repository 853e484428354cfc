// Tables whose first line names their columns, which may stand in any order: BEIR's qrels,
// PyTerrier's frames.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "collection/topic_lines.h"
#include "collection/unescaped_names.h"
#include "io/cell_cutter.h"
#include "io/table_cells.h"
#include "io/text_file.h"

namespace subintent::internal {

// A column that a reader looks for: what people call it, in order of preference and lower case.
struct WantedColumn {
  std::array<std::string_view, 8> spellings;
  bool is_required = true;
};

// A table whose first columns wanted hold names, and the first of all the topics.
class HeaderTable {
 public:
  static constexpr std::size_t most_wanted = 6;

  // Nothing if the first line that is not blank and no comment does not name all required columns.
  // Cells are separated as in that line: by tabs, by commas or, if there are none of either, by
  // blanks.
  static std::optional<HeaderTable> of(std::string_view text, std::span<const WantedColumn> wanted);

  // The same of a file of which that is known. Throws Error for a wanted column that is there
  // twice.
  HeaderTable(const TextFile& file, std::span<const WantedColumn> wanted, std::size_t names);

  // What the header calls the wanted column of that number; empty if it is not there.
  std::string_view name_of(std::size_t wanted) const { return headings_[wanted]; }
  bool has(std::size_t wanted) const { return !headings_[wanted].empty(); }

  std::vector<TopicLines> topics() const;

  // Where names lie that are not in the file as they stand.
  std::vector<Content> names() const { return {names_.text()}; }

  // The wanted cells of a row, empty where there is no such column.
  struct Row {
    std::array<std::string_view, most_wanted + 1> cells = {};  // the last one is for all others
    const char* place = nullptr;                               // where the row begins

    std::string_view operator[](std::size_t wanted) const { return cells[wanted]; }
  };

  // Calls use(row) for each row of a topic. Throws Error, naming the line, for another number of
  // cells than in the header, a broken quote, and a name that is empty or holds control characters.
  template <typename Use>
  void for_each_row(const TopicLines& topic, LineInWork& in_work, Use use) const {
    Row row;
    for (const std::string_view piece : topic.pieces) {
      for (RowCutter rows(*this, piece); rows.find_next();) {
        in_work = rows.place();
        const bool is_plain = rows.cut(row);
        for (const std::size_t i : name_columns_) {
          if (!is_plain || row[i].empty()) row.cells[i] = checked_name(i, row);
        }
        use(row);
        in_work = nullptr;
      }
    }
  }

 private:
  HeaderTable() = default;

  // Cuts the rows of a piece of the text.
  class RowCutter {
   public:
    RowCutter(const HeaderTable& table, std::string_view piece)
        : table_(table),
          end_(piece.data() + piece.size()),
          cells_(piece.data(), table.topic_column_.separator) {}

    // Goes to the next row, over blank lines; false at the end.
    bool find_next() {
      if (place() < end_ && is_blank(*place())) skip_lines();
      return place() < end_;
    }
    const char* place() const { return cells_.row(); }

    // Cuts this row and goes behind it; are its cells printable ASCII without blanks and quotes?
    // Throws for a number of cells or a quote.
    bool cut(Row& row) {
      row.place = place();
      const auto [count, is_plain] =
          cells_.next([&](std::size_t column, std::string_view cell) { put(column, cell, row); });
      const bool may_have_words = table_.topic_column_.separator == blank_separated;
      if (is_plain && count == table_.slots_.size() && !may_have_words) return true;
      const std::string_view line(row.place, place() - 1);
      if (may_have_words || line.find('"') != line.npos) {
        cut_with_quotes(line, row);
      } else {
        check_count(count, row);
        for (std::string_view& cell : row.cells) cell = without_blanks(cell);
      }
      return false;
    }

   private:
    void cut_with_quotes(std::string_view line, Row& row);
    void check_count(std::size_t count, const Row& row) const;
    void skip_lines();
    void put(std::size_t column, std::string_view cell, Row& row) const {
      row.cells[column < table_.slots_.size() ? table_.slots_[column] : most_wanted] = cell;
    }

    const HeaderTable& table_;
    const char* end_;
    CellCutter cells_;
  };

  std::string_view checked_name(std::size_t wanted, const Row& row) const;

  std::optional<TextFile> file_;
  std::optional<std::size_t> is_twice_;  // a wanted column that is there twice
  std::vector<std::size_t> slots_;       // by column: the wanted one that it is, or most_wanted
  std::array<std::string_view, most_wanted> headings_;
  TopicColumn topic_column_;
  std::string_view rows_;
  std::vector<std::size_t> name_columns_;  // those wanted that are there and hold names
  UnescapedNames names_;
};

}  // namespace subintent::internal
