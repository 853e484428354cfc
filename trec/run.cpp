#include "trec/run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <utility>

#include "support/error.h"
#include "support/input_file.h"
#include "support/strings.h"

namespace subintent {
namespace {

constexpr const char* columns_advice = "write \"topic Q0 docno rank score tag\"";

struct Line {
  std::string_view docno;
  std::int64_t rank = 0;
  double score = 0;
  std::size_t number = 0;
};

using Group = std::pair<std::string_view, std::vector<Line>>;

std::string name_of(const std::string& path) {
  std::string name = path == "-" ? "stdin" : std::filesystem::path(path).filename().string();
  for (const std::string_view suffix : {".gz", ".zst"}) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
      break;
    }
  }
  return name;
}

Line parse_line(std::span<const std::string_view> column, const Location& location) {
  const auto rank = parse_integer(column[3]);
  if (!rank || *rank < 0) {
    throw Error(location, "the rank '" + printable(column[3]) + "' is not a whole number",
                columns_advice);
  }
  const auto score = parse_double(column[4]);
  if (!score) {
    throw Error(location, "the score '" + printable(column[4]) + "' is not a finite number",
                "write a number, or remove the line");
  }
  return {column[2], *rank, *score, location.line};
}

std::vector<Group> read_groups(std::string_view text, const std::string& file, std::string& tag) {
  std::vector<Group> groups;
  std::unordered_map<std::string_view, std::size_t> group_of;
  std::size_t current = 0;
  LineSplitter lines(text, file);
  std::string_view line;
  while (lines.next(line)) {
    std::array<std::string_view, 6> column;
    const std::size_t count = split_blanks(line, column);
    if (count == 0 || column[0].starts_with('#')) continue;
    if (count != 6 && count != 5) {
      throw Error(
          lines.location(),
          "expected 6 columns, found " + std::to_string(count),
          columns_advice);
    }
    if (groups.empty() || groups[current].first != column[0]) {
      if (groups.empty()) tag = column[5];
      const auto [at, is_new] = group_of.try_emplace(column[0], groups.size());
      if (is_new) groups.push_back({column[0], {}});
      current = at->second;
    }
    groups[current].second.push_back(parse_line(column, lines.location()));
  }
  if (groups.empty()) throw Error(Location{file, 0}, "has no results", columns_advice);
  return groups;
}

void sort_lines(std::vector<Line>& lines, RunOrder order) {
  if (order == RunOrder::rank) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.rank < b.rank; });
  } else if (order == RunOrder::score) {
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
      return a.score != b.score ? a.score > b.score : a.docno > b.docno;
    });
  }
}

void check_ranks(const Group& group, const std::string& file) {
  const auto& lines = group.second;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].rank != lines[i - 1].rank) continue;
    throw Error(
        Location{file, std::max(lines[i].number, lines[i - 1].number)},
        "topic " + printable(group.first) + " has rank " + std::to_string(lines[i].rank) + " twice",
        "number the ranks anew, or use --order score or --order file");
  }
}

// True if some better rank has a lower score.
bool ranks_disagree_with_scores(std::vector<Line> lines) {
  sort_lines(lines, RunOrder::rank);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].rank > lines[i - 1].rank && lines[i].score > lines[i - 1].score) return true;
  }
  return false;
}

// Removes documents that stand in the list before. "first" and "last" mean lines of the file.
std::size_t drop_duplicates(Group& group, const std::string& file, OnDuplicate on_duplicate) {
  auto& lines = group.second;
  std::vector<std::uint32_t> by_docno(lines.size());
  for (std::uint32_t i = 0; i < by_docno.size(); ++i) by_docno[i] = i;
  std::sort(by_docno.begin(), by_docno.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(lines[a].docno, lines[a].number) < std::pair(lines[b].docno, lines[b].number);
  });
  std::vector<char> dropped(lines.size(), 0);
  std::size_t count = 0;
  for (std::size_t i = 1; i < by_docno.size(); ++i) {
    const Line& line = lines[by_docno[i]];
    if (line.docno != lines[by_docno[i - 1]].docno) continue;
    if (on_duplicate == OnDuplicate::error) {
      throw Error(
          Location{file, line.number},
          "topic " + printable(group.first) + " has document " + printable(line.docno) + " twice",
          "remove one, or use --on-duplicate first or last");
    }
    const bool keeps_first = on_duplicate == OnDuplicate::first;
    if (keeps_first) {
      dropped[by_docno[i]] = 1;
    } else {
      dropped[by_docno[i - 1]] = 1;
    }
    ++count;
  }
  if (count > 0) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (dropped[i] == 0) lines[kept++] = lines[i];
    }
    lines.resize(kept);
  }
  return count;
}

}  // namespace

const RankedList* Run::find(std::string_view topic) const {
  const auto at = std::lower_bound(
      topics.begin(), topics.end(), topic,
      [](const RankedList& list, std::string_view label) { return label_less(list.topic, label); });
  return at != topics.end() && at->topic == topic ? &*at : nullptr;
}

std::string_view topic_number(std::string_view topic) {
  const std::size_t dash = topic.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == topic.size()) return {};
  const std::string_view number = topic.substr(dash + 1);
  const bool digits = number.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? number : std::string_view();
}

Run read_run(const std::string& path, RunOrder order, OnDuplicate on_duplicate) {
  Run run;
  run.name = name_of(path);
  run.text = std::make_shared<const std::string>(read_file(path));
  run.file = display_name(path);
  const std::string& file = run.file;
  std::vector<Group> groups = read_groups(*run.text, file, run.tag);
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return label_less(a.first, b.first); });
  for (Group& group : groups) {
    run.topics_with_disagreement += ranks_disagree_with_scores(group.second) ? 1 : 0;
    sort_lines(group.second, order);
    run.duplicates_dropped += drop_duplicates(group, file, on_duplicate);
    if (order == RunOrder::rank) check_ranks(group, file);
    RankedList& list = run.topics.emplace_back();
    list.topic = group.first;
    list.docnos.reserve(group.second.size());
    for (const Line& line : group.second) list.docnos.push_back(line.docno);
  }
  return run;
}

}  // namespace subintent
