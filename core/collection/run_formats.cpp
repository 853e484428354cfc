#include "core/collection/run.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/io/content.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

[[noreturn]] void refuse_rank(const TextFile& file, std::string_view text, const char* place) {
  const LineColumns line = split_line(place);
  const bool is_none = !parse_double(text) || parse_whole(text);
  const bool is_score = line.count > 4 && line[3] == text && !is_none && parse_whole(line[4]);
  throw Error(file.location(place),
              "the rank '" + printable(text) + "' is not a whole number" +
                  (is_score ? ", as the score is: they seem to be exchanged" : ""),
              is_none ? "number ranks from 1, or use `order=score`" : trec_run_advice);
}

[[noreturn]] void refuse_score(const TextFile& file, std::string_view text, const char* place) {
  throw Error(file.location(place), "the score '" + printable(text) + "' is not a finite number",
              holds_comma(text) ? decimal_advice : "write a number, or remove the line");
}

[[gnu::always_inline]] inline std::int64_t rank_of(const TextFile& file, std::string_view text,
                                                   const char* place) {
  const auto rank = parse_whole(text);
  if (!rank || *rank < 0) refuse_rank(file, text, place);
  return *rank;
}

// Allows "-1" and "NA": a list that scores order needs no ranks.
std::int64_t unused_rank_of(const TextFile& file, std::string_view text, const char* place) {
  const bool is_none = !parse_double(text) || parse_whole(text).value_or(0) < 0;
  return is_none ? 0 : rank_of(file, text, place);
}

double score_of(const TextFile& file, std::string_view text, const char* place) {
  const LeadingNumber number = leading_number_in_blocks(text);
  if (number.end == text.data() + text.size()) return number.value;
  const auto score = parse_double(text);
  if (!score) refuse_score(file, text, place);
  return *score;
}

// About as many names as a list has, with quotes and commas.
std::size_t likely_names(const TopicLines& topic) {
  constexpr std::size_t bytes_of_name = 16;
  return topic.pieces[0].size() / bytes_of_name + 1;
}

[[gnu::cold]] JsonDict read_lists(const TextFile& file) {
  try {
    return {
        file,
        R"(write {"qid": ..., "docno": ..., "score": 3.5} in each line, {"topic": {"docno": score}} or {"topic": ["docno", ...]})",
        true};
  } catch (const Error&) {
    if (!holds_nuggets(file.text())) throw;
    throw Error(
        Location{file.name(), 0}, "holds nuggets, not a run",
        "give it as `qrels`, or if they were assigned to answers as `qrels of score_answers()` and "
        "no run");
  }
}

[[noreturn]] void refuse_intent(const TextFile& file, std::string_view topic,
                                std::string_view intent, const char* place) {
  throw Error(file.location(place),
              "topic " + printable(topic) + ": '" + printable(intent) +
                  "' is an object where a score belongs",
              "give a run, not judgments of intents");
}

// ----- without ranks and scores, in the order of the lines: topic docno -----

void add_next(ListBuilder& list, std::string_view docno) {
  list.add(docno, 0, 1 / static_cast<double>(list.lines().size() + 1));
}

bool is_ranking(std::string_view text) {
  std::string_view column[2];
  return split_blanks(first_line(text), column) == 2 && !is_called(column[0], topic_columns);
}

[[gnu::cold]] RunText open_ranking(const TextFile& file, RunOrder) {
  RunText text{lines_by_topic(file),
               [file](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 for_each_line(topic, line, [&](const LineColumns& column) {
                   require_columns(file, column, 2, 2, "write \"topic docno\", as above");
                   add_next(list, column[1]);
                 });
               }};
  text.has_ranks = false;
  return text;
}

// Between commas two lines of a topic tell it from a table whose header line is unknown.
bool is_ranking_of_cells(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::string_view topic = line.substr(0, line.find(',') + 1);
  text.remove_prefix(static_cast<std::size_t>(line.end() - text.begin()));
  return topic.size() > 1 && std::ranges::count(line, ',') == 1 &&
         first_line(text).starts_with(topic) && text.find('"') == text.npos;
}

[[gnu::cold]] RunText open_ranking_of_cells(const TextFile& file, RunOrder order) {
  const TextFile run(Source::memory(replace_all(std::string(file.text()), ",", "\t"), file.name()));
  RunText text = open_ranking(run, order);
  text.names.push_back(run.content());
  return text;
}

