// Whether hierarchies in memory are exactly what reading their file would give.
#pragma once

#include <span>

#include "hierarchy/hierarchy.h"

namespace subintent::internal {

// Whether checked() gives just these hierarchies, as it does of those that were read or made here.
// It says no where only reading can tell.
bool are_as_read(std::span<const Hierarchy> hierarchies);

}  // namespace subintent::internal
