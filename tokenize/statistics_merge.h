// Adding up sorted statistics.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tokenize/statistics.h"

namespace subintent {

// Writes the sums of sorted sources to `writer`. A source has term() and document_frequency(), of
// its first term to begin with, and next(), which is false at its end.
template <typename Source>
void add_up(std::vector<Source>& sources, StatisticsWriter& writer) {
  std::vector<Source*> heap;  // the source with the smallest term on top
  for (Source& source : sources) heap.push_back(&source);
  const auto later = [](const Source* a, const Source* b) { return a->term() > b->term(); };
  std::make_heap(heap.begin(), heap.end(), later);
  std::string term;
  while (!heap.empty()) {
    term = heap.front()->term();
    std::uint64_t sum = 0;
    while (!heap.empty() && heap.front()->term() == term) {
      std::pop_heap(heap.begin(), heap.end(), later);
      sum += heap.back()->document_frequency();
      if (heap.back()->next()) {
        std::push_heap(heap.begin(), heap.end(), later);
      } else {
        heap.pop_back();
      }
    }
    writer.write(term, sum);
  }
}

// As many statistics files as are read at the same time; each takes up to a megabyte of memory.
constexpr std::size_t merged_files_limit = 200;

// Writes the sum of the statistics in `paths` with `write`, in memory independent of their size.
// Where there are more than `limit` (at least 2), sums of groups go to temporary files beside the
// file `beside` first. Throws Error as StatisticsReader does, and where the sum of the document
// counts is too large.
void merge_statistics(std::vector<std::string> paths,
                      const std::function<void(std::string_view)>& write, const std::string& beside,
                      std::size_t limit = merged_files_limit);

// The same into the file `output`.
void merge_statistics(const std::vector<std::string>& paths, const std::string& output);

}  // namespace subintent
