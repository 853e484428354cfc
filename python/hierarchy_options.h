// How dendrograms are pruned, as Python says it.
#pragma once

#include <string>

#include "choices.h"
#include "subintent/hierarchy.h"

namespace subintent::python {

// Sets what HierarchyOptions and StabilityOptions have in common.
template <typename HowMade>
void set_pruning(const Options& given, HowMade& options) {
  given.set("delta", options.delta);
  given.set("compress", options.compress);
  given.set("balanced", options.rules.balanced_delta);
  given.set("stop", options.rules.stop);
  if (given.has("bins")) options.rules.bins = bins_named(given.get<std::string>("bins"));
  given.set("subtopics", options.subtopics);
  given.set("subtopics_of", options.subtopics_of);
  given.set("around", options.around);
}

}  // namespace subintent::python
