#include "trec/header_table.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "support/ascii.h"
#include "support/block_masks.h"
#include "support/error.h"
#include "support/strings.h"
#include "trec/cells.h"
#include "trec/docno.h"

namespace subintent::internal {
namespace {

constexpr std::size_t longest_header = 1 << 16;

char separator_of(std::string_view header) {
  if (header.find('\t') != std::string_view::npos) return '\t';
  return header.find(',') != std::string_view::npos ? ',' : blank_separated;
}

std::vector<std::string> headings_of(std::string_view header, char separator) {
  std::vector<std::string> headings;
  CellSplitter cells(header, separator);
  for (std::string_view cell; cells.next(cell);) headings.push_back(lowered(cell));
  return headings;
}

// The column with the most preferred spelling, or as many as there are.
std::size_t column_of(const WantedColumn& wanted, const std::vector<std::string>& headings) {
  for (const std::string_view spelling : wanted.spellings) {
    if (spelling.empty()) break;
    const auto at = std::ranges::find(headings, spelling);
    if (at != headings.end()) return static_cast<std::size_t>(at - headings.begin());
  }
  return headings.size();
}

std::string_view without_blanks(const char* start, const char* end) {
  while (start != end && *start == ' ') ++start;
  while (end != start && is_blank(end[-1])) --end;
  return {start, end};
}

std::string without_doubled_quotes(std::string_view text) {
  std::string once;
  for (std::size_t i = 0; i < text.size(); ++i) {
    once += text[i];
    if (text[i] == '"') ++i;
  }
  return once;
}

}  // namespace

bool HeaderTable::is_blank_or_comment(std::string_view line) {
  return line.starts_with('#') || std::ranges::all_of(line, is_blank);
}

std::optional<HeaderTable> HeaderTable::of(std::string_view text,
                                           std::span<const WantedColumn> wanted) {
  const std::string_view header = first_line(text);
  if (header.size() > longest_header) return std::nullopt;
  HeaderTable table;
  table.topic_column_.separator = separator_of(header);
  table.rows_ = text.substr(static_cast<std::size_t>(header.end() - text.begin()));
  const auto headings = headings_of(header, table.topic_column_.separator);
  table.slots_.assign(headings.size(), most_wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const std::size_t column = column_of(wanted[i], headings);
    if (column < headings.size()) {
      table.slots_[column] = i;
      table.headings_[i] = *std::ranges::find(wanted[i].spellings, headings[column]);
    } else if (wanted[i].is_required) {
      return std::nullopt;
    }
    if (i == 0) table.topic_column_.index = column;
  }
  return table;
}

HeaderTable::HeaderTable(const TextFile& file, std::span<const WantedColumn> wanted,
                         std::size_t names)
    : HeaderTable(of(file.text(), wanted).value()) {
  file_ = file;
  name_count_ = names;
  names_ = UnescapedNames(file.content(), "\"\"");
}

std::vector<Content> HeaderTable::names() const {
  return names_.are_needed() ? std::vector<Content>{names_.text()} : std::vector<Content>();
}

HeaderTable::Row HeaderTable::row_of(std::string_view line, std::string_view known_topic) const {
  Row row{{}, line.data()};
  const std::size_t count = split(line, row);
  if (count != slots_.size()) {
    throw Error(file_->location(row.place),
                "expected " + count_of(slots_.size(), "column") +
                    ", as in the header line, found " + std::to_string(count),
                "write one cell for each column");
  }
  const bool is_known = !known_topic.empty() && row.cells[0] == known_topic;
  for (std::size_t i = is_known ? 1 : 0; i < name_count_; ++i) {
    if (has(i)) row.cells[i] = checked_name(i, row, line);
  }
  return row;
}

// Gives the number of cells.
std::size_t HeaderTable::split(std::string_view line, Row& row) const {
  std::size_t count = 0;
  if (topic_column_.separator != blank_separated && split_without_quotes(line, row, count)) {
    return count;
  }
  CellSplitter cells(line, topic_column_.separator);
  count = 0;
  for (std::string_view cell; cells.next(cell); ++count) put(count, cell, row);
  if (cells.defect() == nullptr) return count;
  throw Error(file_->location(row.place), "the line " + std::string(cells.defect()),
              "write each row on a line of its own, and quotes inside of quotes twice");
}

// Does the same in blocks of 64 bytes. False, with anything in the row, for a line with a quote.
bool HeaderTable::split_without_quotes(std::string_view line, Row& row, std::size_t& count) const {
  const char* start = line.data();
  const auto end_cell = [&](const char* end) { put(count++, without_blanks(start, end), row); };
  for (std::size_t done = 0; done < line.size(); done += 64) {
    const char* const block = line.data() + done;
    const std::size_t left = line.size() - done;
    const std::uint64_t within = left < 64 ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    if ((mask_of(block, '"') & within) != 0) return false;
    std::uint64_t ends = mask_of(block, topic_column_.separator) & within;
    for (; ends != 0; ends &= ends - 1) {
      const char* const end = block + std::countr_zero(ends);
      end_cell(end);
      start = end + 1;
    }
  }
  end_cell(line.data() + line.size());
  return true;
}

std::string_view HeaderTable::checked_name(std::size_t i, const Row& row,
                                           std::string_view line) const {
  std::string_view name = row.cells[i];
  if (const auto defect = docno_defect(name)) {
    throw Error(file_->location(row.place), "the " + std::string(headings_[i]) + " " + *defect,
                "write a name");
  }
  if (!names_.are_needed()) return name;
  const bool quoted = name.data() != line.data() && name.data()[-1] == '"';
  const std::string meant = quoted ? without_doubled_quotes(name) : std::string(name);
  if (i > 0) return names_.put(name, meant);
  if (meant == name) return name;
  throw Error(file_->location(row.place), "the " + std::string(headings_[i]) + " contains a quote",
              "rename the topic");
}

}  // namespace subintent::internal
