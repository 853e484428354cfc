// What function words say of the words beside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

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
// subject and object, and the most frequent verbs, adjectives and adverbs. So far that is English.
class FunctionWords {
 public:
  // Empty for a language, by its name in stop_lists(), whose classes are not known here.
  static std::optional<FunctionWords> of(std::string_view language);

  // Of a word, if it is a function word, or a frequent verb, adjective or adverb. Stop words that
  // are in none of these classes are auxiliaries.
  std::optional<WordRole> role(std::string_view term, bool is_stop_word) const {
    const auto found = roles_.find(term);
    if (found != roles_.end()) return found->second;
    return is_stop_word ? std::optional(WordRole::auxiliary) : std::nullopt;
  }

  // Of a noun that says nothing of a subject on its own, such as "way" and "homepage", and of a
  // frequent modifier.
  bool is_empty(std::string_view term) const { return empty_.contains(term); }

 private:
  std::unordered_map<std::string_view, WordRole> roles_;
  std::unordered_set<std::string_view> empty_;
};

}  // namespace subintent::internal
