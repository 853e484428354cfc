// From text to terms.
#pragma once

#include "core/base/short_text.h"

namespace subintent::internal {

// The longest term, in bytes. What is longer is not a word of any language but data, such as
// base64.
constexpr std::size_t longest_term = 4096;

// The place of a term in a text, and its spelling there.
struct Word {
  std::string_view term;  // as it is folded; valid during the call
  std::size_t begin = 0, end = 0;
  bool has_letter = false;    // or else digits only
  bool capitalised = false;   // the first letter is a capital
  bool all_capitals = false;  // all of its letters, of two at least
};

// Whether I and dotless i are one letter and dotted I and i another, as in Turkish and Azeri
// (status T in Unicode's CaseFolding.txt).
enum class Folding { usual, turkic };

// How case is folded in a language, by its English name or ISO 639 code; `usual` for others.
Folding folding_of(std::string_view language);

// Takes terms in their order: many short ones at a time, and each longer one alone.
class TermSink {
 public:
  virtual void add(std::span<const ShortText> terms) = 0;
  virtual void add(std::string_view term) = 0;  // valid during the call

 protected:
  ~TermSink() = default;
};

// Cuts text into words (UAX #29, as ICU's word iterator for the root locale does it, with its
// dictionaries for Chinese, Japanese, Thai, Lao, Khmer and Burmese), keeps those with a letter or
// digit, and folds their case (NFKC_Casefold). "can't", "3.14", "a.b", "x_y" and "b2b" are one word
// each.
//
// A letter or digit is a character of general category L or N, or an alphabetic symbol such as a
// circled letter; signs that only modify the character before them are none. Words of which folding
// leaves nothing (fillers) are not terms, nor are those of which it leaves more than longest_term.
// A term never has a tab or a line end in it.
//
// Runs of ASCII take a path of our own that gives what ICU gives; where ICU's version treats a
// character in a way of its own (ICU 72 joins words at '@' and does not at ':'), so does that path.
//
// Not safe for concurrent use: one per thread.
class WordTokenizer {
 public:
  explicit WordTokenizer(Folding folding = Folding::usual);
  ~WordTokenizer();
  WordTokenizer(WordTokenizer&&) noexcept;
  WordTokenizer& operator=(WordTokenizer&&) noexcept;

  // Calls `use` with each term of `text` in order; the term is valid during the call. Text that is
  // not valid UTF-8 is read as if it had U+FFFD there. Linear time.
  void for_each_term(std::string_view text, const std::function<void(std::string_view)>& use);
  void find_terms(std::string_view text, TermSink& sink);

  // The same terms with their places in `text`, which must be valid UTF-8. Of a text of more than
  // 64 MiB only as much is read.
  void for_each_word(std::string_view text, const std::function<void(const Word&)>& use);

  // The terms of for_each_term() by ICU alone, which the faster way is tested against.
  void for_each_term_by_icu(std::string_view text,
                            const std::function<void(std::string_view)>& use);

 private:
  class Segmenter;
  std::unique_ptr<Segmenter> segmenter_;
};

// Is the term one such as "e.g", or a letter?
bool is_abbreviation(std::string_view term);

// Is the word of an address or of markup: "https://a.b/c", "/a/b", ":name:", "name=", "a_b",
// "](a-b)"?
bool is_markup(std::string_view text, const Word& word);

// Without "'s" at its end.
std::string_view without_genitive(std::string_view word);

}  // namespace subintent::internal
