// The profiles that come with the library: engine/profiles/*.txt.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace subintent::internal {

// The name of each without .txt, and its text; by name.
extern const std::vector<std::pair<std::string_view, std::string_view>> profile_files;

}  // namespace subintent::internal
