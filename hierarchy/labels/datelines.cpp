#include "hierarchy/labels/datelines.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace subintent::internal {
namespace {

constexpr std::size_t least_texts = 5;
constexpr std::size_t least_words = 30;                             // of a long text
constexpr std::size_t most_dateline_words = 8, most_to_place = 12;  // of what it may begin with
constexpr std::size_t longest_dateline = 3;  // words that are counted together

std::string dateline_key(std::span<const Token> tokens) {
  std::string key;
  for (const Token& token : tokens) key += token.stem + ' ';
  return key;
}

std::size_t size_of(const std::vector<Run>& runs) {
  std::size_t size = 0;
  for (const Run& run : runs) size += run.size();
  return size;
}

// Is there a colon or a dash behind the words?
bool is_before_sign(const Run& words, const std::string& text) {
  constexpr std::array<std::string_view, 6> signs = {":",    " :",      " - ",
                                                     " -- ", " \u2013", " \u2014"};
  std::string_view behind = std::string_view(text).substr(words.back().end);
  if (behind.starts_with(')')) behind.remove_prefix(1);
  return std::ranges::any_of(signs,
                             [&](std::string_view sign) { return behind.starts_with(sign); });
}

bool is_digits(const Token& token) {
  return token.kind == Token::Kind::number;
}

// What a text begins with if a colon or a dash follows its first words, or short runs of words:
// "LONDON, May 2 (Reuters) -".
struct Dateline {
  std::size_t words = 0;  // none if there is no such beginning
  const Run* source = nullptr;
};

Dateline dateline_of(const std::vector<Run>& runs, const std::string& text) {
  Dateline found;
  for (const Run& run : runs) {
    found.words += run.size();
    const bool may_be_part = run[0].capitalised || std::ranges::all_of(run, is_number);
    if (run.size() > longest_dateline || found.words > most_dateline_words || !may_be_part)
      return {};
    if (!is_before_sign(run, text)) continue;
    if (&run != &runs[0] && text[run.back().end] == ')') found.source = &run;
    return found;
  }
  return {};
}

// Calls visit(key, place of the last word) for two or three words that follow each other, the first
// and the last of which are no stop words.
template <class Visit>
void for_each_part(const std::vector<Run>& runs, std::size_t most, const Visit& visit) {
  std::size_t before = 0;
  for (const Run& run : runs) {
    for (std::size_t i = 0; i < run.size() && before + i < most; ++i) {
      if (run[i].kind == Token::Kind::stop_word) continue;
      for (std::size_t j = i + 1; j < std::min(i + longest_dateline, run.size()); ++j) {
        if (run[j].kind == Token::Kind::stop_word) continue;
        visit(dateline_key(std::span(run).subspan(i, j - i + 1)), before + j);
      }
    }
    before += run.size();
  }
}

}  // namespace

void Datelines::add(const std::vector<Run>& runs, const std::string& text) {
  if (runs.empty()) return;
  const Dateline dateline = dateline_of(runs, text);
  if (dateline.words > 0) ++places_[dateline_key(runs[0])];
  if (dateline.source != nullptr) {
    ++places_[dateline_key(*dateline.source)];
    ++agencies_[dateline_key(*dateline.source)];
  }
  const std::size_t size = size_of(runs);
  if (size < least_words) return;
  std::unordered_map<std::string, bool> within;  // by part
  for_each_part(runs, size, [&](std::string key, std::size_t last) {
    bool& is_within = within[std::move(key)];
    is_within = is_within || last >= most_dateline_words;
  });
  for (const auto& [key, is_within] : within) {
    Count& count = counts_[key];
    ++(is_within ? count.within : count.at_beginning);
  }
}

void Datelines::learn() {
  for (const auto& [key, count] : counts_) {
    if (count.at_beginning >= least_texts && 4 * count.within <= count.at_beginning) {
      beginnings_.insert(key);
    }
  }
  counts_.clear();
  for (auto* const known : {&places_, &agencies_}) {
    std::erase_if(*known, [](const auto& place) { return place.second < least_texts; });
  }
}

bool Datelines::is_agency(std::span<const Token> words) const {
  if (places_.empty()) return false;
  if (agencies_.contains(dateline_key(words))) return true;
  std::string initials;
  for (const Token& word : words) initials += word.capitalised ? word.term.substr(0, 1) : " ";
  return words.size() > 1 && places_.contains(initials + ' ');
}

bool Datelines::ends_with_place(const Run& run) const {
  for (std::size_t size = 1; size <= std::min(longest_dateline, run.size()); ++size) {
    if (places_.contains(dateline_key(std::span(run).last(size)))) return true;
  }
  return false;
}

std::size_t Datelines::length(const std::vector<Run>& runs, const std::string& text) const {
  if (runs.empty()) return 0;
  std::size_t length = places_.contains(dateline_key(runs[0])) ? runs[0].size() : 0, before = 0;
  for (const Run& run : runs) {
    before += run.size();
    if (before > most_to_place) break;
    if (!is_before_sign(run, text)) continue;
    const bool is_date = length > 0 && std::ranges::all_of(run, is_number);
    if (is_date || ends_with_place(run)) length = before;
  }
  if (!places_.empty() && runs[0][0].all_capitals) {
    length = std::max(length, dateline_of(runs, text).words);
  }
  if (size_of(runs) < least_words) return length;
  for_each_part(runs, most_dateline_words, [&](const std::string& key, std::size_t last) {
    if (last < most_dateline_words && beginnings_.contains(key))
      length = std::max(length, last + 1);
  });
  return length;
}

}  // namespace subintent::internal
