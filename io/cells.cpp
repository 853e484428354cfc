#include "io/cells.h"

#include <cstring>

#include "io/table_cells.h"

namespace subintent::internal {

CellSplitter::CellSplitter(std::string_view line, char separator)
    : at_(line.data()), end_(line.data() + line.size()), separator_(separator) {
  while (end_ != at_ && end_[-1] != separator_ && is_blank(end_[-1])) --end_;
}

bool CellSplitter::next(std::string_view& cell) {
  if (separator_ == blank_separated) return next_word(cell);
  if (done_) return false;
  while (at_ != end_ && *at_ != separator_ && is_blank(*at_)) ++at_;
  const bool has_quotes = at_ != end_ && *at_ == '"';
  const std::string_view inside = has_quotes ? quoted() : std::string_view();
  const char* const start = at_;
  while (at_ != end_ && *at_ != separator_) ++at_;
  const std::string_view outside = without_blanks({start, at_});
  if (has_quotes && !outside.empty()) defect_ = "has text behind a closing quote";
  cell = has_quotes ? inside : outside;
  done_ = at_ == end_;
  if (!done_) ++at_;
  return true;
}

bool CellSplitter::next_word(std::string_view& cell) {
  while (at_ != end_ && is_blank(*at_)) ++at_;
  const char* const start = at_;
  while (at_ != end_ && !is_blank(*at_)) ++at_;
  cell = {start, at_};
  return start != at_;
}

// What stands between quotes, the first of which is at at_; a quote inside is written twice, and
// stays so. Afterwards at_ is behind the second.
std::string_view CellSplitter::quoted() {
  const char* const start = ++at_;
  while (true) {
    const auto* const quote =
        static_cast<const char*>(std::memchr(at_, '"', static_cast<std::size_t>(end_ - at_)));
    if (quote == nullptr) {
      defect_ = "has a quote that is not closed";
      at_ = end_;
      return {start, end_};
    }
    at_ = quote + 1;
    if (at_ == end_ || *at_ != '"') return {start, quote};
    ++at_;
  }
}

}  // namespace subintent::internal
