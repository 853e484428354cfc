#include "trec/csv_cutter.h"

#include <cstddef>

#include "support/block_masks.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {

const std::vector<std::string_view>& CsvCutter::cut(const LineSplitter& lines,
                                                    std::string_view line) {
  cells_.clear();
  Places places(line, ',', '"');
  const char* cell = line.data();
  const char* const end = cell + line.size();
  while (true) {
    const char* const place = places.next();
    if (place != end && *place == '"') return cut_with_quotes(lines, line);
    cells_.push_back(trim({cell, place}));
    if (place == end) return cells_;
    cell = place + 1;
  }
}

std::vector<std::string> CsvCutter::header(const LineSplitter& lines, std::string_view line) {
  const auto& cells = cut(lines, line);
  return {cells.begin(), cells.end()};
}

const std::vector<std::string_view>& CsvCutter::cut_with_quotes(const LineSplitter& lines,
                                                                std::string_view line) {
  cells_.clear();
  texts_.assign(1, {});
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    std::string& text = texts_.back();
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      text += '"';
      ++i;
    } else if (c == '"' && (quoted || text.empty())) {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      texts_.emplace_back();
    } else {
      text += c;
    }
  }
  if (quoted) throw Error(lines.location(), "a quote is not closed", "close it on the same line");
  for (const std::string& text : texts_) cells_.push_back(trim(text));
  return cells_;
}

}  // namespace subintent::internal
