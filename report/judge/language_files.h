// The files of languages/, as the build has put them into the library.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace subintent::internal {

// The name of each without .json, and its text; by name.
extern const std::vector<std::pair<std::string_view, std::string_view>> language_files;

}  // namespace subintent::internal
