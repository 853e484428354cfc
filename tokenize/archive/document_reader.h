// What the readers of all collection formats have in common.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "tokenize/archive/byte_window.h"
#include "tokenize/archive/document.h"

namespace subintent::internal {

// Gives the documents of one file, in its order.
class DocumentReader {
 public:
  // Reads what `window` shows and keeps the account in `counts`. Where the format is_plain,
  // texts are HTML if `html`.
  DocumentReader(ByteWindow& window, CollectionCounts& counts, bool html)
      : window_(window), counts_(counts), html_(html) {}
  virtual ~DocumentReader() = default;
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  // The next document, with a docno that has no docno_defect() and at most document_size_limit
  // bytes; false at the end. Every record on the way is counted in CollectionCounts::records, and
  // with its reason where it is not a document or not sound.
  virtual bool next(Document& document) = 0;

 protected:
  // The place of the record that was counted last, for messages: "FILE, record 17".
  std::string place(std::string_view record = "record") const {
    return window_.name() + ", " + std::string(record) + " " + std::to_string(counts_.records);
  }

  ByteWindow& window_;
  CollectionCounts& counts_;
  const bool html_;
};

}  // namespace subintent::internal
