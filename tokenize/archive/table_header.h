// Records and cells of tables, and the header line.
#pragma once

#include "tokenize/archive/field_names.h"

namespace subintent::internal {

struct Dialect {
  char delimiter = '\t';
  bool has_quotes = false;
  bool has_escapes = false;  // \" is a quote, and \\ a backslash
};

// Finds the end of the record that `text` begins with, without its line end; npos if a quote is not
// closed. Quotes are opened at the start of a cell only.
std::size_t record_end(std::string_view text, Dialect dialect);

// The cell that `rest` begins with, which is cut off; nothing if there is none.
std::optional<std::string> take_cell(std::optional<std::string_view>& rest, Dialect dialect);

// The first `most` cells; the last of them has the rest of the record, and there `is_more` if that
// holds anything.
std::vector<std::string> cells_of(std::string_view record, Dialect dialect,
                                  std::size_t most = std::string_view::npos,
                                  bool* is_more = nullptr);

std::string_view unquoted(std::string_view cell);

// The first records, if all have as many cells.
std::vector<std::vector<std::string>> even_rows(std::string_view bytes, Dialect dialect);

// Names, rather than a docno and a text. They may have digits, if that is said.
bool looks_like_names(std::span<const std::string> cells, std::string_view digits = {});

// A header line, if the first record is one, and what it says.
struct Header {
  bool is_there = false, is_weak = false, may_be_there = false;
  int passed = 0;  // records behind it that say more of the columns
  std::vector<std::string> names;
  std::vector<std::string> row, next;  // the cells of the first records behind it
  Fields fields;

  std::vector<std::string_view> views() const { return {names.begin(), names.end()}; }
};

Header header_of(std::string_view bytes, Dialect dialect, const FieldNames& known);

}  // namespace subintent::internal
