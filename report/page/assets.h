// The style and the scripts of pages: report.css, tables.js, which goes before the other, and
// report.js, as the build has put them into the library.
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view page_style, tables_script, page_script;

}  // namespace subintent::internal
