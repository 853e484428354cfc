// From documents to terms.
#pragma once

#include <set>

#include "subintent/basics.h"
#include "subintent/values.h"

namespace SUBINTENT_PUBLIC subintent {

// A term of a document and how often it is there.
struct Term {
  std::string term;
  std::uint64_t count = 0;

  bool operator==(const Term&) const = default;
};

// The words of a built-in list of stop words: the function words of a language that there is a
// stemmer for, such as "english" or "en". Throws Error (argument "stopwords") for another one.
std::vector<std::string> stop_words(std::string_view language);
bool has_stop_words(std::string_view language);

// The languages that there are Snowball stemmers for.
std::vector<std::string> stemmer_languages();

struct TokenizerOptions {
  // The language of a Snowball stemmer, such as "english"; empty: none.
  std::string stem = {};
  // Words to leave out, such as stop_words("english"); they are folded as the text is, and left out
  // before stemming and before n-grams are made.
  std::vector<std::string> stopwords = {};
  // If not 0, character n-grams: beside each word its runs of so many characters, with `_` for its
  // ends and `~` before each, so that "dogs" adds ~_dog, ~dogs and ~ogs_ for 4.
  std::size_t ngrams = 0;
  // If true, only the main content of pages counts (visible_text()).
  bool main_content = false;
  // The language whose case folding is used, where it is special: in Turkish ("turkish", "tr") and
  // Azeri, I and dotless i are one letter, and dotted I and i. If empty, that of `stem`.
  std::string language = {};
};

// Makes terms of texts: the words of Unicode (UAX #29), normalised and case folded. One tokenizer
// may be used by several threads at once. Cheap to copy: copies share what they need to work.
class Tokenizer {
 public:
  // Throws Error (argument "stem") for an unknown language.
  explicit Tokenizer(const TokenizerOptions& options = {});

  const TokenizerOptions& options() const;

  // The terms of a plain text in UTF-8, sorted by their bytes, each once.
  std::vector<Term> terms(std::string_view text) const;

  // The terms of a document's visible_text().
  std::vector<Term> terms(const Document& document) const;

 private:
  class Pool;
  Shared<Pool> pool_;
};

// The text of a document in UTF-8. Its charset is detected. Of HTML it is the visible text, with a
// line feed for tags that separate words; with `main_content` its title and main content, without
// menus, footers, lists of links and comments, as far as a heuristic finds one (all of it
// otherwise).
std::string visible_text(const Document& document, bool main_content = false);

// The text of a document for people. The title is that of the collection, else that of the page:
// the element `title`, or a headline of newswire (`headline`, `head`, `hl`, `ti`, `doctitle`).
// Title and excerpt have at most 300 characters; a URL of more than 2,048 bytes is left out. The
// excerpt is that of its visible_text().
DocumentText document_text(const Document& document, bool main_content = false);

// Is a plain text a whole page of HTML? It begins, behind blanks and comments, with a doctype of
// HTML or the tag of html, head or body. In collections such a text is read as HTML.
bool is_page(std::string_view text);

// Does a plain text that is no page have tags, comments or character references of HTML, which
// become words?
bool has_pieces_of_html(std::string_view text);

// A plain text, or page, of a charset that is detected, in UTF-8.
std::string decoded_text(std::string_view bytes);

// A format of document collections.
struct CollectionFormat {
  std::string_view name;   // "trec"
  std::string_view label;  // for people: "TREC text"
  bool is_plain = false;   // its texts are plain, or HTML on request
};

// In the order in which they are detected.
std::vector<CollectionFormat> collection_formats();

struct CollectionOptions {
  // "warc", "arc" and so on; empty: detected from the first bytes of each input.
  std::string format = {};
  bool html = false;  // texts of JSON lines, CSV, TSV and files of text are HTML
  // The member of JSON objects, or the column of tables, that is the docno, and those that are the
  // text, one after the other; of tables without a header line their numbers. None: found by the
  // names that are usual for both (docs/formats.md).
  std::string docno = {};
  std::vector<std::string> text = {};
  // Documents that others name: files are called as these are, if by another part of their paths.
  std::set<std::string_view> wanted = {};
};

struct CollectionSummary {
  std::uint64_t records = 0;    // of any kind, broken ones included
  std::uint64_t documents = 0;  // records given as documents
  std::uint64_t skipped = 0;    // records that hold no document or cannot be read
  Warnings warnings;            // the first place of each defect
};

// Reads the documents of collections (WARC, ARC, TREC text, JSON, CSV, TSV), of files of text or
// HTML that are one document each, and of folders of all of these, in their order, and calls `use`
// for each, in the calling thread. Broken records are counted and skipped. Throws Error for an
// input that cannot be read at all.
CollectionSummary read_collection(const std::vector<Source>& inputs,
                                  const CollectionOptions& options,
                                  const std::function<void(Document&&)>& use,
                                  const ProgressCallback& progress = {});

}  // namespace subintent
