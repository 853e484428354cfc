#include "tokenize/statistics_builder.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <utility>

#include "tokenize/statistics_merge.h"

namespace subintent {
namespace {

using Entries = std::span<const StatisticsTable::Entry>;

// A sorted table, as add_up() wants its sources.
class TableSource {
 public:
  explicit TableSource(Entries entries) : entries_(entries) {}

  std::string_view term() const { return entries_.front().term(); }
  std::uint64_t document_frequency() const { return entries_.front().document_frequency(); }
  bool next() {
    entries_ = entries_.subspan(1);
    return !entries_.empty();
  }

 private:
  Entries entries_;
};

std::vector<std::string> paths_of(std::span<const TemporaryFile> runs) {
  std::vector<std::string> paths;
  for (const TemporaryFile& run : runs) paths.push_back(run.path());
  return paths;
}

}  // namespace

StatisticsBuilder::StatisticsBuilder(std::size_t memory, std::string beside)
    : beside_(std::move(beside)) {
  constexpr std::size_t reader_size = 1 << 20;
  const std::size_t threads =
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
  merged_runs_ = std::clamp<std::size_t>(memory / 4 / reader_size, 4, 64);
  table_size_ = memory / 4 * 3 / threads;
}

void StatisticsBuilder::add(std::span<const TermCount> terms) {
  Part& part = parts_.local();
  if (!part.table.empty() && part.table.bytes_with(terms) > table_size_) spill(part);
  part.table.add(terms);
  ++part.documents;
}

void StatisticsBuilder::spill(Part& part) {
  TemporaryFile run(beside_);
  StatisticsWriter writer(part.documents, [&](std::string_view text) { run.write(text); });
  for (const auto& entry : part.table.sort()) {
    writer.write(entry.term(), entry.document_frequency());
  }
  writer.flush();
  part.table.clear();
  part.documents = 0;
  const std::lock_guard lock(mutex_);
  add_run(std::move(run), 0);
}

void StatisticsBuilder::add_run(TemporaryFile run, std::size_t level) {
  if (level == runs_.size()) runs_.emplace_back();
  runs_[level].push_back(std::move(run));
  if (runs_[level].size() < merged_runs_) return;
  TemporaryFile sum(beside_);
  merge_statistics(
      paths_of(runs_[level]), [&](std::string_view text) { sum.write(text); }, beside_,
      merged_runs_);
  runs_[level].clear();
  add_run(std::move(sum), level + 1);
}

void StatisticsBuilder::write(OutputFile& file) {
  if (runs_.empty()) return write_tables(file);
  for (Part& part : parts_) {
    if (part.documents > 0) spill(part);
  }
  std::vector<std::string> paths;
  for (const auto& level : runs_) std::ranges::copy(paths_of(level), std::back_inserter(paths));
  merge_statistics(
      std::move(paths), [&](std::string_view text) { file.write(text); }, beside_, merged_runs_);
}

void StatisticsBuilder::write_tables(OutputFile& file) {
  std::vector<TableSource> sources;
  std::uint64_t documents = 0;
  for (Part& part : parts_) {
    documents += part.documents;
    if (!part.table.empty()) sources.emplace_back(part.table.sort());
  }
  StatisticsWriter writer(documents, [&](std::string_view text) { file.write(text); });
  add_up(sources, writer);
  writer.flush();
}

}  // namespace subintent
