// What function words say of the words beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace subintent::internal {

// What a word does in a sentence. A stop word that is not of the closed classes of its language is
// an `auxiliary`: these are pronouns, auxiliary verbs and adverbs, beside which verbs stand.
// Numbers are determiners.
enum class WordRole : std::uint8_t {
  noun,
  modifier,  // an adjective, or a noun before a noun
  verb,
  determiner,
  genitive,  // "of"
  preposition,
  particle,  // "to" before infinitives
  conjunction,
  auxiliary,
  boundary  // the begin or end of a sentence
};

extern const std::string_view function_words_text;  // function_words.txt

// The closed classes of a language in which modifiers stand before their noun, and verbs between
// subject and object, the most frequent verbs, adjectives and adverbs, and endings that tell
// others. So far that is English.
class FunctionWords {
 public:
  // Empty for a language, by its name in stop_lists(), whose classes are not known here.
  static std::optional<FunctionWords> of(std::string_view language);

  // Of a word, if it is a function word, a frequent verb, adjective or adverb, the third person of
  // such a verb, or begins ("multi-language") or ends as adjectives ("minimalistic"), adverbs
  // ("anonymously") or nouns ("migration") do. Stop words of none of these classes are auxiliaries.
  std::optional<WordRole> role(std::string_view term, bool is_stop_word) const;

  // Is it a word of one of the classes, whatever its ending?
  bool is_listed(std::string_view term) const { return roles_.contains(term); }

  // Does it end as participles do ("encrypted", "chart-topping"), which are modifiers or verbs?
  bool is_participle(std::string_view term) const;

  // Of a word that joins the words of names, such as "of" and "and".
  bool joins(std::string_view term) const { return joining_.contains(term); }

  // A verb such as "can" and "does", behind which stands another, or its subject and another.
  bool is_modal(std::string_view term) const { return modal_.contains(term); }

  // Of an adjective such as "British", which names no subject on its own.
  bool is_demonym(std::string_view term) const { return demonyms_.contains(term); }

  // Of another that names no subject on its own, but something with a noun: "nuclear".
  bool is_adjective(std::string_view term) const { return adjectives_.contains(term); }

  // Of a noun that says what a text is about only if the texts beside it are not: "language".
  bool is_vague(std::string_view term) const { return vague_.contains(term); }

  // Of a pronoun that is an object, such as "me".
  bool is_object(std::string_view term) const { return objects_.contains(term); }

  // Of a noun that says nothing of a subject on its own, such as "way" and "homepage", and of a
  // modifier that is frequent or ends as one.
  bool is_empty(std::string_view term) const;

 private:
  using Words = std::unordered_set<std::string_view>;
  struct Ending {
    std::string_view text;
    WordRole role;  // of a participle: verb
  };

  void read_line(std::string_view name, std::string_view words);
  std::optional<WordRole> role_of_ending(std::string_view term) const;
  bool has_prefix(std::string_view term) const;
  bool is_third_person(std::string_view term) const;

  std::unordered_map<std::string_view, WordRole> roles_;
  Words empty_, joining_, demonyms_, adjectives_, modal_, objects_, vague_;
  Words prefixes_;  // of hyphenated modifiers
  std::vector<Ending> endings_;
  Words exceptions_;  // that have such an ending
};

}  // namespace subintent::internal
