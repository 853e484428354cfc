// From a document to its terms.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

#include "subintent/source.h"
#include "support/strings.h"
#include "tokenize/archive/document.h"
#include "tokenize/terms/term_counter.h"

namespace subintent {

using TermSet = std::unordered_set<std::string, StringHash, std::equal_to<>>;

// Which terms of a text are kept, and in what form.
struct TermOptions {
  TermSet stopwords;  // folded as the terms are; taken away before stemming
  std::string stem;   // the language of a Snowball stemmer; empty: none
};

// The terms of the words in a file, one word a line, folded as the terms of documents are. Throws
// Error if it holds none.
TermSet read_stopwords(const Source& source);

// Not thread-safe: one a thread.
class DocumentTokenizer {
 public:
  // `options` must outlive the tokenizer. Throws Error::argument for an unknown stemmer.
  explicit DocumentTokenizer(const TermOptions& options);
  ~DocumentTokenizer();
  DocumentTokenizer(DocumentTokenizer&&) noexcept;

  // The terms of `document`; valid until the next call.
  TermCounter& tokenize(const Document& document);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace subintent
