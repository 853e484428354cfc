// Pools of preferences from files.
#pragma once

#include <vector>

#include "compare/agreement.h"
#include "subintent/analysis.h"

namespace subintent::internal {

// Throws the errors of read_preference_pools().
std::vector<PreferencePool> read_pools(const std::vector<NamedFile>& files);

}  // namespace subintent::internal
