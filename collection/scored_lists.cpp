#include "collection/scored_lists.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/docno.h"
#include "base/error.h"
#include "base/name_table.h"

namespace subintent::internal {
namespace {

struct Entry {
  double score;
  std::string_view docno;
};

// The better score first; of equal ones, the docno that is less.
template <typename Less>
struct ComesBefore {
  bool operator()(const Entry& a, const Entry& b) const {
    return a.score != b.score ? a.score > b.score : Less()(a.docno, b.docno);
  }
};

[[noreturn]] void fail(const ScoredList& list, const std::string& run, const std::string& what,
                       const std::string& advice) {
  throw Error(Location{run, 0}, "topic " + printable(list.topic) + what, advice);
}

void check(const ScoredList& list, RunOrder order, const std::string& run) {
  if (order != RunOrder::file && list.scores.size() != list.docnos.size()) {
    fail(list, run, " has different numbers of scores and documents",
         "give one score per document");
  }
  for (std::size_t i = 0; i < list.scores.size(); ++i) {
    if (std::isfinite(list.scores[i])) continue;
    fail(list, run, ": the score of " + printable(list.docnos[i]) + " is not a finite number",
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
  for (const std::string_view docno : ranked.docnos) {
    if (const auto defect = docno_defect(docno)) {
      fail(list, run, ": the docno '" + printable(docno) + "' " + *defect, "rename it");
    }
  }
}

// No document of a worse score than the result can be among the first `depth`, from 1.
double least_score(std::span<const double> scores, std::size_t depth) {
  std::vector<double> best(scores.begin(), scores.end());
  const auto last = best.begin() + static_cast<std::ptrdiff_t>(depth) - 1;
  std::nth_element(best.begin(), last, best.end(), std::greater<>());
  return *last;
}

template <typename Less>
std::vector<Entry> best_entries(const ScoredList& list, std::size_t depth) {
  const std::size_t documents = list.docnos.size();
  const bool is_cut = depth < documents;
  const double least = is_cut ? least_score(list.scores, depth) : -HUGE_VAL;
  std::vector<Entry> entries;
  entries.reserve(std::min(depth, documents));
  for (std::size_t i = 0; i < documents; ++i) {
    if (list.scores[i] >= least) entries.push_back({list.scores[i], list.docnos[i]});
  }
  std::sort(entries.begin(), entries.end(), ComesBefore<Less>());
  entries.resize(std::min(depth, documents));
  return entries;
}

}  // namespace

RankedList ranked(const ScoredList& list, RunOrder order, std::size_t depth,
                  const std::string& run) {
  check(list, order, run);
  RankedList made{list.topic, {}};
  if (depth == 0) return made;
  if (order == RunOrder::file) {
    const auto docnos = list.docnos.first(std::min(depth, list.docnos.size()));
    made.docnos.assign(docnos.begin(), docnos.end());
  } else {
    const auto entries = order == RunOrder::score_ascending
                             ? best_entries<std::less<>>(list, depth)
                             : best_entries<std::greater<>>(list, depth);
    made.docnos.reserve(entries.size());
    for (const Entry& entry : entries) made.docnos.push_back(entry.docno);
  }
  check_docnos(made, list, run);
  return made;
}

Run run_of(const RunView& view) {
  std::vector<RunRow> rows;
  for (const ScoredList& list : view.lists) {
    check(list, view.order, view.name);
    for (std::size_t i = 0; i < list.docnos.size(); ++i) {
      const double score = view.order == RunOrder::file ? 0 : list.scores[i];
      rows.push_back({list.topic, list.docnos[i], score, 0});
    }
  }
  const bool has_scores = view.order != RunOrder::file;
  return Run::of(rows, view.name, view.order, OnDuplicate::error,
                 has_scores ? ListScores::kept : ListScores::left_out);
}

}  // namespace subintent::internal
