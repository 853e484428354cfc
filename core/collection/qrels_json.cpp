// Judgments in JSON: objects of documents, of topics with lists, and dicts.

#include <cmath>
#include <set>

#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/qrels_builder.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// ----- {"topic": {"docno": grade}} and {"topic": {"intent": {"docno": grade}}} -----

constexpr const char* json_advice =
    R"(write {"qid": ..., "docno": ..., "label": 1} in each line, {"topic": {"docno": grade}} or {"topic": {"intent": {"docno": grade}}})";

[[noreturn]] void refuse_json_grade(const TextFile& file, const JsonDict::Entry& entry) {
  throw Error(file.location(entry.place),
              "the grade of '" + printable(entry.docno) + "', " + shortest(entry.number) +
                  ", is not a whole number from -100 to 100",
              json_advice);
}

std::int32_t json_grade_of(const TextFile& file, const JsonDict::Entry& entry) {
  if (std::abs(entry.number) > 100) refuse_json_grade(file, entry);
  const auto grade = static_cast<std::int32_t>(entry.number);
  if (const auto fraction = kept_fraction(entry.number)) return *fraction;
  if (grade != entry.number) refuse_json_grade(file, entry);
  return grade;
}

// ----- {"id": topic, "docid": docno, "rating": grade, or [grade of intent 1, ...], or {"intent":
// grade}}, or without a rating {..., "intents": [what the document is relevant to]} -----
// ----- {"qid": topic, "documents": [{"docno": docno, "grade": grade}, ...]}, in an array of these

constexpr const char* ratings_advice =
    R"(write {"qid": topic, "docno": docno, "label": grade}, or "rating": [grade, ...], one for each intent)";

constexpr const char* judgment_advice =
    R"(write {"judgmentRatings": [{"query": ..., "ratings": [{"docId": ..., "rating": 2}]}]})";
constexpr ColumnNames wrappers = {"judgmentRatings"sv, "requests"sv};
constexpr ColumnNames wrapped_topics = {"query"sv, "id"sv};
constexpr ColumnNames graded_lists = {"documents"sv, "docs"sv, "judgments"sv, "results"sv,
                                      "ratings"sv,   "hits"sv, "candidates"sv};
constexpr ColumnNames relevant_lists = {"rel_docs"sv,           "relevant_docs"sv,
                                        "positive_passages"sv,  "answer_pids"sv,
                                        "gold_ids"sv,           "gold_docs"sv,
                                        "gold_doc_ids"sv,       "relevant_ids"sv,
                                        "relevant_doc_ids"sv,   "relevant_chunk_ids"sv,
                                        "relevant_chunks"sv,    "relevant_documents"sv,
                                        "relevant_passages"sv,  "relevant_passage_ids"sv,
                                        "gold_chunk_ids"sv,     "gold_passages"sv,
                                        "gold_passage_ids"sv,   "gold_documents"sv,
                                        "expected_ids"sv,       "expected_doc_ids"sv,
                                        "expected_docs"sv,      "expected_documents"sv,
                                        "expected_chunk_ids"sv, "expected_sources"sv,
                                        "ground_truth_ids"sv,   "ground_truth_doc_ids"sv};
constexpr ColumnNames other_lists = {"negative_passages"sv};
constexpr ColumnNames listed_intents = {"intent"sv, "intent_id"sv, "subtopic"sv, "aspect"sv,
                                        "id"sv,     "number"sv,    "name"sv,     "label"sv};
constexpr ColumnNames plurals = {"labels"sv, "grades"sv, "judgments"sv, "judgements"sv};

bool begins_with_grades(std::string_view text) {
  return any_first_member(text, [](std::string_view name, std::string_view value) {
    return is_called(name, grade_columns) || (is_called(name, plurals) && value.starts_with('{'));
  });
}

// Is the first of them a list, or an object, of intents?
[[gnu::cold]] bool has_ratings_of_intents(std::string_view text) {
  return any_first_member(text, [](std::string_view name, std::string_view value) {
    if (value.starts_with('{')) return is_called(name, grade_columns) || is_called(name, plurals);
    const std::size_t first = value.find_first_not_of("[ \t\r\n");
    return is_called(name, {"rating", "ratings"}) && value.starts_with('[') &&
           first != value.npos && value[first] != '{';
  });
}

