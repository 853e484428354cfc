// Collections of one document a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/strings.h"
#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"

namespace subintent {

class DocumentLines {
 public:
  // The texts are plain text, or HTML if `html`.
  DocumentLines(ByteWindow& window, CollectionCounts& counts, bool html)
      : window_(window), counts_(counts), html_(html) {}

  // The next document; false at the end. `read(line, document)` tells why the line is none, or
  // nothing; such lines are counted and passed over, and so are blank ones, uncounted.
  template <class Read>
  bool next(Document& document, Read&& read) {
    std::string_view line;
    bool too_long = false;
    while (window_.next_line(line, document_size_limit, too_long)) {
      ++line_number_;
      if (trim(line).empty() && !too_long) continue;
      ++counts_.records;
      const std::optional<std::string> defect =
          too_long ? "line longer than 64 MiB" : read(line, document);
      if (!defect) {
        document.is_html = html_;
        document.http_charset.clear();
        return true;
      }
      counts_.count_skipped(*defect, window_.name() + ":" + std::to_string(line_number_));
    }
    return false;
  }

 private:
  ByteWindow& window_;
  CollectionCounts& counts_;
  bool html_;
  std::uint64_t line_number_ = 0;
};

}  // namespace subintent
