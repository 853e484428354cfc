// Two reports side by side: what differs between them.
#pragma once

#include <string>

#include "render/page/report_reader.h"

namespace subintent::internal {

// The page; runs, topics and measures are matched by their names. The same input gives the same
// bytes. Throws Error where the reports have no measure, no run, or no topic in common.
std::string comparison_page(const ReadReport& before, const ReadReport& after,
                            const std::string& version);

}  // namespace subintent::internal
