// Runs in JSON: objects of a document each, or of a topic each with a list of documents, and dicts.
#include <fmt/format.h>

#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/nuggets.h"
#include "core/collection/run.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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

constexpr const char* records_advice = R"(write {"qid": ..., "docid": ..., "score": ...})";

// Documents with texts have an id, and no topics.
[[gnu::cold]] bool are_texts(std::string_view text) {
  return first_object_has(text, {text_columns}) && !first_object_has(text, {score_columns}) &&
         !first_object_has(text, {rank_columns}) && !first_object_has(text, {list_members}) &&
         !any_first_member(text, [](std::string_view name, std::string_view) {
           return !same_name(name, "id") && is_called(name, topic_columns);
         });
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
  return number.find_first_of("-0123456789") == 0 && may_be_of_documents(name) &&
         (!is_document || number.find('.') != number.npos);
}

[[gnu::cold]] void refuse_other(const JsonReader& reader, const char* place,
                                const std::string& other) {
  reader.refuse(
      place, lowered(other).find("dist") != std::string::npos
                 ? printable(other) +
                       " is no score, of which more is better: give a score, or a rank, or leave "
                       "it out"
                 : "has no score or rank; if it is " + printable(other) +
                       ", call it so, else leave that out");
}

[[gnu::cold]] void require_alike(const JsonReader& reader, const char* place, unsigned said,
                                 ListBuilder& list) {
  const unsigned before = list.said_before(said);
  if (before == said) return;
  const char* const what = ((before ^ said) & 1) != 0 ? "score" : "rank";
  reader.refuse(place, fmt::format("has documents with a {} and documents without", what),
                "give all of a topic one, or none");
}

void add_record(JsonReader& reader, JsonValue& object, bool is_document, ListBuilder& list,
                LineInWork& line);

// Adds docnos, pairs of docno and score, or objects.
[[gnu::cold]] void add_list(JsonReader& reader, JsonValue& elements, ListBuilder& list,
                            LineInWork& line) {
  reader.for_each_element(elements, [&](JsonValue& element) {
    line = JsonReader::place_of(element);
    if (JsonReader::is(element, '{')) return add_record(reader, element, true, list, line);
    require_alike(reader, line, JsonReader::is(element, '[') ? 1 : 0, list);
    if (JsonReader::is(element, '[')) return add_pair(reader, element, list);
    list.add_next(reader.name_or_number(element));
  });
}

// Is it a list of documents, or of docnos?
bool is_list_member(std::string_view name, JsonValue& value) {
  return JsonReader::is(value, '[') &&
         (is_called(name, list_members) || is_called(name, docno_columns) || name == "ids");
}

// Arrays beside a list, of a number for each document.
struct NumbersOfList {
  std::vector<double> scores, ranks, likely;  // as their names say
  std::map<std::size_t, std::string> others;  // names by how many

  [[gnu::cold]] void read(JsonReader& reader, std::string_view name, JsonValue& array) {
    if (!may_be_of_documents(name)) return;
    const bool are_scores = is_called_or_plural(name, score_columns);
    std::vector<double> numbers = reader.numbers(array, name, are_scores);
    const std::string plain = lowered(name);
    if (are_scores) {
      scores = std::move(numbers);
    } else if (is_called_or_plural(name, rank_columns)) {
      for (const double rank : numbers) ranks.push_back(1 / std::max(0.5, rank));
    } else if (plain.ends_with("score") || plain.ends_with("scores")) {
      likely = std::move(numbers);
    } else {
      others.try_emplace(numbers.size(), name);
    }
  }

  // Gives the last `count` documents their scores.
  [[gnu::cold]] void use(const JsonReader& reader, const char* place, std::size_t count,
                         ListBuilder& list) {
    if (scores.empty() && list.said_before(0) != 0) return;
    if (scores.empty()) scores = ranks.empty() ? likely : ranks;
    if (scores.empty() && count > 1 && others.contains(count))
      refuse_other(reader, place, others[count]);
    if (scores.empty()) return;
    if (count != scores.size())
      reader.refuse(place, fmt::format("has {} and {}", count_of(count, "document"),
                                       count_of(scores.size(), "score")));
    list.set_scores(scores);
  }
};

