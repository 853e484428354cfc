// The words and short phrases of texts that may stand in a label.
#pragma once

#include <set>
#include <unordered_map>

#include "core/base/strings.h"
#include "subintent/values.h"
#include "tokenize/words/repeated_sentences.h"
#include "tokenize/words/stemmer.h"
#include "tokenize/words/stop_word_languages.h"
#include "tokenize/words/words.h"

namespace subintent::internal {

// Shares of topics with a word that says little alone, and with each word of a phrase that does.
constexpr double widespread = 0.55, widespread_phrase = 0.8;

// A word of a text.
struct Token {
  enum class Kind { content, stop_word, other };  // others: numbers, "e.g", single letters

  Kind kind = Kind::content;
  std::uint32_t term = 0, stem = 0;  // numbers of Vocabulary
  std::string written;
  std::string gap;      // between it and the word before: a blank, a hyphen or nothing
  bool begins = false;  // something else is between them
  std::size_t end = 0;  // in the text
};

// A phrase of one document: up to four content words that nothing but blanks and hyphens separates,
// or once a word such as "of", by the numbers of their stems. Of short texts up to six, with all
// stop words between them but those at which clauses begin.
using PhraseKey = std::vector<std::uint32_t>;
struct PhraseOfDocument {
  double weight = 0;       // of its place; in short texts, how well it may be cut from there
  bool complete = false;   // at one of its places no content word is beside it
  std::uint32_t last = 0;  // term of its last word
  std::map<std::string, std::uint32_t> forms = {};  // as it is written, and how often
};

// The words of a collection, and what stands behind them.
class Vocabulary {
 public:
  // `topics` are the places in `documents` of those of each topic.
  Vocabulary(const std::vector<const DocumentText*>& documents,
             const std::vector<std::vector<std::uint32_t>>& topics);

  // Inverse document frequency of a stem: 1 for one of a single document, near 0 for one of all.
  double rarity(std::uint32_t stem) const;
  // The share of topics with a stem of one, but for that one: 0 to nearly 1.
  double spread(std::uint32_t stem) const;

  // How often, of all its places, a word is the last before a stop word, punctuation or the end.
  double ends(std::uint32_t term) const;
  // 1 for words that are between "the" or "of" and the end of a phrase as nouns are; else less. Of
  // words that are seldom seen, those of the same last three letters tell.
  double like_noun(std::uint32_t term) const;
  // 1 for words that end sentences and clauses as often as others; less for those that need more
  // words behind them, as "number", "able" and "located" do.
  double stands_alone(std::uint32_t term) const;
  // Does it stand before such words as "the", as verbs do, or hardly ever behind them?
  bool is_verb(std::uint32_t term) const;
  // Are they sentences: a third stop words, and the fewer of them, the shorter (phrases.cpp)?
  bool are_short() const { return are_short_; }
  std::map<PhraseKey, PhraseOfDocument> phrases(const DocumentText& document);
  // Stems of the content words of a text, or of all.
  PhraseKey stems(const std::string& text, bool with_stop_words = false);
  // A document of one sentence of ten words at most, without the mark at its end, if are_short.
  std::string sentence(const DocumentText& document);
  // The first words of a document as they are written: from the first part of its title, or else
  // of a sentence, that says more than `known` stems and widespread words, up to its end or "…";
  // behind "…" from where it says more, if that would be cut off. Nothing for long texts without
  // title, and where no part says more.
  std::string first_words(const DocumentText& document, const std::set<std::uint32_t>& known);

 private:
  struct Followers {
    bool is_stop_word = false, is_determiner = false, is_auxiliary = false, begins_clause = false;
    std::int32_t small_letters = 0;  // places without a capital, less those with one within text
    double cut_behind = 0.4, cut_before = 0.25;  // how well phrases begin behind and end before it
    std::uint32_t places = 0, at_end = 0, before_content = 0, before_determiner = 0;
    std::uint32_t after_nothing = 0, after_joining = 0, before_clause = 0, in_clause = 0;
    std::uint32_t after_stop_word = 0, after_determiner = 0, between = 0;
    double noun_ending = 1;  // how often words of the same ending are between, of what is expected
  };

  // Title and excerpt, and a line end between, which separates phrases.
  std::string text_of(const DocumentText& document) const;
  std::uint32_t number(std::string_view word);
  std::vector<Token> tokens(const std::string& text, std::optional<std::size_t> language);
  // Sets the text that they are of.
  std::vector<Token> tokens(const DocumentText& document, std::string& text);
  std::vector<std::uint32_t> votes(const std::string& text);
  // Is the word written without elsewhere? Not in titles Like This.
  bool has_capital_of_sentence(const std::vector<Token>& text, std::size_t i) const;
  void count_followers(const std::vector<std::vector<Token>>& texts);
  void find_joining(const std::vector<std::vector<Token>>& texts);

  RepeatedSentences repeated_;
  StopWordLanguages stop_words_;
  std::optional<std::size_t> language_;  // of most texts
  WordTokenizer words_, turkic_words_;
  std::vector<std::optional<Stemmer>> stemmers_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> numbers_;
  std::vector<Followers> followers_;      // of terms
  std::optional<std::uint32_t> joining_;  // the term that joins phrases, as "of" does
  // Shares of words behind stop words, and of content words that end a phrase.
  double after_determiner_ = 0, between_ = 0, at_end_ = 0;
  std::vector<std::uint32_t> frequencies_, topics_with_;  // documents and topics with a stem
  double documents_ = 0, topics_ = 0;                     // how many
  bool are_short_ = false;
};

}  // namespace subintent::internal
