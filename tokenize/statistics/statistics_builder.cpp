#include "tokenize/statistics/statistics_builder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/parallel.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/statistics/statistics_merge.h"
#include "tokenize/statistics/write_tables.h"

namespace subintent::internal {
namespace {

std::vector<Source> sources_of(std::span<const TemporaryFile> runs) {
  std::vector<Source> sources;
  for (const TemporaryFile& run : runs) sources.emplace_back(run.path());
  return sources;
}

}  // namespace

StatisticsBuilder::StatisticsBuilder(std::size_t memory, std::string temporary_folder)
    : temporary_folder_(std::move(temporary_folder)) {
  constexpr std::size_t reader_size = 1 << 20;
  merged_runs_ = std::clamp<std::size_t>(memory / 4 / reader_size, 4, 64);
  table_size_ = memory / 4 * 3 / thread_limit();
}

void StatisticsBuilder::add(std::span<const TermCount> terms) {
  Part& part = parts_.local();
  if (part.table.bytes_with(terms) > table_size_) {
    if (!part.table.empty()) spill(part);
    // The table of so many terms would be the largest thing in memory.
    if (part.table.bytes_with(terms) > table_size_) return add_as_run(terms);
  }
  part.table.add(terms);
  ++part.documents;
}

void StatisticsBuilder::add_as_run(std::span<const TermCount> terms) {
  std::vector<std::string_view> sorted;
  sorted.reserve(terms.size());
  for (const TermCount& term : terms) sorted.push_back(term.term);
  std::ranges::sort(sorted);
  TemporaryFile run(temporary_folder_);
  StatisticsWriter writer(1, [&](std::string_view text) { run.write(text); });
  for (const std::string_view term : sorted) writer.write(term, 1);
  writer.flush();
  const std::lock_guard lock(mutex_);
  add_run(std::move(run), 0);
}

void StatisticsBuilder::spill(Part& part) {
  TemporaryFile run(temporary_folder_);
  const StatisticsTable* const table = &part.table;
  write_tables({&table, 1}, part.documents, [&](std::string_view text) { run.write(text); });
  part.table.clear();
  part.documents = 0;
  const std::lock_guard lock(mutex_);
  add_run(std::move(run), 0);
}

void StatisticsBuilder::add_run(TemporaryFile run, std::size_t level) {
  if (level == runs_.size()) runs_.emplace_back();
  runs_[level].push_back(std::move(run));
  if (runs_[level].size() < merged_runs_) return;
  TemporaryFile sum(temporary_folder_);
  merge_statistics(
      sources_of(runs_[level]), [&](std::string_view text) { sum.write(text); }, temporary_folder_,
      merged_runs_);
  runs_[level].clear();
  add_run(std::move(sum), level + 1);
}

void StatisticsBuilder::write(const std::function<void(std::string_view)>& write_text) {
  if (runs_.empty()) {
    std::uint64_t documents = 0;
    std::vector<const StatisticsTable*> tables;
    for (const Part& part : parts_) {
      documents += part.documents;
      tables.push_back(&part.table);
    }
    return write_tables(tables, documents, write_text);
  }
  for (Part& part : parts_) {
    if (part.documents > 0) spill(part);
  }
  std::vector<Source> sources;
  for (const auto& level : runs_) std::ranges::copy(sources_of(level), std::back_inserter(sources));
  merge_statistics(std::move(sources), write_text, temporary_folder_, merged_runs_);
}

}  // namespace subintent::internal
