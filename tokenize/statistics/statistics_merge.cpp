#include "tokenize/statistics/statistics_merge.h"

#include <limits>

#include "core/io/disk.h"
#include "subintent/basics.h"
#include "tokenize/statistics/statistics.h"

namespace subintent::internal {
namespace {

using Write = std::function<void(std::string_view)>;

// Writes the sums of what the readers have, each of them at its first term, to `writer`.
void add_up(std::vector<StatisticsReader>& readers, StatisticsWriter& writer) {
  std::vector<StatisticsReader*> heap;  // the reader with the smallest term on top
  for (StatisticsReader& reader : readers) heap.push_back(&reader);
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
      if (heap.back()->next())
        std::push_heap(heap.begin(), heap.end(), later);
      else
        heap.pop_back();
    }
    writer.write(term, sum);
  }
}

// The sum of files that are all open at once.
void merge_group(const std::vector<Source>& sources, const Write& write) {
  std::vector<StatisticsReader> readers;
  std::uint64_t documents = 0;
  for (const Source& source : sources) {
    StatisticsReader reader(source);
    if (reader.documents() > std::numeric_limits<std::int64_t>::max() - documents) {
      throw Error({source.name(), 1}, "the sum of the document counts is too large",
                  "check the count in the first line");
    }
    documents += reader.documents();
    if (reader.next()) readers.push_back(std::move(reader));
  }
  StatisticsWriter writer(documents, write);
  add_up(readers, writer);
  writer.flush();
}

// Sums of `limit` files each; puts them in the place of the files.
std::vector<TemporaryFile> merge_groups(std::vector<Source>& sources,
                                        const std::string& temporary_folder, std::size_t limit) {
  std::vector<TemporaryFile> sums;
  std::vector<Source> sum_sources;
  for (std::size_t start = 0; start < sources.size(); start += limit) {
    const auto first = sources.begin() + static_cast<std::ptrdiff_t>(start);
    const auto size = static_cast<std::ptrdiff_t>(std::min(limit, sources.size() - start));
    TemporaryFile& sum = sums.emplace_back(temporary_folder);
    merge_group({first, first + size}, [&](std::string_view text) { sum.write(text); });
    sum_sources.emplace_back(sum.path());
  }
  sources = std::move(sum_sources);
  return sums;
}

}  // namespace

void merge_statistics(std::vector<Source> sources, const Write& write,
                      const std::string& temporary_folder, std::size_t limit) {
  std::vector<TemporaryFile> sums;  // that `sources` names
  while (sources.size() > limit) sums = merge_groups(sources, temporary_folder, limit);
  merge_group(sources, write);
}

}  // namespace subintent::internal
