#include "trec/run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <utility>

#include "support/error.h"
#include "support/name_table.h"
#include "support/strings.h"
#include "trec/docno.h"

namespace subintent::internal {
namespace {

constexpr const char* columns_advice = "write \"topic Q0 docno rank score tag\"";

// Views into the file: their places say which line is first.
struct Line {
  std::string_view docno;
  std::int64_t rank = 0;
  double score = 0;
};

// The better score first; of equal ones, the docno that is less.
template <typename Less>
bool by_score(const Line& a, const Line& b) {
  return a.score != b.score ? a.score > b.score : Less()(a.docno, b.docno);
}

std::string name_of(const Source& source) {
  if (source.is_memory()) return source.name();
  std::string name =
      source.path() == "-" ? "stdin" : std::filesystem::path(source.path()).filename().string();
  for (const std::string_view suffix : {".gz", ".zst"}) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
      break;
    }
  }
  return name;
}

// Orders the list of one topic. Names are views into `text`.
class ListBuilder {
 public:
  ListBuilder(const Content& text, std::string_view topic, RunOrder order, OnDuplicate on_duplicate)
      : text_(text), topic_(topic), order_(order), on_duplicate_(on_duplicate) {}

  void add(const Line& line) { lines_.push_back(line); }

  RankedList build(ListScores scores = ListScores::left_out) {
    disagrees_ = ranks_disagree_with_scores();
    sort_lines(lines_, order_);
    RankedList list{topic_, {}, {}};
    NameTable docnos(lines_.size());
    for (const Line& line : lines_) docnos.insert(line.docno);
    if (docnos.names().size() == lines_.size()) {
      list.docnos = std::move(docnos).take_names();
    } else {
      drop_duplicates();
      for (const Line& line : lines_) list.docnos.push_back(line.docno);
    }
    if (order_ == RunOrder::rank) check_ranks();
    if (scores == ListScores::kept) {
      for (const Line& line : lines_) list.scores.push_back(line.score);
    }
    return list;
  }

  // After build(): does some better rank have a lower score?
  bool disagrees() const { return disagrees_; }
  std::size_t duplicates_dropped() const { return duplicates_dropped_; }

 private:
  bool ranks_disagree_with_scores() const {
    if (std::is_sorted(lines_.begin(), lines_.end(), by_rank)) return disagreement_in(lines_);
    std::vector<Line> lines = lines_;
    sort_lines(lines, RunOrder::rank);
    return disagreement_in(lines);
  }

  static bool disagreement_in(const std::vector<Line>& lines) {
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].rank > lines[i - 1].rank && lines[i].score > lines[i - 1].score) return true;
    }
    return false;
  }

  static bool by_rank(const Line& a, const Line& b) { return a.rank < b.rank; }

  // Most files are in order: to look is cheaper than to sort.
  static void sort_lines(std::vector<Line>& lines, RunOrder order) {
    if (order == RunOrder::file) return;
    const auto less = order == RunOrder::rank              ? by_rank
                      : order == RunOrder::score_ascending ? by_score<std::less<>>
                                                           : by_score<std::greater<>>;
    if (!std::is_sorted(lines.begin(), lines.end(), less)) {
      std::stable_sort(lines.begin(), lines.end(), less);
    }
  }

  void check_ranks() const {
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      if (lines_[i].rank != lines_[i - 1].rank) continue;
      throw Error(
          text_.location(std::max(lines_[i].docno.data(), lines_[i - 1].docno.data())),
          "topic " + printable(topic_) + " has rank " + std::to_string(lines_[i].rank) + " twice",
          "number the ranks anew, or use `order=score` or `order=file`");
    }
  }

  // Removes documents that stand in the list before. "first" and "last" mean lines of the file.
  void drop_duplicates() {
    std::vector<std::uint32_t> by_docno(lines_.size());
    for (std::uint32_t i = 0; i < by_docno.size(); ++i) by_docno[i] = i;
    std::sort(by_docno.begin(), by_docno.end(), [&](std::uint32_t a, std::uint32_t b) {
      const std::string_view x = lines_[a].docno, y = lines_[b].docno;
      return x != y ? x < y : x.data() < y.data();
    });
    std::vector<char> dropped(lines_.size(), 0);
    for (std::size_t i = 1; i < by_docno.size(); ++i) {
      const Line& line = lines_[by_docno[i]];
      if (line.docno != lines_[by_docno[i - 1]].docno) continue;
      if (on_duplicate_ == OnDuplicate::error) {
        throw Error(
            text_.location(line.docno.data()),
            "topic " + printable(topic_) + " has document " + printable(line.docno) + " twice",
            "remove one, or use `on_duplicate=first` or last");
      }
      dropped[by_docno[on_duplicate_ == OnDuplicate::first ? i : i - 1]] = 1;
      ++duplicates_dropped_;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (dropped[i] == 0) lines_[kept++] = lines_[i];
    }
    lines_.resize(kept);
  }

  const Content& text_;
  std::string_view topic_;
  RunOrder order_;
  OnDuplicate on_duplicate_;
  std::vector<Line> lines_;
  bool disagrees_ = false;
  std::size_t duplicates_dropped_ = 0;
};

// The number that a text begins with, as C's atof() reads it, but for NaN, which has no order.
double leading_number(std::string_view text) {
  const double number = leading_double(text);
  return std::isnan(number) ? -HUGE_VAL : number;
}

