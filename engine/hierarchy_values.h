// Options of hierarchies as the rooms have them.
#pragma once

#include "compare/study/stability.h"
#include "hierarchy/build.h"
#include "similarity/similarity.h"
#include "subintent/hierarchy.h"

namespace subintent::internal {

// What options say, but for the delta and for probabilities; superintents are read. Throws Error
// for rules that make no sense, and the errors of the reader.
void set_building(HierarchyOptions& building, const subintent::HierarchyOptions& options);

// Throws Error for what says how dendrograms are pruned, where there are none.
void require_no_pruning(const subintent::HierarchyOptions& options);

// Throws Error for numbers that make no sense, and for what such documents cannot be compared by.
StabilityOptions stability_options(const subintent::StabilityOptions& options,
                                   const DocumentSimilarity& similarity);

}  // namespace subintent::internal
