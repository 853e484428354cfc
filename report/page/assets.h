// The style and the scripts of pages as the build has put them into the library: report.css,
// tables.js, values.js and plot.js, which go before report.js.
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view page_style, tables_script, values_script, plot_script, page_script;

}  // namespace subintent::internal
