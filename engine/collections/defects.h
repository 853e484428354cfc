// What is wrong with the records of a collection.
#pragma once

#include "subintent/basics.h"
#include "tokenize/archive/document.h"

namespace subintent::internal {

// Warns of the first record of each defect.
void warn_of_defects(const CollectionCounts& counts, Warnings& warnings);

}  // namespace subintent::internal
