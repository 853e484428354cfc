// Lists of stop words: the function words of the languages that there are stemmers for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

struct StopList {
  std::string_view name;   // of the language, as its stemmer is called
  std::string_view codes;  // its ISO 639 codes, separated by blanks
  std::string_view words;  // separated by blanks and line ends, with ' for any apostrophe
};

extern const std::string_view stop_lists_text;  // stop_lists.txt

// In alphabetical order.
std::span<const StopList> stop_lists();

// The list of a language by its name or code; null if there is none. "porter" is English, too.
const StopList* find_stop_list(std::string_view language);

// Its words, in their order; one with an apostrophe a second time with U+2019, as printed texts
// have it.
std::vector<std::string> words_of(const StopList& list);

// The words of find_stop_list(). Throws Error::argument("stopwords") for an unknown language.
std::vector<std::string> stop_words_of(std::string_view language);

}  // namespace subintent::internal
