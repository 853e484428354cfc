// Character n-grams of words.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

// The character that n-grams begin with among terms, so that none of them is a word.
constexpr char ngram_mark = '~';

inline bool is_ngram(std::string_view term) {
  return !term.empty() && term.front() == ngram_mark;
}

// Languages that inflect words keep most of their letters: words with a common stem share n-grams
// (McNamee and Mayfield 2004).
class NgramMaker {
 public:
  explicit NgramMaker(std::size_t n) : n_(n) {}  // 1 at least

  // The runs of n characters (code points) of a word of valid UTF-8 with `_` at both ends, in their
  // order; a word that has fewer with them is one run. Each is valid until the next.
  void for_each(std::string_view word, const std::function<void(std::string_view)>& use);

 private:
  std::size_t n_;
  std::string padded_, gram_;
  std::vector<std::size_t> starts_;  // of the characters of padded_, and its end
};

}  // namespace subintent::internal
