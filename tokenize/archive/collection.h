// A file of a document collection, in any of the formats known, document by document.
#pragma once

#include <unordered_map>

#include "subintent/basics.h"
#include "tokenize/archive/collection_files.h"
#include "tokenize/archive/collection_format.h"
#include "tokenize/archive/document.h"

namespace subintent::internal {

struct CollectionOptions {
  const CollectionFormat* format = nullptr;  // null: detected from the first bytes
  bool html = false;                         // texts of the formats that are plain are HTML
  FieldNames names = {{}, {}};               // of members of JSON, or of columns
  const std::set<std::string_view>* wanted = nullptr;  // docnos that others name, if they do
};

// Streams through a file in memory bounded by the longest record (at most some multiples of
// document_size_limit). Broken records and damaged ends of compressed files are counted and passed
// over, and so are files of folders that are of no known format. Throws Error for others of these,
// for a file that cannot be opened, and for one in which nothing at all can be read.
class CollectionReader {
 public:
  CollectionReader(const CollectionFile& file, const CollectionOptions& options);

  // The next document, in the order of the file; false at the end.
  bool next(Document& document);

  // A document that was given before: where, and a hash of its content.
  struct Given {
    std::string file;
    std::uint64_t record = 0;
    std::size_t content = 0;
  };
  // Is the document that was given last a copy of one before? Counts it as skipped. Throws Error if
  // it is another one of its docno.
  bool is_copy(const Document& document, std::unordered_map<std::string, Given>& before,
               CollectionCounts& counts) const;

  // Is the file one document, whose docno is its name?
  bool is_document() const { return format_ == &collection_format("text"); }

  // Counts of what has been read so far.
  const CollectionCounts& counts() const { return counts_; }
  // Compressed bytes consumed so far, for progress displays.
  std::uint64_t position() const { return window_.position(); }

 private:
  void finish();
  void count_other_file();
  Error failure() const;

  ByteWindow window_;
  CollectionCounts counts_;
  const bool is_one_of_folder_;
  const CollectionFormat* format_ = nullptr;  // null for a file that is passed over
  std::unique_ptr<DocumentReader> reader_;
  bool finished_ = false;
};

// Throws Error if there are files of folders, and no document in all `files`.
void require_documents(const CollectionCounts& counts, std::span<const CollectionFile> files);

// Throws Error for files that are documents of the same name, as a.txt and a.html.
class DifferentDocuments {
 public:
  void add(const CollectionFile& file);

 private:
  std::map<std::string, std::string> names_;  // of files, by docno
};

}  // namespace subintent::internal
