// The languages in which a word is a stop word, and the language of a text by these.
#pragma once

#include <unordered_map>

#include "subintent/program.h"

namespace subintent::internal {

// The built-in stop words of all languages, folded as terms are. A language is a place in
// stop_lists().
class StopWordLanguages {
 public:
  StopWordLanguages();

  bool is_stop_word(std::string_view term, std::optional<std::size_t> language) const;

  // Counts a term in `counts`, by language, for each language that it is a stop word of.
  void count(std::string_view term, std::vector<std::uint32_t>& counts) const;
  // Zeros, to begin with.
  static std::vector<std::uint32_t> no_counts();

  // The language of which a text has most stop words, if it has more of them than of the `usual`
  // language, which otherwise is its language.
  static std::optional<std::size_t> language(const std::vector<std::uint32_t>& counts,
                                             std::optional<std::size_t> usual);

 private:
  std::unordered_map<std::string, std::uint64_t, StringHash, std::equal_to<>> languages_;  // bits
};

}  // namespace subintent::internal
