// Features of items: the genres of films, the topics of news. They are intents that all topics
// share, where topics are users and judgments say which items these like.
#pragma once

#include "core/base/name_table.h"
#include "core/collection/qrels.h"
#include "core/io/content.h"

namespace subintent::internal {

struct Features {
  std::vector<Content> texts;                       // that the names lie in
  NameTable items;                                  // by docno
  std::vector<std::string_view> names;              // in label order
  std::vector<std::vector<std::uint32_t>> of_item;  // places in `names`, in their order

  // The features of a document; empty for an unknown one.
  const std::vector<std::uint32_t>& of(std::string_view docno) const;
};

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

}  // namespace subintent::internal
