// Preferences of users on the command line: [NAME=]FILE, each a pool of pairs.
#pragma once

#include <string>
#include <vector>

#include "subintent/analysis.h"

namespace subintent::internal {

// The files, with the names that are given. Throws Error::usage where one is not named.
std::vector<NamedFile> preference_files(const std::vector<std::string>& pools);

}  // namespace subintent::internal
