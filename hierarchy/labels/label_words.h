// The words of texts that labels are made of, and what they do in their sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hierarchy/labels/function_words.h"
#include "hierarchy/labels/word_roles.h"
#include "subintent/values.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_word_languages.h"
#include "tokenize/words/words.h"

namespace subintent::internal {

struct Token {
  enum class Kind { content, stop_word, genitive, number, letter };
  std::string term, stem;
  std::size_t begin = 0, end = 0;  // in the text
  Kind kind = Kind::content;
  bool joined = false;  // with the one before, to one word: by a hyphen
  bool torn = false;    // a part of what signs hold together: "fre:ac", "D(HE)ater"
  bool capitalised = false, all_capitals = false;
  bool rarely_apart = false;  // from the word before it (Collocations)
  bool verb = false;
  // May a phrase end here without being cut out of one of another sense? Where nothing is known of
  // the language, it may everywhere.
  bool ends = true;
  bool noun = false;       // known to be one
  bool ends_name = false;  // or may a name, as "GNOME" of "the GNOME desktop"?
  bool in_name = false;    // capitalised behind another such word, as "Open" of "the US Open"
  // Before or behind another word of its name, perhaps with "de" or the like between: "Tour" and
  // "France" of "Tour de France".
  bool before_name = false, behind_name = false;
  // Before "and", "or" or a sign of the like, so that what follows may be of the same phrase, as
  // "Laravel packages" behind "open-source PHP and".
  bool coordinated = false;
  bool empty = false;  // says nothing on its own: "way", "historic"
  bool empty_noun = false;
  bool is_participle = false;  // by its ending, even in a name: "Delayed"
  bool is_demonym = false;     // "British", which says nothing before another word but with it
  bool is_adjective = false;   // "nuclear", which says nothing on its own
  bool is_vague = false;       // "language", which says too little beside other languages
  bool joins = true;  // of stop words: may it stand within a name that is cut out of its sentence?
  bool joins_name = false;  // known to be one that does, as "de" of "Tour de France"
};

// Tokens that nothing but blanks and hyphens separates.
using Run = std::vector<Token>;

// The first 2,000 characters as one line, without the characters that have no width but change how
// text is shown: marks of direction, soft hyphens, byte-order marks.
std::string readable(std::string_view given);

// A language is a place in stop_lists(). Not thread-safe: one per thread.
class TokenReader {
 public:
  explicit TokenReader(const StopWordLanguages& stop_words);

  // How many words of the document are stop words of each language.
  std::vector<std::uint32_t> votes(const DocumentText& document);

  // The language of most of these votes, if it has two more than the background's. One word more is
  // chance in a short text: "e" of "e-waste" is Italian, too.
  static std::optional<std::size_t> language_of(std::vector<std::uint32_t> votes,
                                                std::optional<std::size_t> background);

  // The words are folded as the language does. Nothing is known of their roles.
  std::vector<Run> runs(const std::string& text, std::optional<std::size_t> language);

 private:
  Token token_of(const Word& word, std::string_view text, std::optional<std::size_t> language);
  std::string_view without_clitic(std::string_view term, std::string_view written, Token& token,
                                  std::optional<std::size_t> language) const;
  bool lacks_vowel(std::string_view term, std::optional<std::size_t> language) const;
  std::string stem(std::string_view term, std::optional<std::size_t> language);

  const StopWordLanguages& stop_words_;
  WordTokenizer words_;
  WordTokenizer turkic_words_;
  std::vector<std::optional<Stemmer>> stemmers_;
};

// The roles of words in each language whose function words are known.
class TokenRoles {
 public:
  TokenRoles();

  // Are the function words of this language known?
  bool knows(std::optional<std::size_t> language) const {
    return function_words(language) != nullptr;
  }

  // Learns from a text with these votes (TokenReader::votes).
  void add(const std::vector<Run>& text, const std::vector<std::uint32_t>& votes,
           std::optional<std::size_t> language);
  // Forgets languages with too few words to learn from.
  void learn();

  // Of a document that is surely in this language, going by its own stop words (TokenReader::votes)
  // and not by the language of most others; or, where it has none of any language, by its words,
  // half of which others have that surely are: "list airports".
  bool are_known(const std::vector<Run>& title, const std::vector<Run>& excerpt,
                 const std::vector<std::uint32_t>& votes,
                 std::optional<std::size_t> language) const;

  // Says of the tokens of a text which are verbs, and where phrases may end: at a noun behind which
  // no other follows, and at the end of a name.
  void mark(std::vector<Run>& text, std::optional<std::size_t> language) const;

  // The same by the frequent verbs and modifiers of the language alone, where nothing else is
  // known.
  void mark_frequent(std::vector<Run>& text, std::optional<std::size_t> language) const;

 private:
  struct Language {
    WordRoles roles;
    std::size_t words = 0;  // to learn from
  };
  // In fewer words, next to no noun stands where only nouns can: "waste" of "plastic waste in the
  // sea" would be a verb.
  static constexpr std::size_t least_words = 40;

  // Null where none are.
  const FunctionWords* function_words(std::optional<std::size_t> language) const;

  struct Capitals {
    std::size_t with = 0, without = 0;  // places within sentences
  };

  std::map<std::size_t, FunctionWords> function_words_;
  std::map<std::size_t, Language> languages_;
  std::unordered_map<std::string, Capitals> capitals_;  // of frequent verbs and modifiers
  std::unordered_set<std::string> names_;  // those that mostly are names: "React", "Express"
};

}  // namespace subintent::internal