// Names of intents that have none but their places, the same for all files.
constexpr std::size_t most_numbered = 10'000;
const Content& numbered_intents() {
  static const Content names = [] {
    std::string text;
    for (std::size_t number = 1; number <= most_numbered; ++number)
      text += fmt::format("{:<6}", number);
    return Content::plain(Source::memory(text, ""));  // of no file
  }();
  return names;
}
std::string_view numbered_intent(std::size_t place) {
  const std::string_view padded = numbered_intents().bytes().substr(6 * place, 6);
  return padded.substr(0, padded.find(' '));
}

std::vector<std::string_view> names_in(JsonReader& reader, JsonValue& list) {
  std::vector<std::string_view> names;
  reader.for_each_element(
      list, [&](JsonValue& element) { names.push_back(reader.name_or_number(element)); });
  return names;
}

// BRIGHT's documents that no run may return; "N/A" stands for none.
[[gnu::cold]] void require_none_excluded(const TextFile& file, JsonReader& reader,
                                         JsonValue& list) {
  const char* const place = JsonReader::place_of(list);
  for (const std::string_view docno : names_in(reader, list)) {
    if (docno == "N/A") continue;
    throw Error(file.location(place),
                "excludes the document " + printable(docno) + ", which judgments cannot",
                "take such documents out of the runs, and \"excluded_ids\" out of this file");
  }
}

// The intents that an object names, wherever it does: documents of its lists are relevant to them.
using IntentsOfObject = std::vector<std::string_view>;
[[gnu::cold]] IntentsOfObject intents_of(JsonReader reader) {
  IntentsOfObject intents;
  PreferredMember preferred(intent_columns);
  JsonValue root = reader.root();
  reader.for_each_member(root, [&](std::string_view name, JsonValue value) {
    if (!JsonReader::is_name(value) || is_called(name, iteration_columns)) return;
    if (preferred.takes(name)) intents = {reader.name_or_number(value)};
  });
  return intents;
}

// Numbers beside documents or intents without grades may be grades.
using OtherNumbers = std::map<std::size_t, std::string>;  // names by how many

[[gnu::cold]] void refuse_others(const JsonReader& reader, const char* place, std::size_t count,
                                 const OtherNumbers& others) {
  if (const auto other = others.find(count); other != others.end())
    reader.refuse(place,
                  "has no grades; if " + printable(other->second) +
                      " are some, call that grades, else leave it out",
                  R"(write {"relevant_docs": [docno, ...], "grades": [grade, ...]})");
}

[[gnu::cold]] void require_as_many(const JsonReader& reader, const char* place, std::size_t count,
                                   std::size_t grades, const char* what) {
  if (count != grades)
    reader.refuse(place,
                  fmt::format("has {} and {}", count_of(count, what), count_of(grades, "grade")));
}

char first_inside(JsonValue& value) {
  const char* at = JsonReader::place_of(value) + 1;
  while (is_json_blank(*at)) ++at;
  return *at;
}

