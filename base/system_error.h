// Errors of the operating system, with what to do about them.
#pragma once

#include <string>

namespace subintent::internal {

// Throws Error "FILE: WHAT: text of errno; advice". Where errno says by itself what would help
// (space, open files), that is the advice; else it is the one given.
[[noreturn]] void throw_system_error(const std::string& file, const std::string& what,
                                     const std::string& advice);

}  // namespace subintent::internal
