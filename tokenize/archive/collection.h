// A file of a document collection, in any of the formats known, document by document.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "subintent/source.h"
#include "tokenize/archive/document.h"

namespace subintent {

enum class CollectionFormat { warc, arc, trec, jsonl, tsv };

// "warc", "arc", "trec", "jsonl" or "tsv"; nothing for another name.
std::optional<CollectionFormat> parse_collection_format(std::string_view name);

// The format of a file that starts with `bytes` (the first 64 KiB are enough); nothing if it is
// none of the above.
std::optional<CollectionFormat> detect_collection_format(std::string_view bytes);

struct CollectionOptions {
  std::optional<CollectionFormat> format;  // none: told by the first bytes
  bool html = false;                       // texts in JSON lines and TSV are HTML
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

  // Of what has been read so far.
  const CollectionCounts& counts() const;
  // Compressed bytes consumed so far, for progress displays.
  std::uint64_t position() const;

 private:
  class File;
  std::unique_ptr<File> file_;
};

}  // namespace subintent
