#include "tokenize/archive/document_lines.h"

#include "subintent/program.h"

namespace subintent::internal {

bool DocumentLines::next(Document& document) {
  std::string_view line;
  bool too_long = false;
  while (window_.next_line(line, document_size_limit, too_long)) {
    ++line_number_;
    if (trim(line).empty() && !too_long) continue;
    ++counts_.records;
    document.title.clear();
    document.url.clear();
    const std::optional<std::string> defect =
        too_long ? "line longer than 64 MiB" : read_line(line, document);
    if (!defect) {
      document.is_html = html_;
      document.http_charset.clear();
      return true;
    }
    counts_.count_skipped(*defect, window_.name() + ":" + std::to_string(line_number_));
  }
  return false;
}

}  // namespace subintent::internal
