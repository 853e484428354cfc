// Collection statistics counted by several threads at once, in bounded memory.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/disk.h"
#include "tokenize/statistics/statistics_table.h"

namespace subintent::internal {

// Every thread counts in a table of its own. A table that is full is written, sorted, to a
// temporary file (a run); what is in tables and runs is added up at the end.
class StatisticsBuilder {
 public:
  // Tables and merging take `memory` bytes in all, a few megabytes at least. Runs are written
  // in the folder `temporary_folder`.
  StatisticsBuilder(std::size_t memory, std::string temporary_folder);

  // Counts one document with these terms, each there once. Safe to call from several threads.
  // Throws Error if a run cannot be written.
  void add(std::span<const TermCount> terms);

  // Writes the sum of everything added as a statistics file: the same for any order of adding, any
  // number of threads and any memory. Nothing may be added behind it.
  void write(const std::function<void(std::string_view)>& write_text);

 private:
  struct Part {
    StatisticsTable table;
    std::uint64_t documents = 0;  // in the table
  };

  void spill(Part& part);
  // A document too large for any table.
  void add_as_run(std::span<const TermCount> terms);
  void add_run(TemporaryFile run, std::size_t level);

  std::size_t table_size_, merged_runs_;
  std::string temporary_folder_;
  tbb::enumerable_thread_specific<Part> parts_;
  std::mutex mutex_;
  // When a level has as many runs as are merged at a time, they become one of the next level, so
  // that every count is read and written a few times only.
  std::vector<std::vector<TemporaryFile>> runs_;
};

}  // namespace subintent::internal