// {"intent": [docno, ...]} or {"intent": {"docno": grade}}, or [{"name": intent, "docs": [docno,
// ...]}], perhaps with "grades", all members of a topic's object.
[[gnu::cold]] void read_intents(const TextFile& file, JsonReader& reader, JsonValue& intents,
                                TopicQrelsBuilder& judgments, LineInWork& line) {
  const auto add = [&](std::string_view intent, std::string_view docno, double grade,
                       const char* place) {
    line = place;
    judgments.add(intent, docno, json_grade_of(file, {intent, docno, grade, place}), place);
  };
  if (JsonReader::is(intents, '{')) {
    return reader.for_each_member(intents, [&](std::string_view intent, JsonValue documents) {
      if (JsonReader::is(documents, '['))
        return reader.for_each_element(documents, [&](JsonValue& one) {
          const char* const place = JsonReader::place_of(one);
          add(intent, reader.name_or_number(one), 1, place);
        });
      reader.for_each_member(documents, [&](std::string_view docno, JsonValue grade) {
        const char* const place = JsonReader::place_of(grade);
        add(intent, docno, reader.number(grade, docno), place);
      });
    });
  }
  reader.for_each_element(intents, [&](JsonValue& one) {
    const char* const place = JsonReader::place_of(one);
    PreferredMember preferred(listed_intents);
    std::string_view intent;
    std::vector<std::string_view> docnos;
    std::vector<double> grades;
    OtherNumbers others;
    reader.for_each_member(one, [&](std::string_view name, JsonValue value) {
      const bool are_grades = is_called_or_plural(name, grade_columns);
      if (JsonReader::is_name(value) && preferred.takes(name))
        intent = reader.name_or_number(value);
      else if (is_called(name, relevant_lists) || (is_called(name, graded_lists) && !are_grades))
        docnos = names_in(reader, value);
      else if (JsonReader::is(value, '[') && are_grades)
        grades = reader.numbers(value, name, true);
      else if (JsonReader::is(value, '[') && may_be_of_documents(name))
        others.try_emplace(reader.numbers(value, name).size(), name);
    });
    if (intent.empty()) reader.refuse(place, empty_intent, empty_intent_advice);
    if (grades.empty() && !docnos.empty()) refuse_others(reader, place, docnos.size(), others);
    if (grades.empty()) grades.resize(docnos.size(), 1);
    require_as_many(reader, place, docnos.size(), grades.size(), "document");
    for (std::size_t i = 0; i < docnos.size(); ++i) add(intent, docnos[i], grades[i], place);
  });
}

