#include "tokenize/tab_separated.h"

#include <optional>
#include <string_view>

#include "support/strings.h"

namespace subintent {
namespace {

// Why the line is no document; nothing if it is one.
std::optional<std::string> read_line(std::string_view line, Document& document) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return "line without a tab";
  document.docno = trim(line.substr(0, tab));
  if (const auto defect = docno_defect(document.docno)) return "docno that " + *defect;
  document.content = line.substr(tab + 1);
  return std::nullopt;
}

}  // namespace

bool TabSeparatedReader::next(Document& document) {
  std::string_view line;
  bool too_long = false;
  while (window_.next_line(line, document_size_limit, too_long)) {
    if (line_number_++ == 0 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
    if (line.empty() && !too_long) continue;
    ++counts_.records;
    const auto defect = too_long ? std::optional<std::string>("line longer than 64 MiB")
                                 : read_line(line, document);
    if (!defect) {
      document.is_html = html_;
      document.http_charset.clear();
      return true;
    }
    counts_.count_skipped(*defect, window_.name() + ":" + std::to_string(line_number_));
  }
  return false;
}

}  // namespace subintent
