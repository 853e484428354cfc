#include "collection/qrels_formats.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/strings.h"
#include "collection/header_table.h"
#include "collection/json_dict.h"

namespace subintent::internal {
namespace {

constexpr std::string_view only_intent = "0";  // where a file has none
constexpr const char* three_columns_advice =
    "write \"topic intent docno grade\" or, where the columns are topic, docno and grade, "
    "\"query-id corpus-id score\" as the first line";

[[noreturn]] void refuse_grade(const TextFile& file, std::string_view text, const char* place) {
  throw Error(file.location(place),
              "the grade '" + printable(text) + "' is not a whole number from -100 to 100",
              trec_qrels_advice);
}

std::int32_t grade_of(const TextFile& file, std::string_view text, const char* place) {
  const auto grade = parse_integer(text);
  if (!grade || !is_grade(*grade)) refuse_grade(file, text, place);
  return static_cast<std::int32_t>(*grade);
}

// ----- {"topic": {"docno": grade}} and {"topic": {"intent": {"docno": grade}}} -----

constexpr const char* json_advice =
    R"(write {"topic": {"docno": grade}} or {"topic": {"intent": {"docno": grade}}})";

[[noreturn]] void refuse_grade(const TextFile& file, const JsonDict::Entry& entry) {
  throw Error(file.location(entry.place),
              "the grade of '" + printable(entry.docno) + "', " + shortest(entry.number) +
                  ", is not a whole number from -100 to 100",
              json_advice);
}

std::int32_t grade_of(const TextFile& file, const JsonDict::Entry& entry) {
  if (std::abs(entry.number) > 100) refuse_grade(file, entry);
  const auto grade = static_cast<std::int32_t>(entry.number);
  if (grade != entry.number) refuse_grade(file, entry);
  return grade;
}

JudgmentText open_json(const TextFile& file) {
  JsonDict dict(file, json_advice);
  std::vector<TopicLines> topics = dict.take_topics();
  return {std::move(topics),
          [file, dict](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            dict.read(topic, line, [&](const JsonDict::Entry& entry) {
              judgments.add(entry.intent.empty() ? only_intent : entry.intent, entry.docno,
                            grade_of(file, entry), entry.place);
            });
          },
          dict.names()};
}

// ----- tables with a header line -----

enum Wanted : std::size_t {
  topic_column,
  docno_column,
  intent_column,
  grade_column,
  rank_column,
  iteration_column  // where there are intents as well
};

constexpr WantedColumn columns[] = {
    {{"qid", "query_id", "query-id", "topic", "topic_id"}},
    {{"docno", "doc_id", "doc-id", "corpus-id", "corpus_id", "docid"}},
    {{"intent", "subtopic", "subtopic_id", "iteration"}, false},
    {{"label", "relevance", "grade", "rel", "score"}},
    {{"rank"}, false},
    {{"iteration"}, false},
};

// Without intents there are three names, with them the third of the wanted columns is one too.
bool is_table(std::string_view text) {
  return HeaderTable::of(text, columns).has_value();
}

// TREC's iteration is 0 where it is not the intent.
void require_no_other_intent(const TextFile& file, const HeaderTable::Row& row) {
  const std::string_view iteration = row[iteration_column];
  if (iteration.empty() || iteration == "0" || iteration == "Q0" ||
      iteration == row[intent_column]) {
    return;
  }
  throw Error(file.location(row.place),
              "has the intent " + printable(row[intent_column]) + " and the iteration " +
                  printable(iteration),
              "remove the column that does not name the intent");
}

JudgmentText open_table(const TextFile& file) {
  const HeaderTable table(file, columns, 3);
  if (table.has(rank_column) && table.name_of(grade_column) == "score") {
    throw Error(Location{file.name(), 0}, "has the header line of a run, not of judgments",
                "give judgments; their header line is \"qid docno label\"");
  }
  return {table.topics(),
          [file, table, has_intents = table.has(intent_column)](
              const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
              if (!row[iteration_column].empty()) require_no_other_intent(file, row);
              judgments.add(has_intents ? row[intent_column] : only_intent, row[docno_column],
                            grade_of(file, row[grade_column], row.place), row.place);
            });
          },
          table.names()};
}

// ----- TREC: topic intent docno grade -----

JudgmentText open_trec(const TextFile& file) {
  std::string_view columns_of_first[4];
  const bool has_three = split_blanks(first_line(file.text()), columns_of_first) == 3;
  const char* const advice = has_three ? three_columns_advice : trec_qrels_advice;
  return {lines_by_topic(file.text()),
          [file, advice](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            for_each_line(topic, line, [&](const LineColumns& column) {
              require_columns(file, column, 4, 4, advice);
              const char* const place = column.bounds[0];
              judgments.add(column[1], column[2], grade_of(file, column[3], place), place);
            });
          }};
}

constexpr QrelsFormat formats[] = {
    {"JSON", JsonDict::fits, open_json},
    {"table", is_table, open_table},
    {"TREC", [](std::string_view) { return true; }, open_trec},
};

}  // namespace

std::span<const QrelsFormat> qrels_formats() {
  return formats;
}

const QrelsFormat& format_of_qrels(std::string_view text) {
  return *std::ranges::find_if(formats,
                               [&](const QrelsFormat& format) { return format.fits(text); });
}

}  // namespace subintent::internal