// A document, by itself of the grade `all`, or lists of documents; `of_object` are the intents of
// the object that it is in.
[[gnu::cold]] void read_ratings(const TextFile& file, JsonReader& reader, JsonValue& root,
                                std::optional<double> all, const IntentsOfObject& of_object,
                                TopicQrelsBuilder& judgments, LineInWork& line) {
  struct Rating {
    std::string_view intent;  // empty: all of the document
    double grade;
    const char* place;
    std::size_t at = 0;  // in an array
  };
  PreferredMember preferred(docno_columns), preferred_intent(intent_columns);
  PreferredMember preferred_grade(grade_columns);
  std::string_view docno;
  std::vector<std::string_view> document_intents = of_object;
  std::vector<Rating> ratings;  // the document may come behind them
  std::size_t rated = 0;        // by an array
  struct Listed {
    std::string_view docno;
    std::optional<double> grade;
    const char* place;
  };
  std::vector<Listed> listed;
  OtherNumbers others;
  bool has_list = false, lacks_intent = false, lists_intents = false, has_object = false;
  bool has_ranking = false;  // numbers may be of its documents
  const auto read_within = [&](JsonValue& value, std::optional<double> grade) {
    has_list = true;
    if (JsonReader::is_name(value))
      return listed.push_back({reader.name_or_number(value), grade, JsonReader::place_of(value)});
    read_ratings(file, reader, value, grade, of_object, judgments, line);
  };
  const char* const begin = JsonReader::place_of(root);
  const auto read_member = [&](std::string_view name, JsonValue value) {
    if (name == "excluded_ids") return require_none_excluded(file, reader, value);
    if (JsonReader::is_name(value) && (preferred.takes(name) || (name == "_id" && docno.empty())))
      docno = reader.name_or_number(value);
    if (is_called(name, intents_of_document) &&
        (JsonReader::is(value, '{') ||
         (JsonReader::is(value, '[') && first_inside(value) == '{'))) {
      has_list = true;
      return read_intents(file, reader, value, judgments, line);
    }
    const bool are_relevant = is_called(name, relevant_lists);
    const bool are_graded = are_relevant || is_called(name, other_lists);
    const bool is_list_of_documents =
        JsonReader::is(value, '[') &&
        (are_graded || (is_called(name, graded_lists) && !is_called(name, grade_columns)));
    has_list |= is_list_of_documents;  // which may be empty
    if (is_list_of_documents && are_graded)
      return reader.for_each_element(
          value, [&](JsonValue& one) { read_within(one, are_relevant ? 1 : 0); });
    if (is_list_of_documents)
      return reader.for_each_element(value, [&](JsonValue& one) { read_within(one, {}); });
    const bool is_list = JsonReader::is(value, '[');
    lists_intents |= (is_list || JsonReader::is_name(value)) && is_called(name, intent_columns) &&
                     !is_called(name, iteration_columns);
    if ((is_list && is_called(name, intents_of_document)) ||
        ((is_list || JsonReader::is_name(value) || JsonReader::is(value, 'n')) &&
         preferred_intent.takes(name))) {
      document_intents.clear();
      const std::string_view token = JsonReader::token(value);
      if (is_list)
        document_intents = names_in(reader, value);
      else if (is_called(name, iteration_columns) && is_fraction(parse_double(token).value_or(0)))
        document_intents = {token};  // TREC-COVID's 1.5
      else if (!JsonReader::is(value, 'n') && token != R"("")")
        document_intents = is_called(name, intents_of_document)
                               ? intents_in(reader.name_or_number(value))
                               : std::vector{reader.name_or_number(value)};
      lacks_intent = document_intents.empty() && !is_called(name, iteration_columns);
    }
    const bool is_object = JsonReader::is(value, '{');
    const bool are_grades = is_list && is_called_or_plural(name, grade_columns);
    has_ranking |= is_list && is_called(name, list_members);
    if (is_list && !are_grades && !is_called(name, intent_columns) && may_be_of_documents(name))
      others.try_emplace(reader.numbers(value, name).size(), name);
    if (!preferred_grade.takes(name) && !are_grades && !(is_object && is_called(name, plurals)))
      return;
    if (rated > 0 && !are_grades) return;
    ratings.clear();
    if (JsonReader::is(value, 'n')) return;  // null: not judged
    has_object |= is_object;
    if (is_object) {
      return reader.for_each_member(value, [&](std::string_view intent, JsonValue grade) {
        ratings.push_back({intent, reader.number(grade, intent), JsonReader::place_of(grade)});
      });
    }
    if (!JsonReader::is(value, '[')) {
      const char* const place = JsonReader::place_of(value);
      const bool is_yes = JsonReader::is(value, 't'), is_no = JsonReader::is(value, 'f');
      const auto in_words = JsonReader::is(value, '"') ? grade_of_word(reader.name(value))
                            : is_yes || is_no          ? std::optional(is_yes ? 1 : 0)
                                                       : std::nullopt;
      ratings.push_back({{}, in_words ? *in_words : reader.number(value, name), place});
      return;
    }
    std::size_t count = 0;
    reader.for_each_element(value, [&](JsonValue& rating) {
      if (count == most_numbered) reader.refuse("there are more than 10000 ratings");
      const std::size_t at = count++;
      if (JsonReader::is(rating, 'n')) return;
      if (JsonReader::is(rating, '{')) return read_within(rating, {});
      const char* const place = JsonReader::place_of(rating);
      const std::string_view intent = numbered_intent(at);
      ratings.push_back({intent, reader.number(rating, intent), place, at});
    });
    rated = count;
    has_list |= count == 0;
  };
  if (JsonReader::is(root, '{'))
    reader.for_each_member(root, read_member);
  else
    docno = reader.name_or_number(root);
  const auto add = [&](std::string_view of, double rating, const IntentsOfObject& to) {
    const std::int32_t grade = json_grade_of(file, {{}, of, rating, line});
    if (to.empty()) judgments.add_without_intent(of, grade, line);
    for (const std::string_view intent : to) judgments.add(intent, of, grade, line);
  };
  if (!listed.empty() && rated > 0 && !has_ranking) {
    require_as_many(reader, begin, listed.size(), rated, "document");
    for (Listed& one : listed) one.grade.reset();
    for (const Rating& rating : ratings) listed[rating.at].grade = rating.grade;
  } else if (!listed.empty() && !has_ranking) {
    refuse_others(reader, begin, listed.size(), others);
  }
  for (const Listed& one : listed) {
    line = one.place;
    if (!one.grade && (rated == 0 || has_ranking)) reader.refuse(line, "\"rating\" is missing");
    if (one.grade) add(one.docno, *one.grade, of_object);
  }
  if (has_list) return;
  const bool is_graded = preferred_grade.is_found() || has_object || rated > 0;
  if (lists_intents && !all && !is_graded && !begins_with_grades(file.text()))
    all = document_intents.empty() ? 0 : 1;
  if (all && !is_graded) ratings.push_back({{}, *all, begin});
  if (docno.empty() || (!all && !is_graded))
    reader.refuse(begin, docno.empty() ? "\"docid\" is missing" : "\"rating\" is missing");
  if (lists_intents && rated > 0 && !document_intents.empty()) {
    require_as_many(reader, begin, document_intents.size(), rated, "intent");
    for (Rating& rating : ratings) rating.intent = document_intents[rating.at];
  } else if (rated == 0 && document_intents.size() > 1) {
    refuse_others(reader, begin, document_intents.size(), others);
  }
  for (const Rating& rating : ratings) {
    line = rating.place;
    if (lacks_intent && rating.intent.empty() && rating.grade > 0)
      reader.refuse(rating.place, empty_intent, empty_intent_advice);
    add(docno, rating.grade,
        rating.intent.empty() ? document_intents : IntentsOfObject{rating.intent});
  }
  line = nullptr;
}

