// From a document to its terms.
#pragma once

#include <unordered_set>

#include "subintent/basics.h"
#include "subintent/program.h"
#include "subintent/values.h"
#include "tokenize/archive/document.h"
#include "tokenize/html/html_text.h"
#include "tokenize/terms/term_counter.h"
#include "tokenize/words/words.h"

namespace subintent::internal {

using TermSet = std::unordered_set<std::string, StringHash, std::equal_to<>>;

// Which terms of a text are kept, and in what form.
struct TermOptions {
  Folding folding = Folding::usual;
  TermSet stopwords;       // folded as the terms are; taken away before stemming
  std::string stem;        // the language of a Snowball stemmer; empty: none
  std::size_t ngrams = 0;  // if not 0: the runs of so many characters of words, before stemming
  PagePart part = PagePart::all;  // of pages
};

// Adds the terms of the words in `text` (UTF-8), folded as the terms of documents are.
void add_stopwords(std::string_view text, Folding folding, TermSet& stopwords);

// The terms of the words in a file, one word per line, folded as the terms of documents are. Throws
// Error if it holds none.
TermSet read_stopwords(const Source& source, Folding folding);

// The terms of a built-in list of stop words. Throws Error::argument("stopwords") for a language
// without one.
TermSet stopwords_of(std::string_view language, Folding folding);

// Not thread-safe: one per thread, which may be made at the same time.
class DocumentTokenizer {
 public:
  // Throws Error of Kind::argument for an unknown stemmer.
  explicit DocumentTokenizer(TermOptions options = {});
  ~DocumentTokenizer();
  DocumentTokenizer(DocumentTokenizer&&) noexcept;

  // The terms of `document`; valid until the next call. If `shown` is given, what people see of the
  // document goes there.
  TermCounter& tokenize(const Document& document, DocumentText* shown = nullptr);

  // Counts the terms of plain text in UTF-8; bytes that are not valid are read as U+FFFD.
  TermCounter& tokenize_text(std::string_view text);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace subintent::internal
