#include "tokenize/words/stemmer.h"

#include <fmt/format.h>
#include <libstemmer.h>

#include <new>

#include "subintent/program.h"

namespace subintent::internal {

void Stemmer::Delete::operator()(sb_stemmer* stemmer) const {
  sb_stemmer_delete(stemmer);
}

Stemmer::Stemmer(const std::string& language)
    : stemmer_(sb_stemmer_new(lowered(language).c_str(), "UTF_8")) {
  if (stemmer_ != nullptr) return;
  // Without memory there is none either.
  const std::vector<std::string> known = stemmer_languages();
  if (std::ranges::find(known, language) != known.end()) throw std::bad_alloc();
  throw Error::argument("stem", "there is no stemmer for '" + printable(language) + "'",
                        fmt::format("use one of {}", join(known, ", ")));
}
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;

std::string_view Stemmer::stem(std::string_view word) {
  // No word of a language is that long.
  constexpr std::size_t longest_word = 1000;
  if (word.size() > longest_word) return word;
  const auto* symbols = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), symbols, static_cast<int>(word.size()));
  if (stem == nullptr) throw std::bad_alloc();
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
}

std::vector<std::string> stemmer_languages() {
  std::vector<std::string> languages;
  for (const char** name = sb_stemmer_list(); *name != nullptr; ++name)
    languages.emplace_back(*name);
  return languages;
}

}  // namespace subintent::internal
