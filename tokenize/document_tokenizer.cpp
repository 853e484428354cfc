#include "tokenize/document_tokenizer.h"

#include "core/base/strings.h"
#include "core/io/input_file.h"
#include "subintent/basics.h"
#include "tokenize/charset/charset.h"
#include "tokenize/document_text.h"
#include "tokenize/terms/ngrams.h"
#include "tokenize/terms/term_counter.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_lists.h"

namespace subintent::internal {

void add_stopwords(std::string_view text, Folding folding, TermSet& stopwords) {
  WordTokenizer(folding).for_each_term(text,
                                       [&](std::string_view term) { stopwords.emplace(term); });
}

TermSet read_stopwords(const Source& source, Folding folding) {
  LineReader lines(source);
  TermSet stopwords;
  std::string bytes, text;
  for (std::string_view line; lines.next(line); bytes += '\n') bytes += line;
  LineDecoder(bytes).append(bytes, text);
  for (std::string_view rest = text; !rest.empty();)
    add_stopwords(decode_to_utf8(take_line(rest), {}, false), folding, stopwords);
  if (stopwords.empty())
    throw Error({source.name(), 0}, "contains no words", "write one stop word per line");
  return stopwords;
}

TermSet stopwords_of(std::string_view language, Folding folding) {
  TermSet stopwords;
  for (const std::string& word : stop_words_of(language)) add_stopwords(word, folding, stopwords);
  return stopwords;
}

class DocumentTokenizer::Parts final : TermSink {
 public:
  explicit Parts(TermOptions options) : options_(std::move(options)), words_(options_.folding) {
    if (!options_.stem.empty()) stemmer_.emplace(options_.stem);
    if (options_.ngrams > 0) ngrams_.emplace(options_.ngrams);
    changes_terms_ = stemmer_ || ngrams_ || !options_.stopwords.empty();
  }

  TermCounter& tokenize(const Document& document, DocumentText* shown) {
    read_visible_text(document, visible_text_, shown, options_.part);
    return tokenize_text(visible_text_.view());
  }

  TermCounter& tokenize_text(std::string_view text) {
    counter_.clear();
    words_.find_terms(text, *this);
    return counter_;
  }

 private:
  void add(std::span<const ShortText> terms) override {
    if (!changes_terms_) return counter_.add(terms);
    for (const ShortText& term : terms) add(term.view());
  }

  void add(std::string_view term) override {
    if (!options_.stopwords.empty() && options_.stopwords.contains(term)) return;
    if (ngrams_) ngrams_->for_each(term, [this](std::string_view gram) { counter_.add(gram); });
    if (stemmer_) term = stemmer_->stem(term);
    if (!term.empty()) counter_.add(term);
  }

  const TermOptions options_;
  WordTokenizer words_;
  std::optional<Stemmer> stemmer_;
  std::optional<NgramMaker> ngrams_;
  bool changes_terms_ = false;
  TermCounter counter_;
  TextBuffer visible_text_;
};

DocumentTokenizer::DocumentTokenizer(TermOptions options)
    : parts_(std::make_unique<Parts>(std::move(options))) {}
DocumentTokenizer::~DocumentTokenizer() = default;
DocumentTokenizer::DocumentTokenizer(DocumentTokenizer&&) noexcept = default;

TermCounter& DocumentTokenizer::tokenize(const Document& document, DocumentText* shown) {
  return parts_->tokenize(document, shown);
}
TermCounter& DocumentTokenizer::tokenize_text(std::string_view text) {
  return parts_->tokenize_text(text);
}

}  // namespace subintent::internal