// ----- objects of a document each, or of a topic each with a list of documents -----

constexpr const char* records_advice = R"(write {"qid": ..., "docid": ..., "score": ...})";

// Documents with texts have an id, and no topics.
[[gnu::cold]] bool are_texts(std::string_view text) {
  return first_object_has(text, {text_columns}) && !first_object_has(text, {score_columns}) &&
         !first_object_has(text, {rank_columns}) && !first_object_has(text, {list_members}) &&
         !any_first_member(text, [](std::string_view name, std::string_view) {
           return !same_name(name, "id") && is_called(name, topic_columns);
         });
}

[[gnu::cold]] bool holds_records(std::string_view text) {
  const bool has_places = first_object_has(text, {score_columns}) ||
                          first_object_has(text, {rank_columns}) ||
                          !first_object_has(text, {grade_columns});  // or they are in order
  return ((has_places && first_object_has(text, {topic_columns, docno_columns})) ||
          first_object_has(text, {topic_columns, list_members})) &&
         !holds_nuggets(text) && !are_texts(text);
}

// Adds ["docno", score].
void add_pair(JsonReader& reader, JsonValue& pair, ListBuilder& list) {
  std::string_view docno;
  std::optional<double> score;
  reader.for_each_element(pair, [&](JsonValue& element) {
    if (docno.empty())
      docno = reader.name_or_number(element);
    else
      score = reader.number(element, docno);
  });
  if (!score) reader.refuse("a pair has no docno and score");
  list.add(docno, 0, *score);
}

// Is it a number of no other meaning? Elements of lists are in order, and may have numbers: only
// those with fractions are scores.
[[gnu::cold]] bool may_be_score(JsonReader& reader, std::string_view name, JsonValue& value,
                                bool is_document) {
  const std::string_view number = reader.token(value);
  if (number.find_first_of("-0123456789") != 0 || is_called(name, topic_columns) ||
      is_called(name, docno_columns) || is_called(name, iteration_columns))
    return false;
  return !is_document || number.find('.') != number.npos;
}

void add_record(JsonReader& reader, JsonValue& object, bool is_document, ListBuilder& list,
                LineInWork& line);

// Adds docnos, pairs of docno and score, or objects.
[[gnu::cold]] void add_list(JsonReader& reader, JsonValue& elements, ListBuilder& list,
                            LineInWork& line) {
  reader.for_each_element(elements, [&](JsonValue& element) {
    line = JsonReader::place_of(element);
    if (JsonReader::is(element, '{')) return add_record(reader, element, true, list, line);
    if (JsonReader::is(element, '[')) return add_pair(reader, element, list);
    add_next(list, reader.name_or_number(element));
  });
}

// Is it a list of documents, or of docnos?
bool is_list_member(std::string_view name, JsonValue& value) {
  return JsonReader::is(value, '[') &&
         (is_called(name, list_members) || is_called(name, docno_columns) || name == "ids");
}

bool is_list_of_scores(std::string_view name, JsonValue& value) {
  return JsonReader::is(value, '[') &&
         is_called(name.substr(0, name.size() - (name.ends_with('s') ? 1 : 0)), score_columns);
}

