// Words: the fast way gives what ICU gives, whatever the text.
#include "input.h"
#include "tokenize/words/words.h"

void subintent::internal::fuzz(std::string_view input) {
  static WordTokenizer words;
  std::vector<std::string> fast, slow;
  words.for_each_term(input, [&](std::string_view term) { fast.emplace_back(term); });
  words.for_each_term_by_icu(input, [&](std::string_view term) { slow.emplace_back(term); });
  require(fast == slow);
}
