#include "tokenize/archive/tab_separated.h"

#include <optional>
#include <string_view>

#include "support/strings.h"
#include "trec/docno.h"

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
  return lines_.next(document, read_line);
}

}  // namespace subintent
