// The words and short phrases of documents that may stand in the label of a node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hierarchy/labels/collocations.h"
#include "hierarchy/labels/datelines.h"
#include "hierarchy/labels/label_words.h"
#include "hierarchy/labels/spellings.h"
#include "subintent/program.h"
#include "subintent/values.h"
#include "tokenize/words/stop_word_languages.h"

namespace subintent::internal {

// A phrase at one place of a document: a word, or several that nothing but blanks and hyphens
// separates. It neither begins nor ends with a stop word, and has at most three words that are not
// stop words; four, if all are capitalised. Stop words are within it only if the words at its ends
// are capitalised, and verbs only if it is all of a capitalised title.
struct LabelPhrase {
  std::string key;     // the stems of its words, with blanks between: of inflected forms the same
  std::string text;    // as it is written there
  std::string folded;  // its words
  double weight = 0;   // 0 to 1: the largest for the first words of titles
  double form_weight = 0;  // how far the place shows how the phrase is usually written
  // Ends where phrases do (Token::ends) and, if it has several words, has nothing but stop words,
  // verbs, numbers and punctuation beside it.
  bool complete = false;
  // The same, but that words of its own phrase may stand before it: "lightweight" before "clipboard
  // manager".
  bool ends = false;
  // Ends with a noun behind which its phrase may go on: "full text search" before "engine".
  bool is_noun = false;
  bool capitalised = false;       // each of its words but stop words and numbers
  bool ends_with_number = false;  // "Apollo 11"
  bool one_word = false;          // "game", "e-commerce"
  bool empty = false;             // says nothing, "way", unless it has two nouns: "user interface"
  bool begins_empty = false;      // of several words: the first says nothing, "simple parser"
  bool is_vague = false;  // says no more than the whole collection, "Ruby library", or "language"
  bool part_of_name = false;  // capitalised, of a longer name: "Tour" of "Tour de France"
};

// What is common to all documents of a file of texts, of so many topics: languages, names of sites,
// frequent words.
class LabelBackground {
 public:
  LabelBackground(std::span<const DocumentText* const> documents, std::size_t topics);

  // ln(1 + N / df) / ln(1 + N) of a word in df of all N documents: 1 for one of a single document.
  // Of a phrase that of its rarest word.
  double specificity(std::string_view key) const;

  // Does a word say too little in this collection (Collocations::is_general)?
  bool is_general(std::string_view key) const;

  // Is a word what the whole collection is about, which has five topics or more: has a fifth of the
  // documents it?
  bool is_theme(std::string_view stem) const;

  // Does it have a word that is probably a misspelling (Spellings)?
  bool is_misspelt(std::string_view key) const;

 private:
  friend class PhraseFinder;

  StopWordLanguages stop_words_;
  std::optional<std::size_t> language_;  // of most stop words: a place in stop_lists()
  // By host: what most of its different titles begin or end with.
  std::map<std::string, std::vector<std::string>, std::less<>> site_names_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> frequencies_;
  std::size_t documents_ = 0, topics_ = 0;
  TokenRoles roles_;
  Collocations collocations_;
  Datelines datelines_;
  Spellings spellings_;
};

// Not thread-safe: one per thread.
class PhraseFinder {
 public:
  explicit PhraseFinder(const LabelBackground& background);
  ~PhraseFinder();

  // Each phrase as often as it is there; those that are part of the name of the site are left out.
  // The language is that which most stop words of the text are of, if it has two more of them than
  // of the background's language. Of a title or an excerpt the first 2,000 characters count.
  std::vector<LabelPhrase> phrases(const DocumentText& document);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace subintent::internal
