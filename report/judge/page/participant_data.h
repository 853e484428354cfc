// The data that the script of a page gets.
#pragma once

#include "report/judge/page/page.h"

namespace subintent::internal {

// JSON: what is asked of a participant, with the texts of the documents that are shown, in the
// order in which they are, and nothing else.
std::string participant_data(const Study& study, std::uint32_t participant, PageMode mode);

}  // namespace subintent::internal
