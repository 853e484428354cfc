// Errors of the library in the words of the command line.
#pragma once

#include <string>

#include "support/error.h"

namespace subintent::internal {

// "FILE:LINE: message; advice", where arguments are called by their options: "gains: ..." becomes
// "--gains: ...", "`order=score`" becomes "--order score".
std::string error_text(const Error& error);

// The same for `name=value` in other text.
std::string with_options(std::string text);

}  // namespace subintent::internal