Line parse_line(const TextFile& file, const LineColumns& column, RunOrder order) {
  require_columns(file, column, 5, 6, columns_advice);
  if (order == RunOrder::trec_eval && column.count == 6) {
    return {column[2], 0, leading_number(column[4])};
  }
  const auto rank = parse_integer(column[3]);
  if (!rank || *rank < 0) {
    throw Error(file.location(column.bounds[0]),
                "the rank '" + printable(column[3]) + "' is not a whole number", columns_advice);
  }
  const auto score = parse_double(column[4]);
  if (!score) {
    throw Error(file.location(column.bounds[0]),
                "the score '" + printable(column[4]) + "' is not a finite number",
                "write a number, or remove the line");
  }
  return {column[2], *rank, *score};
}

void check_row(const RunRow& row, const Location& location) {
  if (row.topic.empty() || row.docno.empty()) {
    throw Error(location, "a topic or docno has no name", "name it");
  }
  if (const auto defect = names_defect({row.topic, row.docno})) {
    throw Error(location, *defect, "rename it");
  }
  if (row.rank < 0) throw Error(location, "the rank is negative", "number ranks from 1");
  if (!std::isfinite(row.score)) {
    throw Error(location, "the score is not a finite number", "give a number");
  }
}

// The names of the rows, a line for each row.
Content text_of(std::span<const RunRow> rows, std::string name) {
  std::string text;
  for (const RunRow& row : rows) text.append(row.topic).append(row.docno) += '\n';
  return Content::plain(Source::memory(text, std::move(name)));
}

// Column six of the first line that says something; empty where it has none.
std::string tag_of(const std::vector<TopicLines>& topics) {
  const char* line = nullptr;
  for (const TopicLines& topic : topics) {
    const char* const start = topic.pieces.front().data();
    if (line == nullptr || std::less<>()(start, line)) line = start;
  }
  return std::string(split_line(line)[5]);
}

}  // namespace

Run Run::of(std::span<const RunRow> rows, std::string name, RunOrder order,
            OnDuplicate on_duplicate) {
  if (rows.empty()) throw Error(Location{name, 0}, "has no results", "give at least one");
  Run run{name, name, {}, {}, {}, text_of(rows, name), order};
  const char* place = run.text.bytes().data();
  NameTable topics;
  std::vector<ListBuilder> builders;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RunRow& row = rows[i];
    check_row(row, Location{name, i + 1});
    const std::string_view topic(place, row.topic.size());
    const std::string_view docno(topic.end(), row.docno.size());
    place = docno.end() + 1;
    const auto [number, is_new] = topics.insert(topic);
    if (is_new) builders.emplace_back(run.text, topic, order, on_duplicate);
    builders[number].add({docno, row.rank, row.score});
  }
  for (ListBuilder& builder : builders) {
    run.topics.push_back(builder.build());
    run.counts.duplicates_dropped += builder.duplicates_dropped();
    run.counts.topics_with_disagreement += builder.disagrees() ? 1 : 0;
  }
  std::sort(run.topics.begin(), run.topics.end(),
            [](const RankedList& a, const RankedList& b) { return label_less(a.topic, b.topic); });
  return run;
}

const RankedList* Run::find(std::string_view topic) const {
  const auto at = std::lower_bound(
      topics.begin(), topics.end(), topic,
      [](const RankedList& list, std::string_view label) { return label_less(list.topic, label); });
  return at != topics.end() && at->topic == topic ? &*at : nullptr;
}

std::vector<std::string_view> Run::topic_names() const {
  std::vector<std::string_view> names;
  for (const RankedList& list : topics) names.push_back(list.topic);
  return names;
}

std::string_view topic_number(std::string_view topic) {
  const std::size_t dash = topic.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == topic.size()) return {};
  const std::string_view number = topic.substr(dash + 1);
  const bool digits = number.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? number : std::string_view();
}

RunReader::RunReader(const Source& source, RunOrder order, OnDuplicate on_duplicate,
                     ListScores scores)
    : order_(order),
      on_duplicate_(on_duplicate),
      scores_(scores),
      name_(name_of(source)),
      text_(std::make_shared<const TextFile>(source)),
      topics_(lines_by_topic(*text_)) {
  if (topics_.empty()) throw Error(Location{file(), 0}, "has no results", columns_advice);
  tag_ = tag_of(topics_);
}

RunCounts RunReader::read(const std::function<void(std::size_t, RankedList&&)>& use) const {
  std::vector<std::size_t> dropped(topics_.size(), 0);
  std::vector<char> disagrees(topics_.size(), 0);
  read_topics(topics_, [&](std::size_t i, LineInWork& line) {
    ListBuilder builder(text_->content(), topics_[i].topic, order_, on_duplicate_);
    for_each_line(topics_[i], line, [&](const LineColumns& column) {
      builder.add(parse_line(*text_, column, order_));
    });
    RankedList list = builder.build(scores_);
    dropped[i] = builder.duplicates_dropped();
    disagrees[i] = builder.disagrees() ? 1 : 0;
    use(i, std::move(list));
  });
  RunCounts counts;
  for (const std::size_t count : dropped) counts.duplicates_dropped += count;
  for (const char disagreement : disagrees) counts.topics_with_disagreement += disagreement != 0;
  return counts;
}

Run read_run(const Source& source, RunOrder order, OnDuplicate on_duplicate, ListScores scores) {
  const RunReader reader(source, order, on_duplicate, scores);
  Run run{reader.name(), reader.file(), reader.tag(), {}, {}, reader.text()->content(), order};
  run.topics.resize(reader.topics().size());
  run.counts =
      reader.read([&](std::size_t i, RankedList&& list) { run.topics[i] = std::move(list); });
  return run;
}

}  // namespace subintent::internal
