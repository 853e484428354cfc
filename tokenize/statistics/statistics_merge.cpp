#include "tokenize/statistics/statistics_merge.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "support/error.h"
#include "support/temporary_file.h"
#include "tokenize/statistics/statistics.h"

namespace subintent {
namespace {

using Write = std::function<void(std::string_view)>;

// Writes the sums of what the readers have, each of them at its first term, to `writer`.
void add_up(std::vector<StatisticsReader>& sources, StatisticsWriter& writer) {
  std::vector<StatisticsReader*> heap;  // the source with the smallest term on top
  for (StatisticsReader& source : sources) heap.push_back(&source);
  const auto later = [](const StatisticsReader* a, const StatisticsReader* b) {
    return a->term() > b->term();
  };
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

// The sum of files that are all open at once.
void merge_group(const std::vector<std::string>& paths, const Write& write) {
  std::vector<StatisticsReader> sources;
  std::uint64_t documents = 0;
  for (const std::string& path : paths) {
    StatisticsReader reader(path);
    if (reader.documents() > std::numeric_limits<std::int64_t>::max() - documents) {
      throw Error({display_name(path), 1}, "the sum of the document counts is too large",
                  "check the count in the first line");
    }
    documents += reader.documents();
    if (reader.next()) sources.push_back(std::move(reader));
  }
  StatisticsWriter writer(documents, write);
  add_up(sources, writer);
  writer.flush();
}

// Sums of `limit` files each; puts their paths in the place of those of the files.
std::vector<TemporaryFile> merge_groups(std::vector<std::string>& paths, const std::string& beside,
                                        std::size_t limit) {
  std::vector<TemporaryFile> sums;
  std::vector<std::string> sum_paths;
  for (std::size_t start = 0; start < paths.size(); start += limit) {
    const auto first = paths.begin() + static_cast<std::ptrdiff_t>(start);
    const auto size = static_cast<std::ptrdiff_t>(std::min(limit, paths.size() - start));
    TemporaryFile& sum = sums.emplace_back(beside);
    merge_group({first, first + size}, [&](std::string_view text) { sum.write(text); });
    sum_paths.push_back(sum.path());
  }
  paths = std::move(sum_paths);
  return sums;
}

}  // namespace

void merge_statistics(std::vector<std::string> paths, const Write& write, const std::string& beside,
                      std::size_t limit) {
  std::vector<TemporaryFile> sums;  // that `paths` names
  while (paths.size() > limit) sums = merge_groups(paths, beside, limit);
  merge_group(paths, write);
}

void merge_statistics(const std::vector<std::string>& paths, const std::string& output) {
  OutputFile file(output);
  merge_statistics(
      paths, [&](std::string_view text) { file.write(text); }, output);
  file.close();
}

}  // namespace subintent
