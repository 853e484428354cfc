// Collections in tab-separated values: docno<tab>text, one document per line. Further tabs belong
// to the text.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/docno.h"
#include "subintent/program.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document_lines.h"

namespace subintent::internal {
namespace {

class TabSeparatedReader : public DocumentLines {
 public:
  using DocumentLines::DocumentLines;

 private:
  std::optional<std::string> read_line(std::string_view line, Document& document) override {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return "line without a tab";
    document.docno = trim(line.substr(0, tab));
    if (const auto defect = docno_defect(document.docno)) return "docno that " + *defect;
    document.content = line.substr(tab + 1);
    return std::nullopt;
  }
};

// Text has no control characters but white space and escape (ISO-2022-JP).
bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && !(byte >= '\t' && byte <= '\r') && byte != 0x1b;
  });
}

bool is_table(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::size_t tab = line.find('\t');
  return tab != std::string_view::npos && !docno_defect(trim(line.substr(0, tab))) &&
         is_text(bytes);
}

}  // namespace

CollectionFormat tsv_format() {
  return {
      .label = "TSV",
      .detect = is_table,
      .open = open_reader<TabSeparatedReader>,
      .is_plain = true,
      .is_advised = true,
      .example = "d1\tAn example\nd2\tAnother,\twith a tab\n",
  };
}

}  // namespace subintent::internal
