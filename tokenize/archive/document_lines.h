// Collections of one document per line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tokenize/archive/document_reader.h"

namespace subintent::internal {

// Blank lines are passed over, uncounted; lines that are not documents are counted as skipped.
class DocumentLines : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  bool next(Document& document) final;

 private:
  // Takes docno and content from a line; otherwise says why it is not a document, in words from a
  // fixed set.
  virtual std::optional<std::string> read_line(std::string_view line, Document& document) = 0;

  std::uint64_t line_number_ = 0;
};

}  // namespace subintent::internal
