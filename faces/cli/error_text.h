// Errors of the library in the words of the command line.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace subintent::internal {

// "FILE:LINE: message; advice", where arguments are called by their options: "gains: ..." becomes
// "--gains: ...", "`order=score`" becomes "--order score".
std::string error_text(const Error& error);

// "what; advice" of a warning or a note (base/advice.h), where the advice names options.
std::string remark_text(std::string_view remark);

// Text of the library's own words in which `name=value` is called by its option.
std::string with_options(std::string text);

}  // namespace subintent::internal
