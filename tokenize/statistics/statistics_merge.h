// Adding up statistics files.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

// The number of statistics files that are read at the same time; each takes up to a megabyte of
// memory.
constexpr std::size_t merged_files_limit = 200;

// Writes the sum of the statistics in `sources` with `write`, in memory independent of their size.
// Where there are more than `limit` (at least 2), sums of groups go to temporary files in
// `temporary_folder` first. Throws Error as StatisticsReader does, and where the sum of the
// document counts is too large.
void merge_statistics(std::vector<Source> sources,
                      const std::function<void(std::string_view)>& write,
                      const std::string& temporary_folder, std::size_t limit = merged_files_limit);

}  // namespace subintent::internal
