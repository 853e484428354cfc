#include "tokenize/write_tables.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tokenize/statistics.h"
#include "tokenize/term_hash.h"
#include "tokenize/term_order.h"

namespace subintent {
namespace {

using Tables = std::span<const StatisticsTable* const>;

// What is sorted for an entry: half as large, and most comparisons need no look at the term.
struct SortKey {
  std::uint64_t prefix = 0;  // term_prefix()
  const StatisticsTable::Entry* entry = nullptr;

  bool has_term_of(const SortKey& other) const {
    return prefix == other.prefix && same_term(entry->term(), other.entry->term());
  }
  bool operator<(const SortKey& other) const {
    return prefix != other.prefix ? prefix < other.prefix : entry->term() < other.entry->term();
  }
};
static_assert(sizeof(SortKey) == write_tables_bytes_per_entry);

// Keys of all entries, apart by the first two bytes of their terms (a start): what is left to sort
// is small, and threads can do it side by side.
class KeysByStart {
 public:
  static constexpr std::size_t starts = 1 << 16;

  explicit KeysByStart(Tables tables) {
    // For each table the number of its keys with a start, then the place of the next of them.
    std::vector<std::vector<std::size_t>> places(tables.size(), std::vector<std::size_t>(starts));
    for_each_key(tables,
                 [&](std::size_t table, const SortKey& key) { ++places[table][start_of(key)]; });
    std::size_t next = 0;
    for (std::size_t start = 0; start < starts; ++start) {
      firsts_[start] = next;
      for (auto& of_table : places) next += std::exchange(of_table[start], next);
    }
    firsts_[starts] = next;
    keys_.resize(next);
    for_each_key(tables, [&](std::size_t table, const SortKey& key) {
      keys_[places[table][start_of(key)]++] = key;
    });
  }

  // The keys with the starts from `first` on and before `end`; between starts they are in order.
  std::span<SortKey> keys(std::size_t first, std::size_t end) {
    return {keys_.data() + firsts_[first], firsts_[end] - firsts_[first]};
  }

 private:
  static std::size_t start_of(const SortKey& key) { return key.prefix >> 48; }

  template <typename Use>
  static void for_each_key(Tables tables, const Use& use) {
    tbb::parallel_for(std::size_t{0}, tables.size(), [&](std::size_t i) {
      tables[i]->for_each([&](const StatisticsTable::Entry& entry) {
        use(i, SortKey{term_prefix(entry.term()), &entry});
      });
    });
  }

  std::vector<SortKey> keys_;
  std::vector<std::size_t> firsts_ = std::vector<std::size_t>(starts + 1);  // in keys_
};

// Appends the lines of a statistics file for sorted keys; those of a term are added up.
void append_lines(std::string& lines, std::span<const SortKey> keys) {
  while (!keys.empty()) {
    std::uint64_t document_frequency = 0;
    std::size_t size = 0;
    for (; size < keys.size() && keys[size].has_term_of(keys[0]); ++size) {
      document_frequency += keys[size].entry->document_frequency();
    }
    append_statistics_line(lines, keys[0].entry->term(), document_frequency);
    keys = keys.subspan(size);
  }
}

// Some starts with enough keys to be worth a thread's while.
struct Range {
  std::size_t first = 0, end = 0;
};

Range next_range(KeysByStart& keys, const Range& last) {
  constexpr std::size_t enough = 4096;
  Range range = {last.end, last.end};
  while (range.end < KeysByStart::starts && keys.keys(range.first, range.end).size() < enough) {
    ++range.end;
  }
  return range;
}

std::string lines_of(KeysByStart& keys, const Range& range) {
  for (const SortKey& key : keys.keys(range.first, range.end)) __builtin_prefetch(key.entry);
  std::string lines;
  for (std::size_t start = range.first; start < range.end; ++start) {
    const std::span<SortKey> with_start = keys.keys(start, start + 1);
    std::ranges::sort(with_start, std::less());
    append_lines(lines, with_start);
  }
  return lines;
}

}  // namespace

void write_tables(Tables tables, std::uint64_t documents,
                  const std::function<void(std::string_view)>& write) {
  // Isolated: while it waits, the thread must not turn to a document that counts in a table.
  tbb::this_task_arena::isolate([&] {
    KeysByStart keys(tables);
    Range range;
    write(statistics_first_line(documents));
    tbb::parallel_pipeline(
        2 * tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism),
        tbb::make_filter<void, Range>(tbb::filter_mode::serial_in_order,
                                      [&](tbb::flow_control& flow) {
                                        range = next_range(keys, range);
                                        if (range.first == range.end) flow.stop();
                                        return range;
                                      }) &
            tbb::make_filter<Range, std::string>(
                tbb::filter_mode::parallel,
                [&](const Range& some) { return lines_of(keys, some); }) &
            tbb::make_filter<std::string, void>(tbb::filter_mode::serial_in_order,
                                                [&](const std::string& lines) { write(lines); }));
  });
}

}  // namespace subintent
