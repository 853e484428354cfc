// Files that documents are read from, those of folders among them.
#pragma once

#include <set>

#include "subintent/basics.h"

namespace subintent::internal {

struct CollectionFile {
  CollectionFile(Source file);  // that is named by itself

  Source source;
  std::string docno;  // if it is a document: its name without ending, below the folder
  bool is_one_of_folder = false;
  bool has_queries = false;     // or judgments, and is no document
  bool is_beside_text = false;  // of its name
};

// The kinds of endings of files, without regard to that of compressed ones (".gz", ".zst").
enum class Ending {
  none,
  text,  // .txt
  markdown,
  html,  // .html, .htm
  csv,
  collection,  // of another format: .jsonl, .tsv, .warc
  other
};
Ending ending_of(std::string_view path);

// The inputs, with the files of each folder and of those below it in its place, in the order of the
// bytes of their paths. Files that are hidden, and those at the paths `but` or below them, are left
// out. Throws Error for a folder that cannot be read or has no files.
std::vector<CollectionFile> collection_files(const std::vector<Source>& inputs,
                                             const std::vector<std::string>& but = {});

// Renames files as wanted documents are called if fewer than nine in ten of either match, but so
// many do with endings, by the last parts of their paths or by longer ones; of several files that
// of text. Returns what to say then. Throws Error where none match, but two of text have one name.
std::string call_as_wanted(std::vector<CollectionFile>& files,
                           const std::set<std::string_view>& wanted);

}  // namespace subintent::internal
