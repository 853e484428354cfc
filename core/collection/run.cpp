#include "core/collection/run.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <filesystem>

#include "core/base/strings.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string unquoted(std::string_view value) {
  const bool quoted = value.size() > 1 && (value[0] == '"' || value[0] == '\'');
  if (quoted && value.back() == value[0]) value = value.substr(1, value.size() - 2);
  return std::string(value);
}

// Finds the end of the key of "key: value" or "key:"; npos if a line is a value alone.
std::size_t end_of_key(std::string_view text) {
  if (text.starts_with('"') || text.starts_with('\'')) return std::string_view::npos;
  std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos && text.ends_with(':')) colon = text.size() - 1;
  return colon == 0 ? std::string_view::npos : colon;
}

class MetadataReader {
 public:
  [[gnu::cold]] void add(std::string_view line) {
    std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    std::string_view text = line.substr(indent);
    while (text.starts_with("- ")) {  // an item of a list
      indent += 2;
      text = text.substr(2);
    }
    const std::string_view trimmed = trim(text);
    if (trimmed.empty() || trimmed == "---") return;
    const std::size_t colon = end_of_key(trimmed);
    if (colon == std::string_view::npos) return add_value(trimmed);
    while (!path_.empty() && path_.back().indent >= indent) path_.pop_back();
    path_.push_back({indent, std::string(trimmed.substr(0, colon))});
    if (const std::string_view value = trim(trimmed.substr(colon + 1)); !value.empty())
      add_value(value);
  }

  std::vector<RunMetadatum> take() { return std::move(found_); }

 private:
  struct Key {
    std::size_t indent;
    std::string name;
  };

  [[gnu::cold]] void add_value(std::string_view value) {
    if (path_.empty()) return;
    std::string name;
    for (const Key& key : path_) name += (name.empty() ? "" : ".") + key.name;
    if (found_.empty() || found_.back().name != name)
      found_.push_back({std::move(name), unquoted(value)});
    else  // the next item of a list, or the next line of a text
      found_.back().value += ", " + unquoted(value);
  }

  std::vector<Key> path_;
  std::vector<RunMetadatum> found_;
};

[[gnu::cold]] std::string name_of_run(const Source& source) {
  if (source.is_memory()) return source.name();
  if (source.path() == "-") return "stdin";
  const std::string name = std::filesystem::path(source.path()).filename().string();
  return std::string(without_suffix(name, {".gz", ".zst"}));
}

void check_row(const RunRow& row, const Location& location) {
  if (row.topic.empty() || row.docno.empty())
    throw Error(location, "a topic or docno is empty", "name it");
  require_names({row.topic, row.docno}, location);
  if (row.rank < 0) throw Error(location, "the rank is negative", "number ranks from 1");
  if (!std::isfinite(row.score))
    throw Error(location, "the score is not a finite number", "give a number");
}

Content run_text(std::span<const RunRow> rows, std::string name) {
  std::string text;
  for (const RunRow& row : rows) text.append(row.topic).append(row.docno) += '\n';
  return Content::plain(Source::memory(text, std::move(name)));
}

[[noreturn]] void refuse(std::string_view what, std::string_view name, const std::string& file) {
  throw Error(Location{file, 0},
              fmt::format("the {} '{}' cannot be a column of a run in the TREC format", what,
                          printable(name)),
              "rename it, without blanks, control characters and a # at the beginning");
}

bool fits(std::string_view name, bool is_first) {
  return fits_blank_column(name, is_first) && !utf8_docno_defect(name);
}

}  // namespace

[[gnu::cold]] std::vector<RunMetadatum> read_run_metadata(std::string_view text) {
  MetadataReader reader;
  bool inside = false;
  while (text.starts_with('#')) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with(' ')) line.remove_prefix(1);
    const std::string_view word = trim(line);
    if (word == "ir_metadata.end") break;
    if (inside) reader.add(line);
    if (word == "ir_metadata.start") inside = true;
  }
  return reader.take();
}

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
    run.counts.add(builder.counts());
  }
  std::ranges::sort(run.topics, label_less, &RankedList::topic);
  return run;
}

