// What is known of documents beside judgments: texts, and which are duplicates of one another.
#pragma once

#include "core/base/name_table.h"
#include "core/io/content.h"
#include "subintent/basics.h"
#include "subintent/values.h"

namespace subintent::internal {

// Appends the line of a document: docno<tab>title<tab>URL<tab>excerpt. The fields of `text` have no
// control characters, as document_text() makes them.
void append_text_line(std::string& out, std::string_view docno, const DocumentText& text);

// Groups of duplicates. A document is in one group at most.
class Duplicates {
 public:
  static constexpr std::uint32_t none = NameTable::none;

  // `group_of` has a number for each of the names, which lie in `text`.
  Duplicates(Content text, NameTable docnos, std::vector<std::uint32_t> group_of)
      : text_(std::move(text)), docnos_(std::move(docnos)), group_of_(std::move(group_of)) {}

  // The number of the group that a document is in, or `none`.
  std::uint32_t group(std::string_view docno) const {
    const std::uint32_t place = docnos_.find(docno);
    return place == NameTable::none ? none : group_of_[place];
  }

  const std::vector<std::string_view>& docnos() const { return docnos_.names(); }

 private:
  Content text_;
  NameTable docnos_;
  std::vector<std::uint32_t> group_of_;
};

// Reads either of the files that `subintent simhash` writes: pairs, lines "docno<tab>docno<tab>
// bits", where all that pairs connect is one group; or groups, lines "group<tab>docno" below that
// header. A file without lines has no duplicates. Throws Error, naming file and line, for other
// lines, a pair of a document with itself, and a document in two groups.
Duplicates read_duplicates(const Source& source);

// The duplicates of a file, or of groups called `name`. Throws Error, naming a group by its number
// from 1, for a docno that no file could hold and a document in two groups.
Duplicates duplicates_of(const DuplicateSource& source, const std::string& name);

}  // namespace subintent::internal
