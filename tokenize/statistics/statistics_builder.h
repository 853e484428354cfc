// Collection statistics counted by several threads at once, in bounded memory.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <mutex>

#include "core/io/disk.h"
#include "tokenize/terms/term_counter.h"

namespace subintent::internal {

// Every thread has a counter of its own. When its table is full, that is written, sorted, to a
// temporary file (a run); what is in tables and runs is added up at the end.
class StatisticsBuilder {
 public:
  // Tables and merging take `memory` bytes in all, a few megabytes at least. Runs are written
  // in the folder `temporary_folder`.
  StatisticsBuilder(std::size_t memory, std::string temporary_folder);

  // To be called behind each document, of each thread with the same counter, which keeps
  // frequencies from then on and must be there until write(). Its terms may be forgotten. Throws
  // Error if a run cannot be written.
  void add(TermCounter& counter);

  // Writes the sum of everything added as a statistics file: the same for any order of adding, any
  // number of threads and any memory. Nothing may be added behind it.
  void write(const std::function<void(std::string_view)>& write_text);

 private:
  struct Part {
    TermCounter* counter = nullptr;
    std::uint64_t documents = 0;  // in its table
  };

  void spill(Part& part);
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
