// A report for people: paragraphs, and tables with columns of text.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace subintent::internal {

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

}  // namespace subintent::internal