// Adds an object, which is a document where it `is_document`, and the elements of its list.
void add_record(JsonReader& reader, JsonValue& object, bool is_document, ListBuilder& list,
                LineInWork& line) {
  const char* const place = JsonReader::place_of(object);
  PreferredMember preferred(docno_columns), of_score(score_columns), of_rank(rank_columns);
  std::string_view docno;
  std::optional<double> score;
  std::optional<std::int64_t> rank;
  std::vector<double> scores;  // of the list
  const std::size_t first = list.lines().size();
  std::string other, listed;  // a member that may be the score, and the one that is the list
  reader.for_each_member(object, [&](std::string_view name, JsonValue value) {
    if (is_list_member(name, value)) {
      const std::size_t before = list.lines().size();
      add_list(reader, value, list, line);
      if (list.lines().size() == before) return;
      if (!listed.empty())
        reader.refuse(place, "has two lists, " + printable(listed) + " and " + printable(name),
                      "leave out the one that is not the ranking");
      listed = name;
    } else if (is_list_of_scores(name, value)) {
      reader.for_each_element(value,
                              [&](JsonValue& one) { scores.push_back(reader.number(one, name)); });
    } else if (is_called(name, list_members) && JsonReader::is(value, '{')) {
      reader.for_each_member(value, [&](std::string_view of_list, JsonValue number) {
        line = JsonReader::place_of(number);
        list.add(of_list, 0, reader.number(number, of_list));
      });
    } else if (JsonReader::is_name(value) &&
               (preferred.takes(name) || (is_document && name == "id" && docno.empty()))) {
      docno = reader.name_or_number(value);
    } else if (of_score.takes(name)) {
      score = reader.number(value, name);
    } else if (of_rank.takes(name)) {
      rank = parse_whole(JsonReader::is(value, '"') ? reader.name(value) : reader.token(value));
      if (!rank || *rank < 0) reader.refuse("\"" + std::string(name) + "\" is not a whole number");
    } else if (may_be_score(reader, name, value, is_document)) {
      other = name;
    }
  });
  line = place;
  if (!listed.empty() && !scores.empty()) {
    if (const std::size_t count = list.lines().size() - first; count != scores.size())
      reader.refuse(place, fmt::format("has {} and {}", count_of(count, "document"),
                                       count_of(scores.size(), "score")));
    list.set_scores(scores);
  }
  if (docno.empty() && is_document) reader.refuse(place, "\"docid\" is missing");
  if (docno.empty()) return;
  if (!score && !rank && !other.empty()) {
    reader.refuse(place, lowered(other).find("dist") != std::string::npos
                             ? printable(other) +
                                   " is no score, of which more is better: give a "
                                   "score, or a rank, or leave it out"
                             : "has no score or rank; if it is " + printable(other) +
                                   ", call it so, else leave that out");
  }
  if (!score && !rank) return add_next(list, docno);
  const std::int64_t at = rank.value_or(0);
  list.add(docno, at, score ? *score : score_of_rank(at));
}

[[gnu::cold]] RunText open_run_json(const TextFile& file, RunOrder) {
  JsonDict dict = read_lists(file);
  std::vector<TopicLines> topics = dict.take_topics();
  RunText text{std::move(topics),
               [file, dict](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 if (topic.pieces[0].starts_with('[')) {
                   list.reserve(likely_names(topic));
                   JsonReader reader(dict.text(), topic.pieces[0], topic.topic, line);
                   JsonValue root = reader.root();
                   add_list(reader, root, list, line);
                   line = nullptr;
                   return;
                 }
                 const auto require_none = [&](std::string_view intent, const char* place) {
                   if (!intent.empty()) refuse_intent(file, topic.topic, intent, place);
                 };
                 dict.read(topic, line, [&](const JsonDict::Entry& entry) {
                   require_none(entry.intent, entry.place);
                   if (!entry.is_number())
                     refuse_score(file, *entry.place == 't' ? "true" : "false", entry.place);
                   list.add(entry.docno, 0, entry.number);
                 });
               }};
  text.names = dict.names();
  text.has_ranks = false;
  return text;
}

// The member that names the runs of records; empty where there is none. "name" may be a title.
[[gnu::cold]] std::string member_of_runs(std::string_view text) {
  std::string found;
  any_first_member(text, [&](std::string_view name, std::string_view) {
    if (found.empty() && name != "name" && is_called(name, run_columns)) found = name;
    return false;
  });
  return found;
}

[[gnu::cold]] void require_one_run(const TextFile& file, const JsonRecords& records,
                                   const std::vector<TopicLines>& topics,
                                   const std::string& member) {
  std::string_view run;
  for (const TopicLines& topic : topics) {
    for (const std::string_view piece : topic.pieces) {
      const std::string_view named = records.noted(piece);
      if (run.empty()) run = named;
      if (named.empty() || named == run) continue;
      throw Error(file.location(piece.data()),
                  fmt::format("the member {} names several runs, {} and {}", printable(member),
                              printable(run), printable(named)),
                  "give a file for each run");
    }
  }
}

