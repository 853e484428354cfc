// Collections in tab-separated values: docno<tab>text, one document a line.
#pragma once

#include "tokenize/archive/document_lines.h"

namespace subintent {

class TabSeparatedReader {
 public:
  // The texts are plain text, or HTML if `html`.
  TabSeparatedReader(ByteWindow& window, CollectionCounts& counts, bool html)
      : lines_(window, counts, html) {}

  // Further tabs belong to the text. False at the end. Blank lines are passed over.
  bool next(Document& document);

 private:
  DocumentLines lines_;
};

}  // namespace subintent