// ----- dicts, with lists -----

struct Levels {
  bool has_intents = false;
  bool is_turned = false;     // {"topic": {"docno": {"intent": grade}}}
  bool names_grades = false;  // {"topic": {"docno": {"relevance": grade}}}
  bool are_lists = false;     // {"topic": {"relevant": [docno], "irrelevant": [docno]}}
};

bool holds_objects(std::string_view list) {
  return list.starts_with('[') && trim(list.substr(1)).starts_with('{');
}

// By the first topics.
[[gnu::cold]] Levels levels_of(const JsonDict& dict, std::span<const TopicLines> topics) try {
  constexpr std::size_t looked_at = 20;
  std::set<std::string> outer, inner;
  bool hold_lists = false;
  for (const TopicLines& topic : topics.first(std::min(looked_at, topics.size()))) {
    if (holds_objects(topic.pieces[0])) continue;
    hold_lists |= any_first_member(topic.pieces[0], [](std::string_view, std::string_view value) {
      return value.starts_with('[');
    });
    LineInWork line = nullptr;
    dict.read(topic, line, [&](const JsonDict::Entry& entry) {
      outer.emplace(entry.intent);
      inner.emplace(entry.docno);
    });
  }
  if (!outer.contains("") && is_of_grades(inner)) return {false, false, true};
  return {!outer.contains(""), documents_are_outside(outer, inner), false,
          are_lists(outer, hold_lists)};
} catch (const Error&) {
  return {};
}

// Are these the intents of a topic, with their documents?
bool hold_documents(std::string_view intents) {
  return any_first_member(intents, [&](std::string_view name, std::string_view value) {
    const bool is_list = value.starts_with('[') && !holds_objects(value);
    return intents.starts_with('{')
               ? is_list || value.starts_with('{')
               : is_list && (is_called(name, graded_lists) || is_called(name, relevant_lists));
  });
}

}  // namespace

[[gnu::cold]] bool is_wrapped(std::string_view text) {
  return first_object_has(text, {{"judgmentRatings", "requests", "_source"}}) &&
         text.find("\"ratings\"") != text.npos;
}

[[gnu::cold]] bool holds_judged_lists(std::string_view text) {
  const auto is_list = [](std::string_view name, std::string_view value) {
    const auto has = [&](ColumnNames names) {
      return any_first_member(value, [&](std::string_view member, std::string_view) {
        return is_called(member, names) && !is_called(member, score_columns);
      });
    };
    if (is_called(name, intents_of_document)) return hold_documents(value);
    return value.starts_with('[') &&
           (is_called(name, relevant_lists) || is_called(name, other_lists) ||
            (is_called(name, graded_lists) && has(docno_columns) && has(grade_columns)));
  };
  return first_object_has(text, {topic_columns}) && any_first_member(text, is_list);
}

