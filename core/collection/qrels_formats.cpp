#include "core/collection/qrels_builder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::string_view only_intent = no_intent;  // where a file has none
constexpr const char* three_columns_advice =
    "write \"topic intent docno grade\" or, where the columns are topic, docno and grade, "
    "\"query-id corpus-id score\" as the first line";
constexpr const char* prels_advice =
    "write \"topic intent docno grade\"; of prels (topic docno grade method probability) columns "
    "1 to 3 with a 0 behind the topic: no measure estimates what was not sampled";
constexpr const char* blanks_advice =
    "write \"topic intent docno grade\", with _ for blanks within names";

bool is_fraction(double number) {
  return number != std::floor(number);
}

// The advice for a grade with a fraction; of ratings in halves, as of stars.
std::string fraction_advice(double grade) {
  if (is_fraction(2 * grade) || grade < 0 || grade > 5)
    return "give whole grades, and what each is worth by `gains={{1, 1}, {2, 3}}`";
  return "double all ratings, and say what each is then worth by `gains={{1, 0.5}, {2, 1}}`, to 10 "
         "worth 5";
}

[[noreturn]] void refuse_grade(const TextFile& file, std::string_view text, const char* place) {
  throw Error(file.location(place),
              "the grade '" + printable(text) + "' is not a whole number from -100 to 100",
              is_fraction(parse_double(text).value_or(0)) ? fraction_advice(*parse_double(text))
                                                          : trec_qrels_advice);
}

std::optional<std::int32_t> grade_in_words(std::string_view text) {
  if (is_called(text, {"true", "yes", "relevant"})) return 1;
  if (is_called(text, {"false", "no", "not_relevant", "non_relevant", "irrelevant"})) return 0;
  return std::nullopt;
}

std::int32_t grade_of(const TextFile& file, std::string_view text, const char* place) {
  const auto grade = parse_whole(is_level(text) ? text.substr(1) : text);
  const auto in_words = grade ? std::nullopt : grade_in_words(text);
  if (in_words) return *in_words;
  if (!grade || !is_grade(*grade)) refuse_grade(file, text, place);
  return static_cast<std::int32_t>(*grade);
}

// ----- {"topic": {"docno": grade}} and {"topic": {"intent": {"docno": grade}}} -----

constexpr const char* json_advice =
    R"(write {"qid": ..., "docno": ..., "label": 1} in each line, {"topic": {"docno": grade}} or {"topic": {"intent": {"docno": grade}}})";

[[noreturn]] void refuse_grade(const TextFile& file, const JsonDict::Entry& entry) {
  throw Error(file.location(entry.place),
              "the grade of '" + printable(entry.docno) + "', " + shortest(entry.number) +
                  ", is not a whole number from -100 to 100",
              is_fraction(entry.number) ? fraction_advice(entry.number) : json_advice);
}

std::int32_t grade_of(const TextFile& file, const JsonDict::Entry& entry) {
  if (std::abs(entry.number) > 100) refuse_grade(file, entry);
  const auto grade = static_cast<std::int32_t>(entry.number);
  if (grade != entry.number) refuse_grade(file, entry);
  return grade;
}

struct Levels {
  bool has_intents = false;
  bool is_turned = false;     // {"topic": {"docno": {"intent": grade}}}
  bool names_grades = false;  // {"topic": {"docno": {"relevance": grade}}}
};

// By the first topics.
Levels levels_of(const JsonDict& dict, std::span<const TopicLines> topics) try {
  constexpr std::size_t looked_at = 20;
  std::set<std::string> outer, inner;
  for (const TopicLines& topic : topics.first(std::min(looked_at, topics.size()))) {
    LineInWork line = nullptr;
    dict.read(topic, line, [&](const JsonDict::Entry& entry) {
      outer.emplace(entry.intent);
      inner.emplace(entry.docno);
    });
  }
  if (!outer.contains("") && is_of_grades(inner)) return {false, false, true};
  return {!outer.contains(""), documents_are_outside(outer, inner)};
} catch (const Error&) {
  return {};
}

