// Arguments in advice as options of the command line.
#pragma once

#include <string>

namespace subintent::internal {

// "max_grade" is --max-grade, "m" is -m.
std::string option_of(std::string name);

// The text with arguments between backquotes as options of the command line: `order=score` is
// --order score.
std::string with_options(std::string text);

}  // namespace subintent::internal
