// The recipes that come with the library: engine/recipes/*.txt.
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view recipe_4_text, recipe_dense_1_text, dou2019_text;

}  // namespace subintent::internal