JudgmentText open_qrels_json(const TextFile& file) {
  JsonDict dict(file, json_advice, true);
  std::vector<TopicLines> topics = dict.take_topics();
  const Levels levels = levels_of(dict, topics);
  return {std::move(topics),
          [file, dict, levels](const TopicLines& topic, TopicQrelsBuilder& judgments,
                               LineInWork& line) {
            const bool is_list = topic.pieces[0].starts_with('[');  // of what is relevant
            dict.read(topic, line, [&](JsonDict::Entry entry) {
              if (levels.is_turned || levels.names_grades) std::swap(entry.intent, entry.docno);
              if (levels.names_grades) entry.intent = {};
              judgments.add(entry.intent.empty() ? only_intent : entry.intent, entry.docno,
                            is_list ? 1 : grade_of(file, entry), entry.place);
            });
          },
          dict.names(), levels.has_intents};
}

// ----- {"id": topic, "docid": docno, "rating": grade, or [grade of intent 1, ...]} -----
// ----- {"qid": topic, "documents": [{"docno": docno, "grade": grade}, ...]}, in an array of these

constexpr const char* ratings_advice =
    R"(write {"id": topic, "docid": docno, "rating": [grade, ...]}, a grade for each intent)";

constexpr const char* judgment_advice =
    R"(write {"judgmentRatings": [{"query": ..., "ratings": [{"docId": ..., "rating": 2}]}]})";
const ColumnNames wrappers = {"judgmentRatings", "requests"};
const ColumnNames wrapped_topics = {"query", "id"};
const ColumnNames graded_lists = {"documents", "docs", "judgments", "results", "ratings"};
const ColumnNames relevant_lists = {"rel_docs", "relevant_docs", "positive_passages"};
const ColumnNames other_lists = {"negative_passages"};

bool is_wrapped(std::string_view text) {
  return first_object_has(text, {{"judgmentRatings", "requests", "_source"}}) &&
         text.find("\"ratings\"") != text.npos;
}

bool holds_judged_lists(std::string_view text) {
  const auto is_list = [](std::string_view name, std::string_view value) {
    const auto has = [&](ColumnNames names) {
      return any_first_member(value, [&](std::string_view member, std::string_view) {
        return is_called(member, names) && !is_called(member, score_columns);
      });
    };
    value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n"), value.size()));
    return value.starts_with('[') &&
           (is_called(name, relevant_lists) || is_called(name, other_lists) ||
            (is_called(name, graded_lists) && has(docno_columns) && has(grade_columns)));
  };
  return first_object_has(text, {topic_columns}) && any_first_member(text, is_list);
}

bool holds_ratings(std::string_view text) {
  return first_object_has(text, {topic_columns, docno_columns, grade_columns});
}

// Is the first of them a list, of intents?
bool has_lists_of_ratings(std::string_view text) {
  return any_first_member(text, [](std::string_view name, std::string_view value) {
    value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n"), value.size()));
    const std::size_t first = value.find_first_not_of("[ \t\r\n");
    return is_called(name, {"rating", "ratings"}) && value.starts_with('[') &&
           first != value.npos && value[first] != '{';
  });
}

class NumberedIntents {
 public:
  static constexpr std::size_t limit = 10'000;

  NumberedIntents() {
    std::string text;
    std::vector<std::size_t> ends;
    for (std::size_t number = 1; number <= limit; ++number) {
      text += std::to_string(number);
      ends.push_back(text.size());
    }
    content_ = Content::plain(Source::memory(text, "intents"));
    for (std::size_t i = 0; i < limit; ++i) {
      const std::size_t begin = i == 0 ? 0 : ends[i - 1];
      names_.push_back(content_.bytes().substr(begin, ends[i] - begin));
    }
  }

  const Content& content() const { return content_; }
  std::string_view operator[](std::size_t i) const { return names_[i]; }

 private:
  Content content_;
  std::vector<std::string_view> names_;
};

