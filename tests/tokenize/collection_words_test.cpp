#include <gtest/gtest.h>

#include "tokenize/archive/collection.h"
#include "tokenize/charset/charset.h"
#include "tokenize/html/html_text.h"
#include "tokenize/words/words.h"

namespace subintent::internal {
namespace {

// The terms of a page, a line each.
std::string lines_of(std::string_view text,
                     void (WordTokenizer::*for_each)(std::string_view,
                                                     const std::function<void(std::string_view)>&),
                     WordTokenizer& words) {
  std::string lines;
  (words.*for_each)(text, [&](std::string_view term) { lines.append(term) += '\n'; });
  return lines;
}

TEST(WordTokenizer, FastPathGivesTheWordsOfIcu) {
  CollectionReader reader(Source(SUBINTENT_DATA "/web.warc.gz"), {});
  WordTokenizer words;
  Document document;
  std::size_t bytes = 0;
  for (std::string text; reader.next(document); text.clear()) {
    append_visible_text(decode_to_utf8(document.content, document.http_charset, true), text);
    const std::string fast = lines_of(text, &WordTokenizer::for_each_term, words);
    const std::string plain = lines_of(text, &WordTokenizer::for_each_term_by_icu, words);
    bytes += plain.size();
    if (fast == plain) continue;
    const auto place =
        static_cast<std::size_t>(std::ranges::mismatch(fast, plain).in1 - fast.begin());
    const std::size_t start = place - std::min<std::size_t>(place, 40);
    ADD_FAILURE() << document.docno << ":\n"
                  << fast.substr(start, 80) << "\ninstead of\n"
                  << plain.substr(start, 80);
  }
  EXPECT_GT(bytes, 10'000u);
}

}  // namespace
}  // namespace subintent::internal
