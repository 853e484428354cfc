// Documents that are duplicates of one another, as an evaluation takes them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "subintent/export.h"
#include "subintent/source.h"

namespace SUBINTENT_PUBLIC subintent {

// What becomes of a document in a ranked list that has a duplicate above it.
enum class DuplicatesAs {
  irrelevant,  // it keeps its rank and is not relevant
  removed      // it leaves the list; those below move up
};

// A file of pairs or groups, as `subintent simhash --within` writes them, or groups of docnos. A
// document is in one group at most.
using DuplicateSource = std::variant<Source, std::vector<std::vector<std::string>>>;

}  // namespace subintent