[[gnu::cold]] RunText open_records(const TextFile& file, RunOrder) {
  const bool has_lists = first_object_has(file.text(), {topic_columns, list_members});
  const std::string member = member_of_runs(file.text());
  JsonRecords records(file, records_advice, has_lists ? topics_of_lists : topic_columns, member);
  std::vector<TopicLines> topics = records.take_topics();
  if (!member.empty()) require_one_run(file, records, topics, member);
  require_names_of_parts(file, topics, false);
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  RunText text{std::move(topics),
               [shared](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 for (const std::string_view piece : topic.pieces) {
                   JsonReader reader(shared->text(), piece, topic.topic, line);
                   JsonValue root = reader.root();
                   add_record(reader, root, false, list, line);
                 }
                 line = nullptr;
               }};
  text.names = shared->names();
  text.has_ranks = first_object_has(file.text(), {docno_columns, rank_columns});
  return text;
}

// ----- tables with a header line -----

enum WantedRun : std::size_t { topic_of_run, docno_of_run, rank_of_run, score_of_run, run_of_run };

constexpr WantedColumn wanted_of_run[] = {{topic_columns},
                                          {docno_columns},
                                          {rank_columns, false, true},
                                          {score_columns, false, true},
                                          {run_columns, false}};

constexpr const char* run_table_names[] = {"topics", "docnos"};

// With columns of topics and docnos alone, the order of the rows is that of the lists.
bool is_run_table(std::string_view text) {
  const auto table = HeaderTable::of(text, wanted_of_run);
  return table &&
         (table->has(rank_of_run) || table->has(score_of_run) || table->column_count() == 2);
}

[[gnu::cold]] RunText open_run_table(const TextFile& file, RunOrder) {
  const HeaderTable table(file, wanted_of_run, 2);
  require_names_of_parts(file, false);
  const bool has_ranks = table.has(rank_of_run), has_scores = table.has(score_of_run);
  if (!has_ranks && table.name_of(docno_of_run).starts_with("corpus") &&
      parse_whole(table.first_cell(score_of_run))) {
    throw Error(Location{file.name(), 0}, "has the header line of BEIR's judgments, not of a run",
                "give a run; its header line is \"qid docno score\"");
  }
  const bool names_runs = table.has(run_of_run) && table.name_of(run_of_run) != "name";
  const std::string_view run = names_runs ? table.first_cell(run_of_run) : "";
  RunText text{
      table.topics(), [=](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
        table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
          if (!run.empty() && row[run_of_run] != run) {
            throw Error(
                file.location(row.place),
                fmt::format("the column {} names several runs, {} and {}",
                            table.name_of(run_of_run), printable(run), printable(row[run_of_run])),
                "give a file for each run");
          }
          const auto rank = has_ranks ? rank_of(file, row[rank_of_run], row.place) : 0;
          if (!has_ranks && !has_scores) return add_next(list, row[docno_of_run]);
          list.add(row[docno_of_run], rank,
                   has_scores ? score_of(file, row[score_of_run], row.place) : score_of_rank(rank));
        });
      }};
  text.names = table.names();
  text.has_ranks = has_ranks;
  return text;
}

// ----- three columns: topic rank docno, topic docno score, MS MARCO: topic docno rank -----

enum class Numbers { ranks, scores, either, none };

// Tells what the third column holds. Ranks are 1 to n or 0 to n - 1 in every topic, or rise in the
// order of the lines, from 1, 0 or, without gaps, from another number that topics have in common.
// Numbers that fall or have fractions are scores; others that rise may be either.
Numbers numbers_of(std::string_view text) {
  constexpr std::size_t looked_at = 1 << 20;  // of ranks in order, which need no more
  if (text.size() > looked_at + 1 &&
      numbers_of(text.substr(0, text.rfind('\n', looked_at) + 1)) == Numbers::ranks)
    return Numbers::ranks;
  std::map<std::string_view, std::vector<std::int64_t>> topics;  // whose lines may stand apart
  auto last = topics.end();
  for (std::string_view line = first_line(text); !line.empty(); line = first_line(text)) {
    std::string_view column[3];
    if (split_blanks(line, column) != 3 || !parse_double(column[2])) return Numbers::none;
    const auto number = parse_whole(column[2]);
    if (!number) return Numbers::scores;
    if (last == topics.end() || last->first != column[0])
      last = topics.try_emplace(column[0]).first;
    last->second.push_back(*number);
    text.remove_prefix(static_cast<std::size_t>(line.data() + line.size() - text.data()));
  }
  bool falls = false, rises = false, counts = true;
  std::multiset<std::int64_t> least{0};  // of topics with several documents, and 0
  for (auto& [topic, numbers] : topics) {
    if (numbers.size() == 1) continue;
    falls |= std::ranges::adjacent_find(numbers, std::greater<>()) != numbers.end();
    rises |= std::ranges::adjacent_find(numbers, std::less<>()) != numbers.end();
    std::ranges::sort(numbers);
    const auto does_not_count = [](std::int64_t a, std::int64_t b) { return b != a + 1; };
    counts &= std::ranges::adjacent_find(numbers, does_not_count) == numbers.end();
    least.insert(numbers[0]);
  }
  const bool begin_alike = *std::next(least.begin(), least.size() > 1 ? 1 : 0) == *least.rbegin();
  const bool begin_first = begin_alike && *least.rbegin() <= 1;
  if (falls) return rises && begin_first && counts ? Numbers::ranks : Numbers::scores;
  return begin_first || (begin_alike && counts && least.size() > 2) ? Numbers::ranks
                                                                    : Numbers::either;
}

