#include "tokenize/statistics/write_tables.h"

#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include "core/base/ordered_pipeline.h"
#include "core/base/parallel.h"
#include "tokenize/statistics/statistics.h"
#include "tokenize/terms/term_hash.h"
#include "tokenize/terms/term_order.h"

namespace subintent::internal {
namespace {

using Tables = std::span<const TermCounter* const>;

// The key by which an entry is sorted: half as large, and most comparisons need no look at the
// term.
struct SortKey {
  std::uint64_t prefix = 0;  // term_prefix()
  const TermCounter::Entry* entry = nullptr;

  bool has_term_of(const SortKey& other) const {
    return prefix == other.prefix && same_term(entry->term(), other.entry->term());
  }
  bool operator<(const SortKey& other) const {
    return prefix != other.prefix ? prefix < other.prefix : entry->term() < other.entry->term();
  }
};
static_assert(sizeof(SortKey) == write_tables_bytes_per_entry);
using SortKeys = std::span<const SortKey>;

// The first two bytes of a term.
constexpr std::size_t starts = 1 << 16;
std::size_t start_of(const SortKey& key) {
  return key.prefix >> 48;
}

template <typename Use>
void for_each_key(Tables tables, const Use& use) {
  parallel_for(tables.size(), [&](std::size_t i) {
    tables[i]->for_each([&](const TermCounter::Entry& entry) {
      use(i, SortKey{term_prefix(entry.term()), &entry});
    });
  });
}

// Put apart by their starts first: what is left to sort then is small, and in the cache.
std::vector<SortKey> sorted_keys(Tables tables) {
  // For each table the number of its keys with a start, then the place of the next of them.
  std::vector<std::vector<std::size_t>> places(tables.size(), std::vector<std::size_t>(starts));
  for_each_key(tables,
               [&](std::size_t table, const SortKey& key) { ++places[table][start_of(key)]; });
  std::vector<std::size_t> firsts;
  std::size_t next = 0;
  for (std::size_t start = 0; start < starts; ++start) {
    firsts.push_back(next);
    for (auto& of_table : places) next += std::exchange(of_table[start], next);
  }
  firsts.push_back(next);
  std::vector<SortKey> keys(next);
  for_each_key(tables, [&](std::size_t table, const SortKey& key) {
    keys[places[table][start_of(key)]++] = key;
  });
  constexpr std::size_t block = 64;  // of starts, most of which have few keys or none
  parallel_for(starts / block, [&](std::size_t i) {
    for (std::size_t start = i * block; start < (i + 1) * block; ++start) {
      const auto with_start =
          std::span(keys).subspan(firsts[start], firsts[start + 1] - firsts[start]);
      for (const SortKey& key : with_start) __builtin_prefetch(key.entry);
      tbb::parallel_sort(with_start.begin(), with_start.end());
    }
  });
  return keys;
}

// Some keys from the start of `keys`, with all of a term; takes them away. Few, so that the lines
// under way take little memory even of long terms.
SortKeys take_keys(SortKeys& keys) {
  constexpr std::size_t few = 512;
  std::size_t size = std::min(keys.size(), few);
  while (size < keys.size() && keys[size].has_term_of(keys[size - 1])) ++size;
  const SortKeys taken = keys.first(size);
  keys = keys.subspan(size);
  return taken;
}

struct Batch {
  SortKeys keys;
  std::string lines;
};

// The lines of a statistics file for sorted keys; those of a term are added up.
std::string lines_of(SortKeys keys) {
  for (const SortKey& key : keys) __builtin_prefetch(key.entry);
  std::string lines;
  while (!keys.empty()) {
    std::uint64_t document_frequency = 0;
    std::size_t size = 0;
    for (; size < keys.size() && keys[size].has_term_of(keys[0]); ++size)
      document_frequency += keys[size].entry->document_frequency();
    append_statistics_line(lines, keys[0].entry->term(), document_frequency);
    keys = keys.subspan(size);
  }
  return lines;
}

}  // namespace

void write_tables(Tables tables, std::uint64_t documents,
                  const std::function<void(std::string_view)>& write) {
  // Isolated: while it waits, the thread must not turn to a document that counts in a table.
  tbb::this_task_arena::isolate([&] {
    const std::vector<SortKey> keys = sorted_keys(tables);
    SortKeys rest = keys;
    write(statistics_first_line(documents));
    run_ordered_pipeline<Batch>(
        2 * thread_limit(),
        [&](Batch& batch) {
          if (rest.empty()) return false;
          batch.keys = take_keys(rest);
          return true;
        },
        [](Batch& batch) { batch.lines = lines_of(batch.keys); },
        [&](const Batch& batch) { write(batch.lines); });
  });
}

}  // namespace subintent::internal