const RankedList* Run::find(std::string_view topic) const {
  const auto at = std::ranges::lower_bound(topics, topic, label_less, &RankedList::topic);
  return at != topics.end() && at->topic == topic ? &*at : nullptr;
}

std::vector<std::string_view> Run::topic_names() const {
  return mapped(topics, &RankedList::topic);
}

std::string_view topic_number(std::string_view topic) {
  const std::size_t dash = topic.rfind('-');
  if (dash == std::string_view::npos || dash + 1 == topic.size()) return {};
  const std::string_view number = topic.substr(dash + 1);
  const bool digits = number.find_first_not_of("0123456789") == std::string_view::npos;
  return digits ? number : std::string_view();
}

[[gnu::cold]] RunReader::RunReader(const Source& source, RunOrder order, OnDuplicate on_duplicate,
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
  std::vector<RunCounts> of_lists(topics().size());
  std::atomic<bool> has_documents = false;
  read_topics(topics(), [&](std::size_t i, LineInWork& line) {
    ListBuilder builder(texts_, topics()[i].topic, order_, on_duplicate_);
    builder.reserve(likely_lines(topics()[i]));
    text_.read(topics()[i], builder, line);
    RankedList list = builder.build(scores_);
    of_lists[i] = builder.counts();
    if (!list.docnos.empty() && !has_documents) has_documents = true;
    use(i, std::move(list));
  });
  RunCounts counts{.unread_column = text_.unread_column, .are_lists_empty = !has_documents};
  for (const RunCounts& of_list : of_lists) counts.add(of_list);
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

std::string run_tag(std::string_view name) {
  std::string tag(name);
  std::ranges::replace_if(
      tag, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; }, '_');
  return tag;
}

void append_run_lines(std::string& text, const RankedList& list, std::size_t depth,
                      std::string_view tag, const std::string& file) {
  const std::size_t count = std::min(depth, list.docnos.size());
  if (!fits(list.topic, true)) refuse("topic", list.topic, file);
  for (std::size_t d = 0; d < count; ++d) {
    const std::string_view docno = list.docnos[d];
    if (!fits(docno, false)) refuse("docno", docno, file);
    const double score = list.scores.empty() ? static_cast<double>(count - d) : list.scores[d];
    text += fmt::format("{} Q0 {} {} {} {}\n", list.topic, docno, d + 1, score, tag);
  }
}

std::uint32_t JudgedTopics::find(std::string_view run_topic) const {
  const std::uint32_t topic = names_.find(run_topic);
  return topic != none ? topic : names_.find(topic_number(run_topic));
}

std::vector<std::uint32_t> JudgedTopics::find_all(const std::vector<std::string_view>& run_topics,
                                                  const std::string& run_file) const {
  std::vector<std::uint32_t> found;
  std::vector<char> seen(size(), 0), named(size(), 0);
  for (const std::string_view run_topic : run_topics)
    if (const std::uint32_t topic = names_.find(run_topic); topic != none) named[topic] = 1;
  for (const std::string_view run_topic : run_topics) {
    std::uint32_t& topic = found.emplace_back(find(run_topic));
    if (topic == none) continue;
    if (named[topic] != 0 && is_digit(run_topic[0]) && names_.names()[topic] != run_topic)
      topic = none;  // a turn, "12-1" beside "1"
    if (topic == none) continue;
    if (seen[topic] != 0) {
      throw Error(Location{run_file, 0},
                  "answers topic " + printable(names_.names()[topic]) +
                      " under two names, one of them " + printable(run_topic),
                  "keep one; or name topics as the judgments do");
    }
    seen[topic] = 1;
  }
  return found;
}

}  // namespace subintent::internal