// A document, by itself of the grade `all`, or lists of documents.
void read_ratings(const TextFile& file, JsonReader& reader, JsonValue& root,
                  std::optional<double> all, const NumberedIntents& intents,
                  TopicQrelsBuilder& judgments, LineInWork& line) {
  struct Rating {
    std::size_t intent;
    double grade;
    const char* place;
  };
  constexpr std::size_t of_topic = SIZE_MAX;
  PreferredMember preferred(docno_columns), preferred_intent(intent_columns);
  PreferredMember preferred_grade(grade_columns);
  std::string_view docno, intent;
  std::vector<Rating> ratings;  // the document may come behind them
  bool has_list = false;
  const auto read_within = [&](JsonValue& value, std::optional<double> grade) {
    has_list = true;
    read_ratings(file, reader, value, grade, intents, judgments, line);
  };
  const char* const begin = JsonReader::place_of(root);
  const auto read_member = [&](std::string_view name, JsonValue value) {
    if (JsonReader::is_name(value) && (preferred.takes(name) || (name == "_id" && docno.empty())))
      docno = reader.name_or_number(value);
    const bool are_relevant = is_called(name, relevant_lists);
    if (JsonReader::is(value, '[') && (are_relevant || is_called(name, other_lists)))
      return reader.for_each_element(
          value, [&](JsonValue& one) { read_within(one, are_relevant ? 1 : 0); });
    if (JsonReader::is(value, '[') && is_called(name, graded_lists) &&
        !is_called(name, grade_columns))
      return reader.for_each_element(value, [&](JsonValue& one) { read_within(one, {}); });
    if (JsonReader::is_name(value) && preferred_intent.takes(name))
      intent = reader.name_or_number(value);
    if (!preferred_grade.takes(name)) return;
    ratings.clear();
    if (JsonReader::is(value, 'n')) return;  // null: not judged
    if (!JsonReader::is(value, '[')) {
      const char* const place = JsonReader::place_of(value);
      const bool is_yes = JsonReader::is(value, 't'), is_no = JsonReader::is(value, 'f');
      const auto in_words = JsonReader::is(value, '"') ? grade_in_words(reader.name(value))
                            : is_yes || is_no          ? std::optional(is_yes ? 1 : 0)
                                                       : std::nullopt;
      ratings.push_back({of_topic, in_words ? *in_words : reader.number(value, name), place});
      return;
    }
    std::size_t count = 0;
    reader.for_each_element(value, [&](JsonValue& rating) {
      if (count == NumberedIntents::limit) reader.refuse("there are more than 10000 ratings");
      const std::size_t intent = count++;
      if (JsonReader::is(rating, 'n')) return;
      if (JsonReader::is(rating, '{')) return read_within(rating, {});
      const char* const place = JsonReader::place_of(rating);
      ratings.push_back({intent, reader.number(rating, intents[intent]), place});
    });
  };
  if (JsonReader::is(root, '{'))
    reader.for_each_member(root, read_member);
  else
    docno = reader.name_or_number(root);
  if (has_list) return;
  if (all && !preferred_grade.is_found()) ratings.push_back({of_topic, *all, begin});
  if (docno.empty() || (!all && !preferred_grade.is_found()))
    reader.refuse(begin, docno.empty() ? "\"docid\" is missing" : "\"rating\" is missing");
  for (const Rating& rating : ratings) {
    line = rating.place;
    const std::int32_t grade = grade_of(file, {{}, docno, rating.grade, line});
    judgments.add(rating.intent != of_topic ? intents[rating.intent]
                  : intent.empty()          ? only_intent
                                            : intent,
                  docno, grade, line);
  }
  line = nullptr;
}

[[noreturn]] void refuse_run(const TextFile& file) {
  throw Error(Location{file.name(), 0}, "has ranks and scores, as a run, and no grades",
              "give judgments; of a table their header line is \"qid docno label\"");
}

[[gnu::cold]] JudgmentText open_ratings(const TextFile& file) {
  const auto is_grade = [](std::string_view name, std::string_view) {
    return is_called(name, grade_columns) && !is_called(name, score_columns);
  };
  if (first_object_has(file.text(), {rank_columns}) && !any_first_member(file.text(), is_grade))
    refuse_run(file);
  const bool wrapped = is_wrapped(file.text());
  JsonRecords records(file, wrapped ? judgment_advice : ratings_advice,
                      wrapped ? wrapped_topics : topic_columns, {},
                      wrapped ? array_in(file, judgment_advice, wrappers) : std::string_view());
  std::vector<TopicLines> topics = records.take_topics();
  const auto shared = std::make_shared<const JsonRecords>(std::move(records));
  static const auto intents = std::make_shared<const NumberedIntents>();  // the same for all files
  std::vector<Content> names = shared->names();
  names.push_back(intents->content());
  return {
      std::move(topics),
      [file, shared](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
        for (const std::string_view piece : topic.pieces) {
          JsonReader reader(shared->text(), piece, topic.topic, line);
          JsonValue root = reader.root();
          read_ratings(file, reader, root, {}, *intents, judgments, line);
        }
      },
      std::move(names),
      has_lists_of_ratings(file.text()) || (first_object_has(file.text(), {intent_columns}) &&
                                            !first_object_has(file.text(), {iteration_columns}))};
}

