#include <mutex>

#include "core/base/progress.h"
#include "core/base/warning.h"
#include "engine/collections/defects.h"
#include "tokenize/archive/markup.h"
#include "tokenize/charset/charset.h"
#include "tokenize/document_text.h"
#include "tokenize/document_tokenizer.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_lists.h"

namespace subintent {
namespace {

std::vector<Term> terms_of(internal::TermCounter& counter) {
  std::vector<Term> terms;
  for (const internal::TermCount& term : counter.sorted_terms())
    terms.push_back({std::string(term.term), term.count});
  return terms;
}

internal::PagePart part_of(bool main_content) {
  return main_content ? internal::PagePart::main_content : internal::PagePart::all;
}

}  // namespace

std::vector<std::string> stop_words(std::string_view language) {
  return internal::stop_words_of(language);
}

bool has_stop_words(std::string_view language) {
  return internal::find_stop_list(language) != nullptr;
}

std::vector<std::string> stemmer_languages() {
  return internal::stemmer_languages();
}

bool is_page(std::string_view text) {
  return internal::markup_of(text) == internal::Markup::page;
}

std::string decoded_text(std::string_view bytes) {
  return internal::decode_to_utf8(bytes, {}, is_page(bytes));
}

std::vector<CollectionFormat> collection_formats() {
  std::vector<CollectionFormat> formats;
  for (const internal::CollectionFormat& one : internal::collection_formats())
    formats.push_back({one.name, one.label, one.is_plain});
  return formats;
}

// A tokenizer for each thread that is in a call, made when it is first needed.
class Tokenizer::Pool {
 public:
  Pool(TokenizerOptions given, internal::TermOptions options)
      : given_(std::move(given)), options_(std::move(options)) {
    free_.emplace_back(options_);  // throws for an unknown stemmer
  }

  const TokenizerOptions& given() const { return given_; }

  std::vector<Term> use(const auto& count_terms) {
    internal::DocumentTokenizer tokenizer = take();
    std::vector<Term> terms = terms_of(count_terms(tokenizer));
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tokenizer));
    return terms;
  }

 private:
  internal::DocumentTokenizer take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        internal::DocumentTokenizer tokenizer = std::move(free_.back());
        free_.pop_back();
        return tokenizer;
      }
    }
    return internal::DocumentTokenizer(options_);
  }

  TokenizerOptions given_;
  internal::TermOptions options_;
  std::mutex mutex_;
  std::vector<internal::DocumentTokenizer> free_;
};

Tokenizer::Tokenizer(const TokenizerOptions& options) {
  internal::TermOptions terms;
  terms.stem = options.stem;
  terms.ngrams = options.ngrams;
  terms.part = part_of(options.main_content);
  terms.folding = internal::folding_of(options.language.empty() ? options.stem : options.language);
  for (const std::string& word : options.stopwords)
    internal::add_stopwords(word, terms.folding, terms.stopwords);
  pool_ = std::make_shared<Pool>(options, std::move(terms));
}

const TokenizerOptions& Tokenizer::options() const {
  return pool_->given();
}

std::vector<Term> Tokenizer::terms(std::string_view text) const {
  return pool_->use([&](internal::DocumentTokenizer & t) -> auto& {
    return t.tokenize_text(text);
  });
}

std::vector<Term> Tokenizer::terms(const Document& document) const {
  return pool_->use([&](internal::DocumentTokenizer & t) -> auto& { return t.tokenize(document); });
}

std::string visible_text(const Document& document, bool main_content) {
  std::string text;
  internal::read_visible_text(document, text, nullptr, part_of(main_content));
  return text;
}

DocumentText document_text(const Document& document, bool main_content) {
  std::string text;
  DocumentText shown;
  internal::read_visible_text(document, text, &shown, part_of(main_content));
  return shown;
}

internal::CollectionOptions internal::reading_of(const subintent::CollectionOptions& options) {
  CollectionOptions reading;
  if (!options.format.empty()) reading.format = &collection_format(options.format);
  reading.html = options.html;
  reading.names = FieldNames(options.docno, options.text);
  return reading;
}

void internal::warn_of_defects(const CollectionCounts& counts, Warnings& warnings) {
  const auto warn = [&](const auto& defects, const std::string& done) {
    for (const auto& [reason, defect] : defects) {
      const std::string others =
          defect.count == 1 ? "" : " (the first of " + std::to_string(defect.count) + ")";
      warnings.push_back(make_warning("defective-records", Location{defect.first_place, 0},
                                      reason + others + "; " + done));
    }
  };
  warn(counts.skipped, "skipped");
  warn(counts.repaired, "repaired as far as possible");
  const auto is_share = [](const Defect& defect, std::uint64_t of, std::uint64_t one_in) {
    return defect.count > 0 && one_in * defect.count >= of;
  };
  const bool is_markup = is_share(counts.with_markup, counts.documents, 100);
  // Some texts that are about HTML have pieces of it, too.
  if (!is_markup && !is_share(counts.with_pieces, counts.seen_pieces, 10)) return;
  const Defect& markup = is_markup ? counts.with_markup : counts.with_pieces;
  const std::string others =
      markup.count == 1 ? "" : " (the first of " + std::to_string(markup.count) + ")";
  warnings.push_back(make_warning("html-as-text", Location{markup.first_place, 0},
                                  (is_markup ? "looks like HTML, and its tags are read as words"
                                             : "has tags or &amp; as in HTML, read as words") +
                                      others,
                                  "give `html` if it is HTML"));
}

void internal::note_left_out(const CollectionCounts& counts, Warnings& notes) {
  if (const auto& left_out = counts.left_out)
    notes.push_back(make_warning("unused-columns", Location{left_out->file, 0}, left_out->text,
                                 left_out->advice));
}

CollectionSummary read_collection(const std::vector<Source>& inputs,
                                  const CollectionOptions& options,
                                  const std::function<void(Document&&)>& use,
                                  const ProgressCallback& progress) {
  if (!use) throw Error::argument("use", "use: expected a function");
  const internal::CollectionOptions reading = internal::reading_of(options);
  internal::CollectionCounts counts;
  internal::ProgressMeter meter(progress, "read", "documents", 0);
  internal::DifferentDocuments different;
  const std::vector<internal::CollectionFile> files = internal::collection_files(inputs);
  for (const internal::CollectionFile& input : files) {
    internal::CollectionReader reader(input, reading);
    if (reader.is_document()) different.add(input);
    Document document;
    while (reader.next(document)) {
      use(std::exchange(document, {}));
      meter.advance();
    }
    counts.add(reader.counts());
  }
  internal::require_documents(counts, files);
  CollectionSummary summary{counts.records, counts.documents, 0, {}};
  for (const auto& [kind, times] : counts.other) summary.skipped += times;
  for (const auto& [reason, defect] : counts.skipped) summary.skipped += defect.count;
  internal::warn_of_defects(counts, summary.warnings);
  internal::note_left_out(counts, summary.warnings);
  return summary;
}

}  // namespace subintent
