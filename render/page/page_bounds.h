// What judgments that are missing could make of the two runs that a report shows.
#pragma once

#include <optional>
#include <vector>

#include "collection/run.h"
#include "render/page/page.h"
#include "subintent/basics.h"

namespace subintent::internal {

// A document that is judged for one intent counts as judged for all, as where the page counts what
// nobody has judged. Of the first run minus the second, by the first measure, over the topics of
// the report. None where bounds of the measure are not known. After finish() of the evaluation.
std::optional<PageBounds> bounds_of_difference(const PageInput& input, const std::vector<Run>& two,
                                               const ProgressCallback& progress);

}  // namespace subintent::internal
