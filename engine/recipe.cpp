#include "subintent/hierarchy.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "core/io/content.h"
#include "engine/recipe_plan.h"
#include "engine/recipe_texts.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent {
namespace {

struct Step {
  std::string_view name;
  Recipe::Settings Recipe::*settings;
};

constexpr Step steps[] = {
    {"tokenize", &Recipe::tokenize},
    {"cluster", &Recipe::cluster},
    {"topic", &Recipe::topic},
    {"intent", &Recipe::intent},
};

constexpr std::pair<std::string_view, Recipe::Documents> kinds[] = {
    {"vectors", Recipe::Documents::vectors},
    {"fingerprints", Recipe::Documents::fingerprints},
    {"dense", Recipe::Documents::dense},
};

// "--linkage average --contrast".
Recipe::Settings parse_settings(std::string_view text, const Location& place) {
  Recipe::Settings settings;
  for (const std::string& word : split(text, ' ')) {
    if (word.empty()) continue;
    if (word.starts_with("--")) {  // with its value, as in --linkage=average, or before it
      const std::size_t end = std::min(word.find('='), word.size());
      settings.emplace_back(word.substr(2, end - 2), word.substr(std::min(end + 1, word.size())));
    } else if (!settings.empty() && settings.back().second.empty()) {
      settings.back().second = word;
    } else {
      throw Error(place, "'" + printable(word) + "' belongs to no option",
                  "write options as on the command line: --linkage average --contrast");
    }
  }
  return settings;
}

Recipe::Documents parse_documents(std::string_view name, const Location& place) {
  for (const auto& [known, kind] : kinds) {
    if (name == known) return kind;
  }
  throw Error(place, "documents=" + printable(name),
              "write documents=vectors, documents=fingerprints or documents=dense");
}

void parse_line(Recipe& recipe, std::string_view line, const Location& place) {
  if (line.empty() || line.starts_with('#')) return;
  const std::string_view key = line.substr(0, line.find('='));
  const std::string_view value = line.substr(std::min(key.size() + 1, line.size()));
  if (!recipe.lines.emplace(key, place.line).second) {
    throw Error(place, printable(key) + " is there twice", "give it once");
  }
  if (key == "name") {
    recipe.name = printable(value);
    return;
  }
  if (key == "documents") {
    recipe.documents = parse_documents(value, place);
    return;
  }
  const auto* const step = std::ranges::find(steps, key, &Step::name);
  if (step == std::end(steps) || key.size() == line.size()) {
    throw Error(place, "not a line of a recipe: " + printable(line),
                fmt::format("a line is name=NAME, documents=vectors, or STEP=OPTIONS of {}",
                            internal::listed(steps)));
  }
  recipe.*step->settings = parse_settings(value, place);
}

}  // namespace

Recipe read_recipe(const Source& source) {
  const internal::TextFile file(source);
  Recipe recipe;
  if (!source.is_memory()) recipe.path = source.path();
  std::string_view rest = file.text();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    parse_line(recipe, trim(line), file.location(line.data()));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  if (recipe.name.empty()) {
    throw Error({file.name(), 0}, "no name of the recipe", "add a line name=NAME");
  }
  return recipe;
}

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> known = {
      read_recipe(Source::memory(internal::recipe_4_text, "recipe-4")),
      read_recipe(Source::memory(internal::recipe_dense_1_text, "recipe-dense-1")),
      read_recipe(Source::memory(internal::dou2019_text, "dou2019")),
  };
  return known;
}

const Recipe& recommended_recipe(Recipe::Documents documents) {
  return *std::ranges::find(recipes(), documents, &Recipe::documents);
}

Recipe find_recipe(const std::string& name_or_path) {
  const auto known = std::ranges::find(recipes(), name_or_path, &Recipe::name);
  if (known != recipes().end()) return *known;
  std::error_code ignored;
  if (!std::filesystem::exists(name_or_path, ignored)) {
    throw Error::argument(
        "recipe", "recipe: there is neither a recipe nor a file '" + printable(name_or_path) + "'",
        fmt::format("give {}, or a file of your own", internal::listed(recipes(), " or ")));
  }
  return read_recipe(name_or_path);
}

}  // namespace subintent