bool has_scores_alone(std::string_view text) {
  return numbers_of(text) == Numbers::scores;
}

bool is_msmarco(std::string_view text) {
  std::string_view column[3];
  return split_blanks(first_line(text), column) == 3 && parse_whole(column[2]);
}

bool has_ranks_before(std::string_view text) {
  return counts_lines(text, 3, 1) && numbers_of(text) != Numbers::ranks;
}

// ColBERT's "topic docno rank score", or with the rank behind the score.
template <std::size_t rank_at>
bool has_ranks_and_scores(std::string_view text) {
  std::array<std::string_view, 4> column;
  return counts_lines(text, 4, rank_at) && split_blanks(first_line(text), column) == 4 &&
         parse_double(column[5 - rank_at]) && !is_called(column[1], {"Q0", "0"});
}

// The columns of ranks and scores are 0 where there are none.
template <std::size_t count, std::size_t docno_at, std::size_t rank_at, std::size_t score_at>
RunText open_columns(const TextFile& file, RunOrder) {
  constexpr const char* advice = count == 4      ? "write as many as above"
                                 : docno_at == 2 ? "write \"topic rank docno\", as above"
                                 : rank_at > 0   ? "write \"topic docno rank\", as above"
                                                 : "write \"topic docno score\", as above";
  if (count == 3 && rank_at == 2 && numbers_of(file.text()) == Numbers::either) {
    throw Error(file.location(first_line(file.text()).data()),
                "the third column may be of ranks or of scores",
                "write \"qid docno rank\" or \"qid docno score\" as the first line");
  }
  RunText text{
      lines_by_topic(file), [file](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
        const auto add = [&](const LineColumns& column) {
          const char* const place = column.bounds[0];
          require_columns(file, column, count, count, advice);
          const auto rank = rank_at > 0 ? rank_of(file, column[rank_at], place) : 0;
          list.add(column[docno_at], rank,
                   score_at > 0 ? score_of(file, column[score_at], place) : score_of_rank(rank));
        };
        if constexpr (count == 4)  // which is rare: one loop for all of these
          for_each_line(topic, line, std::function<void(const LineColumns&)>(add));
        else
          for_each_line(topic, line, add);
      }};
  text.has_ranks = rank_at > 0;
  return text;
}

// ----- TREC: topic Q0 docno rank score tag -----

// The number that a text begins with, as C's atof() reads it, but for NaN, which has no order.
double score_of_trec_eval(std::string_view text) {
  const double score = leading_double(text);
  return std::isnan(score) ? -HUGE_VAL : score;
}

[[noreturn]] void refuse_line(const TextFile& file, const LineColumns& column) {
  const Location where = file.location(column.bounds[0]);
  if (column.count == 1 && column[0].find_first_of(",;") != std::string_view::npos) {
    const bool is_pair = std::ranges::count(column[0], separator_of(column[0])) == 1;
    refuse_nameless(where, column[0], is_pair ? "qid,docno" : "qid,docno,score",
                    is_pair ? "" : ", or rank for score, with a name for each column");
  }
  throw Error(
      where, "expected 6 columns, or 5 without a tag, found " + std::to_string(column.count),
      has_comment(column) ? comment_advice
      : std::ranges::count(first_line(column.bounds[0]), '\t') > 1
          ? "write \"topic Q0 docno rank score tag\"; where names hold blanks, begin with a "
            "line that names the columns between tabs, such as qid, docno and score"
          : trec_run_advice);
}

