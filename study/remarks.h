// What people are told beside scores.
#pragma once

#include "subintent/warning.h"

namespace subintent::internal {

// Warnings say what makes scores worthless without being an error, notes what they depend on: a
// sentence for each, with numbers.
struct Remarks {
  Warnings warnings, notes;

  // Warnings, then notes, for who does not tell them apart.
  Warnings all() const {
    Warnings both = warnings;
    both.insert(both.end(), notes.begin(), notes.end());
    return both;
  }
};

}  // namespace subintent::internal
