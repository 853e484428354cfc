// A file of a document collection, in any of the formats known, document by document.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "subintent/basics.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document.h"

namespace subintent::internal {

struct CollectionOptions {
  const CollectionFormat* format = nullptr;  // null: detected from the first bytes
  bool html = false;                         // texts of the formats that are plain are HTML
};

// Streams through a file in memory bounded by the longest record (at most some multiples of
// document_size_limit). Broken records and damaged ends of compressed files are counted and passed
// over. Throws Error for a file that cannot be opened, is empty or of no known format, and for one
// in which nothing at all can be read.
class CollectionReader {
 public:
  CollectionReader(const Source& source, const CollectionOptions& options);
  ~CollectionReader();

  // The next document, in the order of the file; false at the end.
  bool next(Document& document);

  // Counts of what has been read so far.
  const CollectionCounts& counts() const;
  // Compressed bytes consumed so far, for progress displays.
  std::uint64_t position() const;

 private:
  class File;
  std::unique_ptr<File> file_;
};

}  // namespace subintent::internal
