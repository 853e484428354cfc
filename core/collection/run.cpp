#include "core/collection/run.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <utility>

#include "core/base/docno.h"
#include "core/base/name_table.h"
#include "core/base/strings.h"
#include "core/collection/list_builder.h"
#include "core/collection/run_formats.h"
#include "core/io/content.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

std::string name_of_run(const Source& source) {
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

void check_row(const RunRow& row, const Location& location) {
  if (row.topic.empty() || row.docno.empty()) {
    throw Error(location, "a topic or docno is empty", "name it");
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
Content run_text(std::span<const RunRow> rows, std::string name) {
  std::string text;
  for (const RunRow& row : rows) text.append(row.topic).append(row.docno) += '\n';
  return Content::plain(Source::memory(text, std::move(name)));
}

}  // namespace

Run Run::of(std::span<const RunRow> rows, std::string name, RunOrder order,
            OnDuplicate on_duplicate, ListScores scores) {
  if (rows.empty()) throw Error(Location{name, 0}, "has no results", "give at least one");
  Run run{name, name, {}, {}, {}, run_text(rows, name), order};
  const char* place = run.texts.first().bytes().data();
  NameTable topics;
  std::vector<ListBuilder> builders;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RunRow& row = rows[i];
    check_row(row, Location{name, i + 1});
    const std::string_view topic(place, row.topic.size());
    const std::string_view docno(topic.end(), row.docno.size());
    place = docno.end() + 1;
    const auto [number, is_new] = topics.insert(topic);
    if (is_new) builders.emplace_back(run.texts, topic, order, on_duplicate);
    builders[number].add(docno, row.rank, row.score);
  }
  for (ListBuilder& builder : builders) {
    run.topics.push_back(builder.build(scores));
    run.counts.duplicates_dropped += builder.duplicates_dropped();
    run.counts.topics_with_disagreement += builder.disagrees() ? 1 : 0;
    run.counts.topics_without_ranks += builder.lacks_ranks() ? 1 : 0;
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
    : on_duplicate_(on_duplicate), scores_(scores), name_(name_of_run(source)) {
  const TextFile file(source);
  file_ = file.name();
  metadata_ = read_run_metadata(file.text());
  text_ = format_of_run(file.text()).open(file, order);
  if (text_.topics.empty()) throw Error(Location{file_, 0}, "has no results", trec_run_advice);
  texts_.add(file.content());
  for (const Content& more : text_.names) texts_.add(more);
  order_ = order == RunOrder::rank && !text_.has_ranks ? RunOrder::score : order;
}

RunCounts RunReader::read(const std::function<void(std::size_t, RankedList&&)>& use) const {
  std::vector<std::size_t> dropped(topics().size(), 0);
  std::vector<char> disagrees(topics().size(), 0), lacks_ranks(topics().size(), 0);
  read_topics(topics(), [&](std::size_t i, LineInWork& line) {
    ListBuilder builder(texts_, topics()[i].topic, order_, on_duplicate_);
    builder.reserve(likely_lines(topics()[i]));
    text_.read(topics()[i], builder, line);
    RankedList list = builder.build(scores_);
    dropped[i] = builder.duplicates_dropped();
    disagrees[i] = builder.disagrees() ? 1 : 0;
    lacks_ranks[i] = builder.lacks_ranks() ? 1 : 0;
    use(i, std::move(list));
  });
  RunCounts counts;
  for (const std::size_t count : dropped) counts.duplicates_dropped += count;
  for (const char disagreement : disagrees) counts.topics_with_disagreement += disagreement != 0;
  for (const char lacks : lacks_ranks) counts.topics_without_ranks += lacks != 0;
  return counts;
}

Run read_run(const Source& source, RunOrder order, OnDuplicate on_duplicate, ListScores scores) {
  const RunReader reader(source, order, on_duplicate, scores);
  Run run{reader.name(),  reader.file(),  reader.tag(),     {}, {},
          reader.texts(), reader.order(), reader.metadata()};
  run.topics.resize(reader.topics().size());
  run.counts =
      reader.read([&](std::size_t i, RankedList&& list) { run.topics[i] = std::move(list); });
  return run;
}

}  // namespace subintent::internal
