// Data on documents beside judgments: texts, duplicates, features.
#pragma once

#include "core/base/name_table.h"
#include "core/collection/qrels.h"
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

// Features of items: the genres of films, the topics of news. They are intents that all topics
// share, where topics are users and judgments say which items these like.
struct Features {
  std::vector<Content> texts;                       // that the names lie in
  NameTable items;                                  // by docno
  std::vector<std::string_view> names;              // in label order
  std::vector<std::vector<std::uint32_t>> of_item;  // places in `names`, in their order

  // The features of a document; empty for an unknown one.
  const std::vector<std::uint32_t>& of(std::string_view docno) const;
};

// Several features in one cell stand between these characters; or as in a list of Python,
// ['x', 'y'].
std::vector<std::string_view> features_in(std::string_view cell, std::string_view separators);

// Does the first line name an item and its features: "item<tab>features"?
bool holds_features(std::string_view text);

// Reads files of them: below the first line "item<tab>feature<tab>feature ...", or with blanks
// where the first line has no tab. An item may have several lines, and any number of features, even
// none. Empty lines and those that begin with # are skipped. Throws Error, naming file and line,
// for names that cannot be names of documents or intents, and where there are no features.
Features read_features(const std::vector<TextFile>& files);

// The features of the files that hold some, which are taken out of the list; nothing if none does.
// Throws also where no other file is left.
std::optional<Features> take_features(std::vector<TextFile>& files);

// The judgments of whole topics as judgments of each feature of the documents, those without
// features left out. With `all`, each topic has all features as intents, whether any of its
// documents has them or not. Throws Error where the judgments tell intents apart.
Qrels with_features(const Qrels& qrels, const Features& features, bool all);

// The wanted docno that the last part of a path or an address is, with or without its ending, where
// the whole is none: else the whole.
inline std::string_view wanted_part(std::string_view name, const auto& wanted) {
  const std::string_view last = name.substr(name.find_last_of("/\\") + 1);
  for (const std::string_view one : {name, last, last.substr(0, last.rfind('.'))})
    if (wanted.find(one) != wanted.end()) return one;
  return name;
}

}  // namespace subintent::internal
