#include "tokenize/words/ideograph_dictionary.h"

#include <unicode/uscript.h>
#include <unicode/utypes.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace subintent::internal {
namespace {

constexpr std::uint32_t unreached = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t longest_word = 20;
constexpr std::uint32_t cost_of_unknown = 255;

// ICU's costs of a run of Katakana as one word, by its length; longer ones cost as much as one of
// length zero, and those of twenty characters or more are not taken for a word.
constexpr std::array<std::uint32_t, 9> katakana_costs = {8192, 984, 408, 240, 204,
                                                         252,  300, 372, 480};
constexpr std::size_t longest_katakana = 20;

bool is_katakana(char16_t c) {
  return c >= 0x30A1 && c <= 0x30FE && c != 0x30FB;
}

bool is_ideograph(char16_t c) {
  UErrorCode status = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &status);
  return c == 0x30FC ||
         (U_SUCCESS(status) &&
          (script == USCRIPT_HAN || script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA));
}

// The versions of ICU with which the tests have compared this.
bool is_known_version() {
  UVersionInfo version;
  u_getVersion(version);
  return version[0] == 72;
}

}  // namespace

std::unique_ptr<IdeographDictionary> IdeographDictionary::open() {
  if (!is_known_version()) return nullptr;
  UErrorCode status = U_ZERO_ERROR;
  Data data(udata_open(U_ICUDATA_NAME "-brkitr", "dict", "cjdict", &status));
  if (U_FAILURE(status)) return nullptr;
  // Eight numbers: the first is where the trie begins, the fifth its kind and that of its letters.
  const auto* const numbers = static_cast<const std::int32_t*>(udata_getMemory(data.get()));
  constexpr std::int32_t kind_mask = 7, sixteen_bits = 1;
  if ((numbers[4] & kind_mask) != sixteen_bits) return nullptr;
  const auto* const trie =
      reinterpret_cast<const char16_t*>(reinterpret_cast<const char*>(numbers) + numbers[0]);
  return std::unique_ptr<IdeographDictionary>(new IdeographDictionary(std::move(data), trie));
}

std::unique_ptr<IdeographDictionary::Page> IdeographDictionary::make_page(std::size_t page) {
  auto firsts = std::make_unique<Page>();
  for (std::size_t i = 0; i < page_size; ++i) {
    const auto c = static_cast<char16_t>(page * page_size + i);
    First& first = (*firsts)[i];
    first.is_ideograph = is_ideograph(c);
    const UStringTrieResult result = trie_.first(c);
    if (USTRINGTRIE_HAS_VALUE(result)) first.cost = trie_.getValue();
    first.has_longer = USTRINGTRIE_HAS_NEXT(result);
    first.state = trie_.getState64();
  }
  return firsts;
}

const IdeographDictionary::First& IdeographDictionary::first(char16_t c) {
  auto& page = pages_[c / page_size];
  if (page == nullptr) page = make_page(c / page_size);
  return (*page)[c % page_size];
}

void IdeographDictionary::reach(std::size_t end, std::size_t begin, std::uint32_t cost) {
  if (cost >= costs_[end]) return;
  costs_[end] = cost;
  begins_[end] = static_cast<std::uint32_t>(begin);
}

// By the words of the dictionary, or else by the character alone.
void IdeographDictionary::reach_ends_from(std::u16string_view run, std::size_t begin) {
  const First& first = this->first(run[begin]);
  const std::uint32_t before = costs_[begin];
  const bool is_word = first.cost != no_word;
  if (is_word) reach(begin + 1, begin, before + static_cast<std::uint32_t>(first.cost));
  if (first.has_longer) {
    trie_.resetToState64(first.state);
    const std::size_t limit = std::min(run.size(), begin + longest_word);
    for (std::size_t end = begin + 1; end < limit; ++end) {
      const UStringTrieResult result = trie_.next(run[end]);
      if (USTRINGTRIE_HAS_VALUE(result)) {
        reach(end + 1, begin, before + static_cast<std::uint32_t>(trie_.getValue()));
      }
      if (!USTRINGTRIE_HAS_NEXT(result)) break;
    }
  }
  if (!is_word) reach(begin + 1, begin, before + cost_of_unknown);
}

void IdeographDictionary::reach_end_of_katakana(std::u16string_view run, std::size_t begin) {
  const std::size_t limit = std::min(run.size(), begin + longest_katakana);
  std::size_t end = begin + 1;
  while (end < limit && is_katakana(run[end])) ++end;
  const std::size_t size = end - begin;
  if (size == longest_katakana) return;
  reach(end, begin, costs_[begin] + katakana_costs[size < katakana_costs.size() ? size : 0]);
}

const std::vector<std::uint32_t>& IdeographDictionary::cut(std::u16string_view run) {
  ends_.clear();
  if (!std::ranges::all_of(run, [&](char16_t c) { return first(c).is_ideograph; })) return ends_;
  costs_.assign(run.size() + 1, unreached);
  begins_.resize(run.size() + 1);
  costs_[0] = 0;
  bool follows_katakana = false;
  for (std::size_t begin = 0; begin < run.size(); ++begin) {
    if (costs_[begin] == unreached) continue;
    reach_ends_from(run, begin);
    const bool is_in_katakana = is_katakana(run[begin]);
    if (is_in_katakana && !follows_katakana) reach_end_of_katakana(run, begin);
    follows_katakana = is_in_katakana;
  }
  for (std::size_t end = run.size(); end > 0; end = begins_[end]) {
    ends_.push_back(static_cast<std::uint32_t>(end));
  }
  std::ranges::reverse(ends_);
  return ends_;
}

}  // namespace subintent::internal
