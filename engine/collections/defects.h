// How collections are read, and what is wrong with their records.
#pragma once

#include "subintent/basics.h"
#include "subintent/tokenize.h"
#include "tokenize/archive/collection.h"

namespace subintent::internal {

// Throws Error of argument "format" for one that there is not.
CollectionOptions reading_of(const subintent::CollectionOptions& options);

// Warns of the first record of each defect.
void warn_of_defects(const CollectionCounts& counts, Warnings& warnings);

// Names the first texts that were not read.
void note_left_out(const CollectionCounts& counts, Warnings& notes);

}  // namespace subintent::internal
