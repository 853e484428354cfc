// Collections in JSON lines, one document an object:
//   {"id": "docno", "contents": "text"}                    (Anserini, Pyserini)
//   {"id": "docno", "title": "title", "text": "text"}
//   {"ClueWeb22-ID": "docno", "Clean-Text": "text"}        (ClueWeb22)
#pragma once

#include <memory>

#include "tokenize/archive/document_lines.h"

namespace subintent {

class JsonLinesReader {
 public:
  // The texts are plain text, or HTML if `html`.
  JsonLinesReader(ByteWindow& window, CollectionCounts& counts, bool html);
  ~JsonLinesReader();
  JsonLinesReader(JsonLinesReader&&) noexcept;

  // False at the end. Blank lines are passed over.
  bool next(Document& document);

 private:
  class Parser;
  DocumentLines lines_;
  std::unique_ptr<Parser> parser_;
};

}  // namespace subintent
