// Words: the fast way gives what ICU gives, whatever the text.

#include "input.h"
#include "tokenize/words/words.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace subintent::internal;
  static WordTokenizer words;
  std::vector<std::string> fast, slow;
  words.for_each_term(text_of(data, size), [&](std::string_view term) { fast.emplace_back(term); });
  words.for_each_term_by_icu(text_of(data, size),
                             [&](std::string_view term) { slow.emplace_back(term); });
  require(fast == slow);
  return 0;
}
