#include "hierarchy/labels/function_words.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/strings.h"

namespace subintent::internal {
namespace {

// Words of two classes are in that in which they are more frequent; of those that begin clauses
// ("that", "que") none is here.
struct ClosedClasses {
  std::string_view language, determiners, genitives, prepositions, particles, conjunctions,
      linking_verbs;  // that are no stop words
};

constexpr std::array languages = {
    ClosedClasses{
        "english",
        "a an the my your his its our their some any each every no all both many several such "
        "other "
        "another either neither more most few less least these those this which what whose",
        "of",
        "in for with on at by from about into onto over under between among during without "
        "within against across toward towards upon after before behind beyond near per via despite "
        "around above below along beside besides inside outside through throughout like until",
        "to", "and or but nor than as",
        "become becomes became becoming get gets got getting seem seems seemed remain remains "
        "remained let lets"},
};

}  // namespace

std::optional<FunctionWords> FunctionWords::of(std::string_view language) {
  const auto found = std::ranges::find(languages, language, &ClosedClasses::language);
  if (found == languages.end()) return {};
  FunctionWords words;
  const auto add = [&](std::string_view list, WordRole role) {
    for (std::size_t end = 0; !list.empty(); list.remove_prefix(std::min(end + 1, list.size()))) {
      end = std::min(list.find(' '), list.size());
      words.roles_.emplace(list.substr(0, end), role);
    }
  };
  add(found->determiners, WordRole::determiner);
  add(found->genitives, WordRole::genitive);
  add(found->prepositions, WordRole::preposition);
  add(found->particles, WordRole::particle);
  add(found->conjunctions, WordRole::conjunction);
  add(found->linking_verbs, WordRole::auxiliary);
  return words;
}

}  // namespace subintent::internal
