// Outputs of functions that make a file from files, in memory independent of their size.
#pragma once

#include <functional>
#include <string_view>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Takes the text of an output, part by part, in its order. The text is valid during the call only.
// What it throws ends the work and passes through.
using TextWriter = std::function<void(std::string_view text)>;

}  // namespace subintent
