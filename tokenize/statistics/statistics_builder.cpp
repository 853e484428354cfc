#include "tokenize/statistics/statistics_builder.h"

#include <limits>

#include "core/base/parallel.h"
#include "subintent/program.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/statistics/statistics_merge.h"
#include "tokenize/statistics/write_tables.h"

namespace subintent::internal {
namespace {

std::vector<Source> sources_of(std::span<const TemporaryFile> runs) {
  return mapped<Source>(runs, &TemporaryFile::path);
}

}  // namespace

StatisticsBuilder::StatisticsBuilder(std::size_t memory, std::string temporary_folder)
    : temporary_folder_(std::move(temporary_folder)) {
  constexpr std::size_t reader_size = 1 << 20;
  merged_runs_ = std::clamp<std::size_t>(memory / 4 / reader_size, 4, 64);
  table_size_ = memory / 4 * 3 / thread_limit();
}

void StatisticsBuilder::add(TermCounter& counter) {
  Part& part = parts_.local();
  part.counter = &counter;
  ++part.documents;
  counter.keep_frequencies();
  // When the table is written there are keys and long terms as well.
  const std::size_t written = counter.size() * write_tables_bytes_per_entry + counter.text_bytes();
  constexpr std::uint64_t most_documents = std::numeric_limits<std::uint32_t>::max();
  if (counter.bytes_with_next() + written > table_size_ || part.documents == most_documents)
    spill(part);
}

void StatisticsBuilder::spill(Part& part) {
  TemporaryFile run(temporary_folder_);
  const TermCounter* const counter = part.counter;
  write_tables({&counter, 1}, part.documents, [&](std::string_view text) { run.write(text); });
  part.counter->forget();
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
    std::vector<const TermCounter*> tables;
    for (const Part& part : parts_) {
      documents += part.documents;
      tables.push_back(part.counter);
    }
    return write_tables(tables, documents, write_text);
  }
  for (Part& part : parts_)
    if (part.documents > 0) spill(part);
  std::vector<Source> sources;
  for (const auto& level : runs_) std::ranges::copy(sources_of(level), std::back_inserter(sources));
  merge_statistics(std::move(sources), write_text, temporary_folder_, merged_runs_);
}

}  // namespace subintent::internal
