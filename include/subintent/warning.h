// What is likely to be wrong although it is not an error.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Sentences for people; advice stands behind a line end. Functions that may warn add to them.
using Warnings = std::vector<std::string>;

// What people are told beside scores: warnings of what makes them worthless without being an error,
// and notes of what they depend on, with numbers.
struct Remarks {
  Warnings warnings, notes;

  // Warnings, then notes, for who does not tell them apart.
  Warnings all() const {
    Warnings both = warnings;
    both.insert(both.end(), notes.begin(), notes.end());
    return both;
  }
};

// Is told remarks before work that may fail for the reason that they name. May be empty.
using RemarksCallback = std::function<void(const Remarks&)>;

}  // namespace subintent
