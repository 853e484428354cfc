// Where the time of `subintent tokenize` goes: tokenize_stages COLLECTION [ROUNDS]
//
// Each stage is timed alone, in seconds of the processor, on one thread, over all documents of the
// file, whose results of the stage before are in memory; the least of the rounds counts. The number
// of bytes that each has made is printed beside it, so that two versions can be compared.
#include <fmt/format.h>
#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "similarity/simhash/simhash.h"
#include "tokenize/archive/collection.h"
#include "tokenize/charset/charset.h"
#include "tokenize/document_tokenizer.h"
#include "tokenize/html/html_text.h"
#include "tokenize/terms/term_counter.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Stages {
 public:
  Stages(std::string file, int rounds) : file_(std::move(file)), rounds_(rounds) {}

  void run() {
    time("read records", [&] { read(); });
    time("decode to UTF-8", [&] { decode(); });
    time("text of pages", [&] { extract(PagePart::all); });
    time("words by ICU alone", [&] { find_words_by_icu(); });
    time("words", [&] { find_words(); });
    time("words, counted", [&] { count_words(false, false); });
    time("and statistics", [&] { count_words(true, false); });
    time("and fingerprints", [&] { count_words(false, true); });
    time("main content", [&] { extract(PagePart::main_content); });
  }

 private:
  void time(const char* name, const auto& work) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds_; ++round) {
      made_ = 0;
      const double start = processor_seconds();
      work();
      least = std::min(least, processor_seconds() - start);
    }
    fmt::print("{:<18} {:8.3f} s {:12} made\n", name, least, made_);
    std::fflush(stdout);
  }

  void read() {
    documents_.clear();
    CollectionReader reader(Source(file_), {});
    for (Document document; reader.next(document); document = {}) {
      made_ += document.content.size();
      documents_.push_back(std::move(document));
    }
  }

  void decode() {
    decoded_.resize(documents_.size());
    pages_.resize(documents_.size());
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      const Document& document = documents_[i];
      pages_[i] =
          view_as_utf8(document.content, document.http_charset, document.is_html, decoded_[i]);
      made_ += pages_[i].size();
    }
  }

  void extract(PagePart part) {
    texts_.resize(documents_.size());
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      texts_[i].clear();
      append_visible_text(pages_[i], texts_[i], nullptr, part);
      made_ += texts_[i].size();
    }
  }

  // Nothing but its iterator over the texts in UTF-16: what it finds is not even looked at.
  void find_words_by_icu() {
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<icu::BreakIterator> words(
        icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
    for (const std::string& text : texts_) {
      const auto characters = icu::UnicodeString::fromUTF8(text);
      words->setText(characters);
      while (words->next() != icu::BreakIterator::DONE) ++made_;
    }
  }

  void find_words() {
    WordTokenizer words;
    for (const std::string& text : texts_)
      words.for_each_term(text, [&](std::string_view term) { made_ += term.size(); });
  }

  void count_words(bool statistics, bool fingerprints) {
    DocumentTokenizer tokenizer;
    for (const std::string& text : texts_) {
      TermCounter& counter = tokenizer.tokenize_text(text);
      made_ += counter.terms().size();
      if (statistics) counter.keep_frequencies();
      if (fingerprints) made_ += simhash(counter.terms())[0] & 1;
    }
  }

  std::string file_;
  int rounds_;
  std::size_t made_ = 0;
  std::vector<Document> documents_;
  std::vector<std::string> decoded_, texts_;
  std::vector<std::string_view> pages_;  // in documents_ or in decoded_
};

}  // namespace
}  // namespace subintent::internal

int main(int count, char** arguments) {
  if (count < 2) return 2;
  const int rounds = count > 2 ? std::atoi(arguments[2]) : 3;
  subintent::internal::Stages(arguments[1], std::max(rounds, 1)).run();
  return 0;
}
