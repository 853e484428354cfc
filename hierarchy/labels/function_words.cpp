#include "hierarchy/labels/function_words.h"

#include <algorithm>
#include <utility>

namespace subintent::internal {
namespace {

constexpr std::pair<std::string_view, WordRole> classes[] = {{"determiner", WordRole::determiner},
                                                             {"genitive", WordRole::genitive},
                                                             {"preposition", WordRole::preposition},
                                                             {"particle", WordRole::particle},
                                                             {"conjunction", WordRole::conjunction},
                                                             {"auxiliary", WordRole::auxiliary},
                                                             {"verb", WordRole::verb},
                                                             {"modifier", WordRole::modifier}};

// Takes off what stands before the next `separator`, or all.
std::string_view take(std::string_view& text, char separator) {
  const std::string_view taken = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

}  // namespace

std::optional<FunctionWords> FunctionWords::of(std::string_view language) {
  FunctionWords words;
  for (std::string_view text = function_words_text; !text.empty();) {
    std::string_view line = take(text, '\n');
    if (take(line, ' ') != language) continue;
    const std::string_view name = take(line, ' ');
    if (name == "empty") {
      while (!line.empty()) words.empty_.insert(take(line, ' '));
      continue;
    }
    const auto* const found =
        std::ranges::find(classes, name, [](const auto& role) { return role.first; });
    while (!line.empty()) {
      const std::string_view term = take(line, ' ');
      words.roles_.emplace(term, found->second);
      if (found->second == WordRole::modifier) words.empty_.insert(term);
    }
  }
  if (words.roles_.empty()) return {};
  return words;
}

}  // namespace subintent::internal