// Adds an object, which is a document where it `is_document`, and the elements of its list.
void add_record(JsonReader& reader, JsonValue& object, bool is_document, ListBuilder& list,
                LineInWork& line) {
  const char* const place = JsonReader::place_of(object);
  PreferredMember preferred(docno_columns), of_score(score_columns), of_rank(rank_columns);
  std::string_view docno;
  std::optional<double> score;
  std::optional<std::int64_t> rank;
  NumbersOfList numbers;
  bool has_list = false;
  const std::size_t first = list.lines().size();
  std::string other, listed;  // a member that may be the score, and the one that is the list
  reader.for_each_member(object, [&](std::string_view name, JsonValue value) {
    const bool is_list = is_list_member(name, value);
    has_list |= is_list || (!JsonReader::is_name(value) && is_called(name, list_members));
    if (is_list) {
      const std::size_t before = list.lines().size();
      add_list(reader, value, list, line);
      if (list.lines().size() == before) return;
      if (!listed.empty())
        reader.refuse(place, "has two lists, " + printable(listed) + " and " + printable(name),
                      "leave out the one that is not the ranking");
      listed = name;
    } else if (JsonReader::is(value, '[')) {
      numbers.read(reader, name, value);
    } else if (JsonReader::is(value, '{') && is_called(name, list_members) &&
               reader.has_member(value, list_members)) {  // "hits": {"total": 5, "hits": [...]}
      reader.for_each_member(value, [&](std::string_view of_list, JsonValue inner) {
        if (is_list_member(of_list, inner)) add_list(reader, inner, list, line);
      });
    } else if (JsonReader::is(value, '{') && is_called(name, list_members)) {
      reader.for_each_member(value, [&](std::string_view of_list, JsonValue number) {
        line = JsonReader::place_of(number);
        list.add(of_list, 0, reader.number(number, of_list));
      });
    } else if (JsonReader::is_name(value) &&
               (preferred.takes(name) || (is_document && same_name(name, "id") && docno.empty()))) {
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
  if (!listed.empty()) numbers.use(reader, place, list.lines().size() - first, list);
  if (docno.empty() && (is_document || !has_list)) reader.refuse(place, "\"docid\" is missing");
  if (docno.empty()) return;
  if (!score && !rank && !other.empty()) refuse_other(reader, place, other);
  require_alike(reader, place, (score ? 1U : 0U) + (rank ? 2U : 0U), list);
  if (!score && !rank) return list.add_next(docno);
  const std::int64_t at = rank.value_or(0);
  list.add(docno, at, score ? *score : score_of_rank(at));
}

// The member that names the runs of records, or else their experiments; empty where there is none.
[[gnu::cold]] std::string member_of_runs(std::string_view text) {
  std::string found, other;
  any_first_member(text, [&](std::string_view name, std::string_view) {
    std::string& one = is_called(name, experiment_columns) ? other : found;
    if (one.empty() && (&one == &other || is_called(name, run_columns))) one = name;
    return false;
  });
  return found.empty() ? other : found;
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
      refuse_runs(file.location(piece.data()), "member", member, run, named);
    }
  }
}

}  // namespace

[[gnu::cold]] void refuse_runs(const Location& where, const char* what, std::string_view name,
                               std::string_view run, std::string_view other, const char* advice) {
  throw Error(where,
              fmt::format("the {} {} names several runs, {} and {}", what, printable(name),
                          printable(run), printable(other)),
              advice);
}

void add_experiment(Experiments& experiments, const TextFile& file, const char* place,
                    std::string_view docno, std::string_view experiment, const char* what,
                    std::string_view name) {
  const std::string_view known = experiments.try_emplace(docno, experiment).first->second;
  if (known != experiment)
    refuse_runs(file.location(place), what, name, known, experiment, "give each run by itself");
}

[[gnu::cold]] bool holds_records(std::string_view text) {
  const bool has_places = first_object_has(text, {score_columns}) ||
                          first_object_has(text, {rank_columns}) ||
                          !first_object_has(text, {grade_columns});  // or they are in order
  return ((has_places && first_object_has(text, {topic_columns, docno_columns})) ||
          first_object_has(text, {topic_columns, list_members})) &&
         !holds_nuggets(text) && !are_texts(text);
}

[[gnu::cold]] RunText open_records(const TextFile& file, RunOrder) {
  const bool has_lists = first_object_has(file.text(), {topic_columns, list_members});
  const std::string member = member_of_runs(file.text());
  JsonRecords records(file, records_advice, has_lists ? topics_of_lists : topic_columns, member);
  std::vector<TopicLines> topics = records.take_topics();
  const bool has_experiments = is_called(member, experiment_columns);
  if (!member.empty() && !has_experiments) require_one_run(file, records, topics, member);
  require_names_of_parts(file, topics, false);
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  RunText text{std::move(topics),
               [=](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 Experiments experiments;
                 for (const std::string_view piece : topic.pieces) {
                   JsonReader reader(shared->text(), piece, topic.topic, line);
                   JsonValue root = reader.root();
                   const std::size_t before = list.lines().size();
                   add_record(reader, root, false, list, line);
                   if (!has_experiments) continue;
                   for (const RankedLine& one : std::span(list.lines()).subspan(before))
                     add_experiment(experiments, file, piece.data(), one.docno,
                                    shared->noted(piece), "member", member);
                 }
                 line = nullptr;
               }};
  text.names = shared->names();
  text.has_ranks = first_object_has(file.text(), {docno_columns, rank_columns});
  text.unread_column =
      unread_columns(file.text(), std::span(read_of_run).first(text.has_ranks ? 3 : 4));
  return text;
}

[[gnu::cold]] RunText open_run_json(const TextFile& file, RunOrder) {
  JsonDict dict = read_lists(file);
  RunText text{dict.take_topics(),
               [file, dict](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 if (topic.pieces[0].starts_with('[')) {
                   JsonReader reader(dict.text(), topic.pieces[0], topic.topic, line);
                   JsonValue root = reader.root();
                   add_list(reader, root, list, line);
                   line = nullptr;
                   return;
                 }
                 dict.read(topic, line, [&](const JsonDict::Entry& entry) {
                   if (!entry.intent.empty())
                     throw Error(file.location(entry.place),
                                 "topic " + printable(topic.topic) + ": '" +
                                     printable(entry.intent) +
                                     "' is an object where a score belongs",
                                 "give a run, not judgments of intents");
                   if (!entry.is_number())
                     throw Error(file.location(entry.place),
                                 fmt::format("the score '{}' is not a finite number",
                                             *entry.place == 't' ? "true" : "false"),
                                 "write a number, or remove the line");
                   list.add(entry.docno, 0, entry.number);
                 });
               }};
  text.names = dict.names();
  text.has_ranks = false;
  return text;
}

}  // namespace subintent::internal
