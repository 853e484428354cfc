#include "tokenize/words/stop_word_languages.h"

#include "tokenize/words/stop_lists.h"
#include "tokenize/words/words.h"

namespace subintent::internal {

StopWordLanguages::StopWordLanguages() {
  WordTokenizer tokenizer;
  std::uint64_t bit = 1;
  for (const StopList& list : stop_lists()) {
    for (const std::string& word : words_of(list)) {
      tokenizer.for_each_term(word,
                              [&](std::string_view term) { languages_[std::string(term)] |= bit; });
    }
    bit <<= 1;
  }
}

bool StopWordLanguages::is_stop_word(std::string_view term,
                                     std::optional<std::size_t> language) const {
  if (!language) return false;
  const auto found = languages_.find(term);
  return found != languages_.end() && (found->second >> *language & 1) != 0;
}

std::vector<std::uint32_t> StopWordLanguages::count(const std::vector<std::string>& terms) const {
  std::vector<std::uint32_t> counts(stop_lists().size());
  for (const std::string& term : terms) {
    const auto found = languages_.find(term);
    if (found == languages_.end()) continue;
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += found->second >> i & 1;
  }
  return counts;
}

}  // namespace subintent::internal
