// Collections in tab-separated values: docno<tab>text, one document a line.
#pragma once

#include <cstdint>
#include <string>

#include "tokenize/byte_window.h"
#include "tokenize/document.h"

namespace subintent {

class TabSeparatedReader {
 public:
  // The texts are plain text, or HTML if `html`.
  TabSeparatedReader(ByteWindow& window, CollectionCounts& counts, bool html)
      : window_(window), counts_(counts), html_(html) {}

  // Further tabs belong to the text. False at the end. Blank lines are passed over.
  bool next(Document& document);

 private:
  ByteWindow& window_;
  CollectionCounts& counts_;
  bool html_;
  std::uint64_t line_number_ = 0;
};

}  // namespace subintent
