// The style and the script of the page: report.css and report.js, as the build has put them into
// the library.
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view page_style, page_script;

}  // namespace subintent::internal