void add_line(const TextFile& file, const LineColumns& column, RunOrder order, ListBuilder& list) {
  if (column.count != 5 && column.count != 6) refuse_line(file, column);
  if (order == RunOrder::trec_eval && column.count == 6) {
    list.add(column[2], 0, score_of_trec_eval(column[4]));
    return;
  }
  const char* const place = column.bounds[0];
  const auto rank = order == RunOrder::rank ? rank_of(file, column[3], place)
                                            : unused_rank_of(file, column[3], place);
  list.add(column[2], rank, score_of(file, column[4], place));
}

// Lines of several runs for a topic stand apart, or behind one another.
[[gnu::cold]] void require_one_tag(const TextFile& file, const TopicLines& topic) {
  std::string_view tag;
  const auto look = [&](const char* line) {
    const LineColumns column = split_line(line);
    if (column.count != 6 || is_blank_or_comment(column)) return;
    if (tag.empty()) tag = column[5];
    if (column[5] == tag) return;
    throw Error(file.location(line),
                fmt::format("topic {} has lines of the runs {} and {}", printable(topic.topic),
                            printable(tag), printable(column[5])),
                "give a file for each run, by its tag");
  };
  for (const std::string_view piece : topic.pieces) {
    look(piece.data());
    const std::string_view lines = trim(piece);
    look(lines.data() + (lines.rfind('\n') + 1));
  }
}

// Column six of the first line that says something; empty where it has none.
std::string tag_of(const std::vector<TopicLines>& topics) {
  const char* line = nullptr;
  for (const TopicLines& topic : topics) {
    const char* const start = topic.pieces.front().data();
    if (line == nullptr || std::less<>()(start, line)) line = start;
  }
  return line == nullptr ? std::string() : std::string(split_line(line)[5]);
}

RunText open_trec_run(const TextFile& file, RunOrder order) {
  if (names_columns(file.text())) {
    refuse_headings(file, wanted_of_run, run_table_names);
  }
  RunText text{lines_by_topic(file),
               [file, order](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 if (order != RunOrder::trec_eval) require_one_tag(file, topic);
                 for_each_line(topic, line, [&](const LineColumns& column) {
                   add_line(file, column, order, list);
                 });
               }};
  text.tag = tag_of(text.topics);
  return text;
}

// ----- NTCIR: a line that describes the system, and a run -----

[[gnu::cold]] RunText open_described(const TextFile& file, RunOrder order) {
  const TextFile run(Source::memory("#" + std::string(file.text().substr(1)), file.name()));
  RunText text = format_of_run(run.text()).open(run, order);
  text.names.push_back(run.content());
  return text;
}

constexpr RunFormat formats_of_runs[] = {
    {"NTCIR", [](std::string_view text) { return text.starts_with("<SYSDESC>"); }, open_described},
    {"answers", holds_answers, open_answers},
    {"turns", holds_turns, open_answers},
    {"records", holds_records, open_records},
    {"JSON", JsonDict::fits, open_run_json},
    {"table", is_run_table, open_run_table},
    {"ranking", is_ranking, open_ranking},
    {"ranking between commas", is_ranking_of_cells, open_ranking_of_cells},
    {"topic rank docno", has_ranks_before, open_columns<3, 2, 1, 0>},
    {"topic docno score", has_scores_alone, open_columns<3, 1, 0, 2>},
    {"topic docno rank score", has_ranks_and_scores<2>, open_columns<4, 1, 2, 3>},
    {"topic docno score rank", has_ranks_and_scores<3>, open_columns<4, 1, 3, 2>},
    {"MS MARCO", is_msmarco, open_columns<3, 1, 2, 0>},
    {"TREC", [](std::string_view) { return true; }, open_trec_run},
};

}  // namespace

std::span<const RunFormat> run_formats() {
  return formats_of_runs;
}

const RunFormat& format_of_run(std::string_view text) {
  return *std::ranges::find_if(formats_of_runs,
                               [&](const RunFormat& format) { return format.fits(text); });
}

}  // namespace subintent::internal
