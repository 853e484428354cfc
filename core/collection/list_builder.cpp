#include "core/collection/run.h"

#include <numeric>

#include "core/base/name_table.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

struct Steps {
  bool ranks_rise = true, ranks_never_fall = true;
  bool scores_fall = true;
  bool both_rise = false;  // somewhere: a better rank has a lower score
  bool ranks_differ = false, scores_differ = false;
};

Steps steps_of(const std::vector<RankedLine>& lines) {
  Steps steps;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const RankedLine &line = lines[i], &before = lines[i - 1];
    steps.ranks_rise &= line.rank > before.rank;
    steps.ranks_never_fall &= line.rank >= before.rank;
    steps.scores_fall &= line.score < before.score;
    steps.both_rise |= (line.rank > before.rank) & (line.score > before.score);
    steps.ranks_differ |= line.rank != before.rank;
    steps.scores_differ |= line.score != before.score;
  }
  return steps;
}

// Do scores count from 1, as ranks do, and ranks fall with gaps, as scores do?
[[gnu::cold]] bool are_exchanged(const std::vector<RankedLine>& lines, const Steps& steps) {
  if (lines.size() < 2 || steps.ranks_never_fall || lines[0].score != 1 || lines[1].score != 2)
    return false;
  bool has_gap = false;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].rank >= lines[i - 1].rank || lines[i].score != static_cast<double>(i + 1))
      return false;
    has_gap |= lines[i].rank + 1 != lines[i - 1].rank;
  }
  return has_gap;
}

// The tag of a line of TREC's format, from its docno on; empty in others.
std::string_view tag_behind(std::string_view docno) {
  const LineColumns column = split_line(docno.data());
  return column.count == 4 ? std::string_view(column[3]) : std::string_view();
}

// By rank, or the better score first: of equal ones, the docno that is less, or else that is
// greater. Most files are in order: to look is cheaper than to sort.
void sort_lines(std::vector<RankedLine>& lines, RunOrder order) {
  const auto sort = [&](auto before) {
    if (!std::ranges::is_sorted(lines, before)) std::ranges::stable_sort(lines, before);
  };
  if (order == RunOrder::rank)
    sort([](const RankedLine& a, const RankedLine& b) {
      return a.rank != b.rank ? a.rank < b.rank : a.score > b.score;
    });
  else if (order != RunOrder::file)
    sort(
        [ascending = order == RunOrder::score_ascending](const RankedLine& a, const RankedLine& b) {
          if (a.score != b.score) return a.score > b.score;
          return ascending ? a.docno < b.docno : a.docno > b.docno;
        });
}

}  // namespace

RankedList ListBuilder::build(ListScores scores) {
  const Steps steps = steps_of(lines_);
  counts_.topics_with_disagreement =
      steps.ranks_never_fall ? steps.both_rise : disagreement_by_rank();
  // Ranks that are 0 or 1 throughout say nothing.
  if (order_ == RunOrder::rank && !steps.ranks_differ && steps.scores_differ &&
      lines_[0].rank <= 1) {
    order_ = RunOrder::score;
    counts_.topics_without_ranks = 1;
  }
  if (order_ == RunOrder::rank && are_exchanged(lines_, steps)) {
    throw Error(texts_.location(lines_[0].docno.data()),
                "topic " + printable(topic_) +
                    ": ranks fall and scores count from 1: they seem to be exchanged",
                trec_run_advice);
  }
  const bool is_by_rank = order_ == RunOrder::rank;
  const bool is_in_order = is_by_rank ? steps.ranks_rise : steps.scores_fall;
  if (!is_in_order) sort_lines(lines_, order_);
  RankedList list{topic_, {}, {}};
  list.docnos = docnos();
  if (!names_differ_ && !all_differ(list.docnos)) {
    drop_duplicates();
    list.docnos = docnos();
  }
  if (is_by_rank && !is_in_order) counts_.topics_without_ranks = repeats_ranks();
  if (scores == ListScores::kept)
    for (const RankedLine& line : lines_) list.scores.push_back(line.score);
  return list;
}

[[gnu::cold]] bool ListBuilder::disagreement_by_rank() const {
  std::vector<RankedLine> lines = lines_;
  sort_lines(lines, RunOrder::rank);
  return steps_of(lines).both_rise;
}

std::vector<std::string_view> ListBuilder::docnos() const {
  std::vector<std::string_view> names(lines_.size());
  std::ranges::transform(lines_, names.begin(), &RankedLine::docno);
  return names;
}

const RankedLine& ListBuilder::later_of(const RankedLine& a, const RankedLine& b) const {
  return texts_.offset(a.docno.data()) < texts_.offset(b.docno.data()) ? b : a;
}

bool ListBuilder::repeats_ranks() const {
  bool repeats = false;
  for (std::size_t i = 1; i < lines_.size(); ++i) {
    if (lines_[i].rank != lines_[i - 1].rank) continue;
    repeats = true;
    if (lines_[i].score != lines_[i - 1].score) continue;
    throw Error(
        texts_.location(later_of(lines_[i], lines_[i - 1]).docno.data()),
        "topic " + printable(topic_) + " has rank " + std::to_string(lines_[i].rank) + " twice",
        "renumber the ranks, or use `order=score` or `order=file`");
  }
  return repeats;
}

// Removes documents that stand in the list before. "first" and "last" mean lines of the file.
[[gnu::cold]] void ListBuilder::drop_duplicates() {
  std::vector<std::uint32_t> by_docno(lines_.size());
  std::iota(by_docno.begin(), by_docno.end(), 0);
  std::sort(by_docno.begin(), by_docno.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::string_view x = lines_[a].docno, y = lines_[b].docno;
    return x != y ? x < y : texts_.offset(x.data()) < texts_.offset(y.data());
  });
  std::vector<char> dropped(lines_.size(), 0);
  for (std::size_t i = 1; i < by_docno.size(); ++i) {
    const RankedLine& line = lines_[by_docno[i]];
    if (line.docno != lines_[by_docno[i - 1]].docno) continue;
    if (on_duplicate_ == OnDuplicate::error) {
      const std::string_view tag = tag_behind(line.docno);
      const std::string_view other = tag_behind(lines_[by_docno[i - 1]].docno);
      const std::string runs =
          tag == other ? "" : ", of the runs " + printable(other) + " and " + printable(tag);
      throw Error(
          texts_.location(line.docno.data()),
          "topic " + printable(topic_) + " has document " + printable(line.docno) + " twice" + runs,
          runs.empty() ? "remove one, or use `on_duplicate=first` or last"
                       : "give a file for each run, by its tag");
    }
    dropped[by_docno[on_duplicate_ == OnDuplicate::first ? i : i - 1]] = 1;
    ++counts_.duplicates_dropped;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (dropped[i] == 0) lines_[kept++] = lines_[i];
  lines_.resize(kept);
}

}  // namespace subintent::internal
