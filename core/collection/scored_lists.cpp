#include "core/collection/run.h"

#include <bit>
#include <cmath>

#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// So many are sorted by counting.
constexpr std::size_t few = 32;

// A document by its score, as a whole number that is less the better the score is.
struct Entry {
  std::uint64_t key;
  std::size_t document;
};

std::uint64_t key_of(double score) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // -0 is 0
  return (bits & sign) != 0 ? bits : ~bits ^ sign;
}

// Counts how many come before each: no branch that depends on scores, which no processor foresees.
void sort_few(std::vector<Entry>& entries) {
  std::array<Entry, few> given;
  std::ranges::copy(entries, given.begin());
  std::array<std::uint32_t, few> places{};
  for (std::uint32_t i = 1; i < entries.size(); ++i) {
    std::uint32_t before = 0;
    for (std::uint32_t j = 0; j < i; ++j) {
      const std::uint32_t is_before = given[j].key <= given[i].key ? 1 : 0;
      before += is_before;
      places[j] += 1 - is_before;
    }
    places[i] = before;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) entries[places[i]] = given[i];
}

// By scores, the best first; of equal ones, the docno first that is less.
template <typename Less>
void sort(std::vector<Entry>& entries, std::span<const std::string_view> docnos) {
  if (entries.size() <= few)
    sort_few(entries);
  else
    std::ranges::sort(entries, {}, &Entry::key);
  const auto is_tie = [](const Entry& a, const Entry& b) { return a.key == b.key; };
  for (auto first = entries.begin();;) {
    first = std::adjacent_find(first, entries.end(), is_tie);
    if (first == entries.end()) return;
    const auto last = std::find_if(first, entries.end(),
                                   [&](const Entry& entry) { return entry.key != first->key; });
    std::sort(first, last, [&](const Entry& a, const Entry& b) {
      return Less()(docnos[a.document], docnos[b.document]);
    });
    first = last;
  }
}

[[noreturn]] void fail(const ScoredList& list, const std::string& run, const std::string& what,
                       const std::string& advice) {
  throw Error(Location{run, 0}, "topic " + printable(list.topic) + what, advice);
}

void check_list(const ScoredList& list, RunOrder order, const std::string& run) {
  if (order != RunOrder::file && list.scores.size() != list.docnos.size()) {
    fail(list, run, " has different numbers of scores and documents",
         "give one score per document");
  }
  const auto is_finite = [](double score) { return std::isfinite(score); };
  const auto bad = std::ranges::find_if_not(list.scores, is_finite);
  if (bad != list.scores.end()) {
    const std::string_view docno = list.docnos[static_cast<std::size_t>(bad - list.scores.begin())];
    fail(list, run, ": the score of " + printable(docno) + " is not a finite number",
         "give a number");
  }
  if (list.is_distinct || all_differ(list.docnos)) return;
  NameTable docnos(list.docnos.size());
  for (const std::string_view docno : list.docnos) {
    if (docnos.insert(docno).second) continue;
    fail(list, run, " has document " + printable(docno) + " twice", "remove one");
  }
}

void check_docnos(const RankedList& ranked, const ScoredList& list, const std::string& run) {
  for (const std::string_view docno : ranked.docnos)
    if (const auto defect = docno_defect(docno))
      fail(list, run, ": the docno '" + printable(docno) + "' " + *defect, "rename it");
}

// No document of a worse score than the result can be among the first `depth`, from 1.
double least_score(std::span<const double> scores, std::size_t depth) {
  std::vector<double> best(scores.begin(), scores.end());
  const auto last = best.begin() + static_cast<std::ptrdiff_t>(depth) - 1;
  std::nth_element(best.begin(), last, best.end(), std::greater<>());
  return *last;
}

template <typename Less>
void rank_by_score(const ScoredList& list, std::size_t depth,
                   std::vector<std::string_view>& docnos) {
  const std::size_t documents = list.docnos.size();
  const bool is_cut = depth < documents;
  const double least = is_cut ? least_score(list.scores, depth) : -HUGE_VAL;
  std::vector<Entry> entries;
  entries.reserve(std::min(depth, documents));
  for (std::size_t i = 0; i < documents; ++i)
    if (list.scores[i] >= least) entries.push_back({key_of(list.scores[i]), i});
  sort<Less>(entries, list.docnos);
  entries.resize(std::min(depth, documents));
  docnos.reserve(entries.size());
  for (const Entry& entry : entries) {
    docnos.push_back(list.docnos[entry.document]);
    __builtin_prefetch(docnos.back().data());
    __builtin_prefetch(docnos.back().data() + docnos.back().size());
  }
}

}  // namespace

RankedList ranked(const ScoredList& list, RunOrder order, std::size_t depth,
                  const std::string& run) {
  check_list(list, order, run);
  RankedList result{list.topic, {}};
  if (depth == 0) return result;
  const bool fall = std::ranges::adjacent_find(list.scores, std::less_equal<>()) ==
                    list.scores.end();  // each is below the one before
  if (order == RunOrder::file || fall) {
    const auto docnos = list.docnos.first(std::min(depth, list.docnos.size()));
    result.docnos.assign(docnos.begin(), docnos.end());
  } else if (order == RunOrder::score_ascending) {
    rank_by_score<std::less<>>(list, depth, result.docnos);
  } else {
    rank_by_score<std::greater<>>(list, depth, result.docnos);
  }
  check_docnos(result, list, run);
  return result;
}

Run run_of(const RunView& view) {
  std::vector<RunRow> rows;
  for (const ScoredList& list : view.lists) {
    check_list(list, view.order, view.name);
    for (std::size_t i = 0; i < list.docnos.size(); ++i) {
      const double score = list.scores.empty() ? 0 : list.scores[i];
      rows.push_back({list.topic, list.docnos[i], score, 0});
    }
  }
  const bool has_scores =
      std::ranges::any_of(view.lists, [](const auto& list) { return !list.scores.empty(); });
  return Run::of(rows, view.name, view.order, OnDuplicate::error,
                 has_scores ? ListScores::kept : ListScores::left_out);
}

}  // namespace subintent::internal
