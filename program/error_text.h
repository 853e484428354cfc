// Errors of the library in the words of the command line.
#pragma once

#include <string>

#include "subintent/basics.h"

namespace subintent::internal {

// "FILE:LINE: message; advice", where arguments are called by their options: "gains: ..." becomes
// "--gains: ...", "`order=score`" becomes "--order score".
std::string error_text(const Error& error);

}  // namespace subintent::internal