// ----- tables with a header line -----

enum WantedQrels : std::size_t {
  topic_column,
  docno_column,
  intent_column,
  grade_column,
  rank_column,
  iteration_column  // where there are intents as well
};

const WantedColumn wanted_of_qrels[] = {{topic_columns},         {docno_columns},
                                        {intent_columns, false}, {grade_columns, true, true},
                                        {rank_columns, false},   {iteration_columns, false}};

// Without intents there are three names, with them the third of the wanted columns is one too.
bool is_qrels_table(std::string_view text) {
  return HeaderTable::of(text, wanted_of_qrels).has_value();
}

constexpr const char* qrels_table_names[] = {"topics", "docnos", "", "grades"};

// TREC's iteration is 0 where it is not the intent.
void require_no_other_intent(const TextFile& file, const HeaderTable::Row& row) {
  const std::string_view iteration = row[iteration_column];
  if (iteration.empty() || iteration == "0" || iteration == "Q0" || iteration == row[intent_column])
    return;
  throw Error(file.location(row.place),
              "has the intent " + printable(row[intent_column]) + " and the iteration " +
                  printable(iteration),
              "remove the column that does not name the intent");
}

JudgmentText open_qrels_table(const TextFile& file) {
  const HeaderTable table(file, wanted_of_qrels, 3);
  if (table.has(rank_column) && table.name_of(grade_column) == "score") refuse_run(file);
  const bool says_intents =
      table.has(intent_column) && !is_called(table.name_of(intent_column), iteration_columns);
  const auto ungraded = std::make_shared<std::atomic<std::uint64_t>>();
  return {table.topics(),
          [file, table, ungraded, has_intents = table.has(intent_column)](
              const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
              if (is_called(row[grade_column], {"", "NaN"})) {
                ++*ungraded;
                return;
              }
              if (!row[iteration_column].empty()) require_no_other_intent(file, row);
              judgments.add(has_intents ? row[intent_column] : only_intent, row[docno_column],
                            grade_of(file, row[grade_column], row.place), row.place);
            });
          },
          table.names(), says_intents, ungraded};
}

// ----- NTCIR, ad hoc: topic docno L2 -----

bool has_levels_of_topics(std::string_view text) {
  std::string_view column[3];
  return split_blanks(first_line(text), column) == 3 && is_level(column[2]);
}

// ----- without a header: topic docno grade, and user item rating timestamp -----

constexpr double highest_grade = 100, least_time = 1e6;

// Between tabs, as elliot writes them; between blanks the intent or the grade may be missing.
bool has_no_second_column(std::string_view text) {
  std::string_view column[3];
  const std::string_view line = first_line(text);
  if (split_blanks(line, column) != 3 || std::ranges::count(line, '\t') != 2) return false;
  const auto grade = parse_double(column[2]);
  return grade && std::abs(*grade) <= highest_grade;
}

// Recognises MovieLens's u.data: the last column is too high for a grade.
bool has_timestamps(std::string_view text) {
  std::string_view column[4];
  if (split_blanks(first_line(text), column) != 4) return false;
  const auto grade = parse_double(column[2]), time = parse_double(column[3]);
  return grade && time && std::abs(*grade) <= highest_grade && *time > least_time;
}

template <std::size_t column_count>
JudgmentText open_without_intents(const TextFile& file) {
  if (column_count == 3 && counts_lines(file.text(), 3, 2, 1, 3)) {
    throw Error(file.location(first_line(file.text()).data()), "is a run, not judgments",
                trec_qrels_advice);
  }
  constexpr const char* advice = column_count == 3
                                     ? "write \"topic docno grade\", as above"
                                     : "write \"user item rating timestamp\", as above";
  return {lines_by_topic(file.text()),
          [file](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            for_each_line(topic, line, [&](const LineColumns& column) {
              require_columns(file, column, column_count, column_count, advice);
              const char* const place = column.bounds[0];
              judgments.add(only_intent, column[1], grade_of(file, column[2], place), place);
            });
          }};
}

