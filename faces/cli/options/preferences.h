// Preferences of users on the command line: [NAME=]FILE, each a pool of pairs.
#pragma once

#include <string>
#include <vector>

#include "compare/agreement.h"

namespace subintent::internal {

// The paths of the files. Throws Error::usage where one is not named.
std::vector<std::string> preference_files(const std::vector<std::string>& pools);

// Reads them; a pool without a name has that of its file.
std::vector<PreferencePool> read_preference_pools(const std::vector<std::string>& pools);

}  // namespace subintent::internal
