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

void StopWordLanguages::count(std::string_view term, std::vector<std::uint32_t>& counts) const {
  const auto found = languages_.find(term);
  if (found == languages_.end()) return;
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += found->second >> i & 1;
}

std::vector<std::uint32_t> StopWordLanguages::no_counts() {
  return std::vector<std::uint32_t>(stop_lists().size());
}

std::optional<std::size_t> StopWordLanguages::language(const std::vector<std::uint32_t>& counts,
                                                       std::optional<std::size_t> usual) {
  const auto most = std::ranges::max_element(counts);
  if (*most > (usual ? counts[*usual] : 0)) return static_cast<std::size_t>(most - counts.begin());
  return usual;
}

}  // namespace subintent::internal