[[gnu::cold]] bool holds_ratings(std::string_view text) {
  const auto is_intent = [](std::string_view name, std::string_view) {
    return is_called(name, intent_columns) && !is_called(name, iteration_columns);
  };
  return first_object_has(text, {topic_columns}) &&
         (first_object_has(text, {docno_columns}) ||
          first_object_has(text, {{"query_text"}, {"_id"}})) &&
         (begins_with_grades(text) || any_first_member(text, is_intent));
}

[[gnu::cold]] JudgmentText open_qrels_json(const TextFile& file) {
  JsonDict dict(file, json_advice, true);
  std::vector<TopicLines> topics = dict.take_topics();
  const Levels levels = levels_of(dict, topics);
  if (levels.are_lists) throw Error(Location{file.name(), 0}, lists_fault, lists_advice);
  std::vector<Content> names = dict.names();
  names.push_back(numbered_intents());
  return {std::move(topics),
          [file, dict, levels](const TopicLines& topic, TopicQrelsBuilder& judgments,
                               LineInWork& line) {
            if (holds_objects(topic.pieces[0])) {
              JsonReader reader(dict.text(), topic.pieces[0], topic.topic, line);
              JsonValue root = reader.root();
              return reader.for_each_element(root, [&](JsonValue& element) {
                read_ratings(file, reader, element, {}, {}, judgments, line);
              });
            }
            const bool is_list = topic.pieces[0].starts_with('[');  // of what is relevant
            dict.read(topic, line, [&](JsonDict::Entry entry) {
              if (levels.is_turned || levels.names_grades) std::swap(entry.intent, entry.docno);
              if (levels.names_grades) entry.intent = {};
              judgments.add(entry.intent.empty() ? no_intent : entry.intent, entry.docno,
                            is_list ? 1 : json_grade_of(file, entry), entry.place);
            });
          },
          std::move(names), levels.has_intents};
}

[[gnu::cold]] JudgmentText open_ratings(const TextFile& file) {
  const auto is_grade = [](std::string_view name, std::string_view) {
    return is_called(name, grade_columns) && !is_called(name, score_columns);
  };
  if (first_object_has(file.text(), {rank_columns}) && !any_first_member(file.text(), is_grade))
    refuse_run_as_judgments(file);
  const bool wrapped = is_wrapped(file.text());
  JsonRecords records(file, wrapped ? judgment_advice : ratings_advice,
                      wrapped                           ? wrapped_topics
                      : holds_judged_lists(file.text()) ? topics_of_lists
                                                        : topic_columns,
                      {}, wrapped ? array_in(file, judgment_advice, wrappers) : std::string_view());
  std::vector<TopicLines> topics = records.take_topics();
  const bool has_lists = !wrapped && holds_judged_lists(file.text());
  require_names_of_parts(file, topics, true);
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  std::vector<Content> names = shared->names();
  names.push_back(numbered_intents());
  return {std::move(topics),
          [file, shared, has_lists](const TopicLines& topic, TopicQrelsBuilder& judgments,
                                    LineInWork& line) {
            for (const std::string_view piece : topic.pieces) {
              const auto of_object =
                  has_lists ? intents_of(JsonReader(shared->text(), piece, topic.topic, line))
                            : IntentsOfObject();
              JsonReader reader(shared->text(), piece, topic.topic, line);
              JsonValue root = reader.root();
              read_ratings(file, reader, root, {}, of_object, judgments, line);
            }
          },
          std::move(names),
          has_ratings_of_intents(file.text()) ||
              first_object_has(file.text(), {intents_of_document}) ||
              (first_object_has(file.text(), {intent_columns}) &&
               !first_object_has(file.text(), {iteration_columns}))};
}

}  // namespace subintent::internal
