#include "hierarchy/labels/function_words.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace subintent::internal {
namespace {

constexpr std::pair<std::string_view, WordRole> classes[] = {
    {"noun", WordRole::noun},           {"determiner", WordRole::determiner},
    {"genitive", WordRole::genitive},   {"preposition", WordRole::preposition},
    {"particle", WordRole::particle},   {"conjunction", WordRole::conjunction},
    {"auxiliary", WordRole::auxiliary}, {"verb", WordRole::verb},
    {"modifier", WordRole::modifier}};

// Takes off what stands before the next `separator`, or all.
std::string_view take(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

}  // namespace

void FunctionWords::read_line(std::string_view name, std::string_view words) {
  static constexpr std::pair<std::string_view, Words FunctionWords::*> sets[] = {
      {"adjective", &FunctionWords::adjectives_}, {"demonym", &FunctionWords::demonyms_},
      {"empty", &FunctionWords::empty_},          {"exception", &FunctionWords::exceptions_},
      {"joining", &FunctionWords::joining_},      {"modal", &FunctionWords::modal_},
      {"object", &FunctionWords::objects_},       {"prefix", &FunctionWords::prefixes_},
      {"vague", &FunctionWords::vague_}};
  constexpr std::string_view of_ending = "ending-";
  const bool is_ending = name.starts_with(of_ending);
  if (is_ending) name.remove_prefix(of_ending.size());
  const auto named = [&](const auto& known) { return known.first == name; };
  const auto* const set = std::ranges::find_if(sets, named);
  const auto* const role = std::ranges::find_if(classes, named);
  while (!words.empty()) {
    const std::string_view word = take(words, ' ');
    if (set != std::end(sets)) {
      (this->*set->second).insert(word);
      if (name == "adjective") roles_.emplace(word, WordRole::modifier);
    } else if (is_ending) {
      endings_.push_back({word, role->second});
    } else {
      roles_.emplace(word, role->second);
      if (role->second == WordRole::modifier) empty_.insert(word);
    }
  }
}

std::optional<FunctionWords> FunctionWords::of(std::string_view language) {
  FunctionWords words;
  for (std::string_view text = function_words_text; !text.empty();) {
    std::string_view line = take(text, '\n');
    if (take(line, ' ') != language) continue;
    const std::string_view name = take(line, ' ');
    words.read_line(name, line);
  }
  if (words.roles_.empty()) return {};
  return words;
}

// Of hyphenated words the last part counts ("machine-readable", "look-up table").
std::optional<WordRole> FunctionWords::role_of_ending(std::string_view term) const {
  constexpr std::size_t shortest_stem = 3;
  const std::string_view last = term.substr(term.rfind('-') + 1);
  if (exceptions_.contains(last)) return {};
  const auto found = std::ranges::find_if(endings_, [&](const Ending& ending) {
    return last.size() >= ending.text.size() + shortest_stem && last.ends_with(ending.text);
  });
  return found == endings_.end() ? std::nullopt : std::optional(found->role);
}

// "multi-language"
bool FunctionWords::has_prefix(std::string_view term) const {
  const std::size_t hyphen = term.find('-');
  return hyphen != std::string_view::npos && prefixes_.contains(term.substr(0, hyphen));
}

// Of a known verb: "weighs", "carries", "watches".
bool FunctionWords::is_third_person(std::string_view term) const {
  const auto is_verb = [&](std::string_view base) {
    const auto found = roles_.find(base);
    return found != roles_.end() && found->second == WordRole::verb;
  };
  if (!term.ends_with('s')) return false;
  const std::string_view base = term.substr(0, term.size() - 1);
  if (is_verb(base) || (base.ends_with('e') && is_verb(base.substr(0, base.size() - 1)))) {
    return true;
  }
  return base.ends_with("ie") && is_verb(std::string(base.substr(0, base.size() - 2)) + 'y');
}

std::optional<WordRole> FunctionWords::role(std::string_view term, bool is_stop_word) const {
  const auto found = roles_.find(term);
  if (found != roles_.end()) return found->second;
  if (!is_stop_word && is_third_person(term)) return WordRole::verb;
  if (has_prefix(term)) return WordRole::modifier;
  if (is_stop_word) return WordRole::auxiliary;
  const std::optional<WordRole> by_ending = role_of_ending(term);
  return by_ending == WordRole::verb ? std::nullopt : by_ending;
}

bool FunctionWords::is_participle(std::string_view term) const {
  if (roles_.contains(term)) return false;
  const bool is_compound = term.find('-') != std::string_view::npos;  // "chart-topping"
  return (is_compound && term.ends_with("ing")) || role_of_ending(term) == WordRole::verb;
}

bool FunctionWords::is_empty(std::string_view term) const {
  return empty_.contains(term) || has_prefix(term) ||
         (!roles_.contains(term) && role_of_ending(term) == WordRole::modifier);
}

}  // namespace subintent::internal