// ----- MovieLens: user::item::rating::timestamp -----

bool has_double_colons(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t second = line.find("::", line.find("::") + 2);
  return line.find_first_of(" \t") == line.npos && second != line.npos &&
         line.find("::", second + 2) != line.npos;
}

JudgmentText open_double_colons(const TextFile& file) {
  std::string text(file.text());
  for (std::size_t at = 0; (at = text.find("::", at)) != text.npos;) text.replace(at, 2, "\t");
  const TextFile lines(Source::memory(std::move(text), file.name()));
  JudgmentText judgments = open_without_intents<4>(lines);
  judgments.names = {lines.content()};
  return judgments;
}

// ----- TREC: topic intent docno grade -----

}  // namespace

bool is_level(std::string_view text) {
  return text.size() > 1 && text[0] == 'L' && is_digit(text[1]);
}

bool counts_ranks(std::string_view text) {
  constexpr int looked_at = 10;  // fewer than three may be either
  std::string_view topic;
  std::int64_t rank = 0;
  double score = 0;
  int lines = 0;
  for (; lines < looked_at; ++lines) {
    const std::string_view line = first_line(text);
    std::string_view column[6];
    if (line.empty() || split_blanks(line, column) != 6) break;
    const auto number = parse_integer(column[3]);
    const auto value = parse_double(column[4]);
    if (!number || !value) return false;
    const bool begins = column[0] != topic;
    if (begins ? *number > 1 : *number != rank + 1 || *value > score) return false;
    topic = column[0];
    rank = *number;
    score = *value;
    text.remove_prefix(static_cast<std::size_t>(line.data() + line.size() - text.data()));
  }
  return lines > 2;
}

namespace {

// TREC RAG's have a confidence and the name of a judge behind the grade.
constexpr std::size_t usual_columns = 4, long_columns = 6;

// For a table without a header line, of which this is the first row.
[[noreturn]] void refuse_nameless(const TextFile& file, std::string_view row) {
  const std::string separator(1, separator_of(row));
  const auto cells = std::ranges::count(row, separator[0]) + 1;
  const bool has_time = parse_double(row.substr(row.rfind(separator) + 1)).value_or(0) > least_time;
  const std::string names = has_time     ? "user_id,item_id,rating,time"
                            : cells == 4 ? "topic,intent,docno,grade"
                                         : "qid,docno,label";
  throw Error(file.location(row.data()),
              fmt::format("has {} cells between '{}', and no names of columns", cells, separator),
              fmt::format("write \"{}\" as the first line{}", replace_all(names, ",", separator),
                          cells > 4 ? ", with a name for each column" : ""));
}

JudgmentText open_trec_qrels(const TextFile& file) {
  if (names_columns(file.text())) {
    const auto headings = headings_in(file.text());
    const auto has = [&](ColumnNames names) { return column_called(names, headings).has_value(); };
    const bool has_verdicts = has(criterion_columns) || has(run_columns);
    const bool has_features = has(docno_columns) && !has(topic_columns) && !has(grade_columns);
    refuse_headings(
        file, wanted_of_qrels, qrels_table_names,
        has_verdicts
            ? "name the columns qid, docno, label, or of verdicts topic, run, criterion, verdict"
        : has_features ? "write features of items as lines \"item<tab>feature<tab>feature\", the "
                         "first of them \"item<tab>features\""
                       : "");
  }
  std::string_view columns_of_first[long_columns];
  const std::size_t count = split_blanks(first_line(file.text()), columns_of_first);
  if (count == 1 && columns_of_first[0].find_first_of(",;") != std::string_view::npos)
    refuse_nameless(file, columns_of_first[0]);
  if (columns_of_first[1].starts_with("qid:")) {
    throw Error(file.location(columns_of_first[0].data()),
                "is of LETOR, with features in place of docnos", trec_qrels_advice);
  }
  const bool has_zero = columns_of_first[1] == "0" || columns_of_first[1] == "Q0";
  const bool has_blanks = count > usual_columns && !has_zero &&
                          !parse_double(columns_of_first[2]) &&
                          (count == 5 || !parse_whole(columns_of_first[3]));
  const char* const advice = has_blanks                ? blanks_advice
                             : count == 3              ? three_columns_advice
                             : count == 5 && !has_zero ? prels_advice
                                                       : trec_qrels_advice;
  const std::size_t expected = count == long_columns && !has_blanks ? long_columns : usual_columns;
  if (expected == long_columns && counts_ranks(file.text())) {
    throw Error(file.location(columns_of_first[0].data()), "is a run, not judgments",
                trec_qrels_advice);
  }
  return {lines_by_topic(file.text()),
          [file, advice, expected](const TopicLines& topic, TopicQrelsBuilder& judgments,
                                   LineInWork& line) {
            const auto add = [&](const LineColumns& column) {
              require_columns(file, column, expected, expected, advice);
              const char* const place = column.bounds[0];
              judgments.add(column[1], column[2], grade_of(file, column[3], place), place);
            };
            for_each_line(topic, line, add);
          }};
}

constexpr QrelsFormat formats_of_qrels[] = {
    {"ratings", holds_ratings, open_ratings},
    {"judgmentRatings", is_wrapped, open_ratings},
    {"lists of judgments", holds_judged_lists, open_ratings},
    {"JSON", JsonDict::fits, open_qrels_json},
    {"table", is_qrels_table, open_qrels_table},
    {"NTCIR", has_levels_of_topics, open_without_intents<3>},
    {"topic docno grade", has_no_second_column, open_without_intents<3>},
    {"ratings with times", has_timestamps, open_without_intents<4>},
    {"ratings.dat", has_double_colons, open_double_colons},
    {"TREC", [](std::string_view) { return true; }, open_trec_qrels},
};

}  // namespace

