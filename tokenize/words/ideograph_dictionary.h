// Words of Chinese and Japanese, which have no blanks between them.
#pragma once

#include <unicode/ucharstrie.h>
#include <unicode/udata.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace subintent::internal {

// Cuts runs of ideographs into the words that ICU's word iterator makes of them, with the
// dictionary of ICU: the words with the least sum of costs, where a character without a word of its
// own costs 255, and a run of Katakana by its length. The dictionary is a trie, and to find the
// first character among some thousand takes most of the time: here that is done once for each.
class IdeographDictionary {
 public:
  // That of the ICU that is there; null if its way of cutting is not known to be this one.
  static std::unique_ptr<IdeographDictionary> open();

  // The ends of the words in a run of letters of the basic plane that NFKC leaves as they are, in
  // order; valid until the next call. Empty if the run has letters that are not Han, Hiragana or
  // Katakana. Linear time.
  const std::vector<std::uint32_t>& cut(std::u16string_view run);

 private:
  struct Close {
    void operator()(UDataMemory* data) const { udata_close(data); }
  };
  using Data = std::unique_ptr<UDataMemory, Close>;

  // Where the words that begin with a character are.
  static constexpr std::int32_t no_word = -1;
  struct First {
    std::uint64_t state = 0;
    std::int32_t cost = no_word;  // of the character as a word
    bool is_ideograph = false;
    bool has_longer = false;
  };
  static constexpr std::size_t page_size = 64;
  using Page = std::array<First, page_size>;

  IdeographDictionary(Data data, const char16_t* trie) : data_(std::move(data)), trie_(trie) {}

  const First& first(char16_t c);
  std::unique_ptr<Page> make_page(std::size_t page);
  void reach(std::size_t end, std::size_t begin, std::uint32_t cost);
  void reach_ends_from(std::u16string_view run, std::size_t begin);
  void reach_end_of_katakana(std::u16string_view run, std::size_t begin);

  Data data_;
  icu::UCharsTrie trie_;
  std::array<std::unique_ptr<Page>, 0x10000 / page_size> pages_;
  // By end: the least costs of words up to there, and where the last of them begins.
  std::vector<std::uint32_t> costs_, begins_, ends_;
};

}  // namespace subintent::internal
