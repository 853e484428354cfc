// The recipes and profiles that come with the library: engine/recipes/*.txt, engine/profiles/*.txt.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace subintent::internal {

extern const std::string_view recipe_4_text, recipe_dense_1_text, dou2019_text;

// The name of each without .txt, and its text; by name.
extern const std::vector<std::pair<std::string_view, std::string_view>> profile_files;

}  // namespace subintent::internal