std::span<const QrelsFormat> qrels_formats() {
  return formats_of_qrels;
}

std::string table_of_records(std::string_view text) {
  constexpr std::size_t looked_at = 200;
  simdjson::dom::parser parser;
  std::vector<std::string> names;
  std::string table;
  for (std::size_t row = 0; row < looked_at && !first_line(text).empty(); ++row) {
    const std::string_view line = first_line(text);
    text.remove_prefix(static_cast<std::size_t>(line.end() - text.begin()));
    simdjson::dom::object members;
    if (line[0] != '{' || parser.parse(line.data(), line.size()).get(members) != simdjson::SUCCESS)
      return {};
    if (row == 0)
      for (const auto& member : members) names.emplace_back(member.key);
    if (row == 0) table = fmt::format("{}\n", fmt::join(names, "\t"));
    for (const std::string& name : names) {
      simdjson::dom::element value;
      std::string_view word;
      const bool is_given = members[name].get(value) == simdjson::SUCCESS;
      if (is_given && value.get(word) == simdjson::SUCCESS) table += one_line(word);
      if (is_given && value.is_number()) table += simdjson::minify(value);
      table += &name == &names.back() ? '\n' : '\t';
    }
  }
  return table;
}

std::string note_left_out(const std::vector<std::string>& names, bool is_table, const char* use,
                          const char* name) {
  if (names.empty()) return {};
  return fmt::format("the {} {} is not read: if it {}, call it {}{}",
                     is_table ? "column" : "member", printable(names[0]), use, name,
                     is_table ? " in the header line" : "");
}

std::string unused_columns(std::string_view text) {
  if (text.empty()) return {};
  const QrelsFormat& format = format_of_qrels(text);
  std::string_view columns[long_columns];
  if (format.open == open_trec_qrels && split_blanks(first_line(text), columns) == long_columns &&
      parse_integer(columns[3]) && parse_double(columns[4]))
    return "columns 5 and 6 are not used";
  const std::string records = format.open == open_ratings ? table_of_records(text) : "";
  if (!records.empty()) text = records;
  const bool is_table = format.open == open_qrels_table || !records.empty();
  const auto table = is_table ? HeaderTable::of(text, wanted_of_qrels) : std::nullopt;
  if (!table || table->has(intent_column)) return {};
  return note_left_out(names_left_out(text, wanted_of_qrels), records.empty(), "names intents",
                       "intent");
}

const QrelsFormat& format_of_qrels(std::string_view text) {
  return *std::ranges::find_if(formats_of_qrels,
                               [&](const QrelsFormat& format) { return format.fits(text); });
}

}  // namespace subintent::internal
