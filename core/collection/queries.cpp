#include "core/collection/topics.h"

#include <set>

#include "core/base/messages.h"
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/json_text.h"
#include "core/collection/score_layouts.h"
#include "core/collection/score_table.h"
#include "core/collection/topic_lines.h"
#include "core/io/input_file.h"
#include "core/io/table_cells.h"

namespace subintent::internal {
namespace {

constexpr const char* queries_advice = "write the topic, a tab and the query in each line";

// Names of members and columns of queries, in order of preference.
constexpr ColumnNames query_names = {"query"sv, "text"sv, "title"sv, "question"sv, "narrative"sv};
constexpr ColumnNames sure_names = {"query"sv, "question"sv, "narrative"sv};

// Adds a query, each of a topic of its own.
void add_query(std::string_view topic, std::string_view query, std::string_view description,
               const Location& where, TopicDescriptions& topics) {
  require_names({topic}, where);
  const auto [entry, is_new] = topics.try_emplace(std::string(topic));
  if (!is_new) throw Error(where, "topic " + printable(topic) + " is listed twice", "keep one");
  entry->second.query = one_line(query);
  entry->second.description = one_line(description);
  entry->second.is_query_alone = true;
}

// {"7": "query", ...}: one object, of texts alone, whose names are none of fields.
bool maps_to_texts(std::string_view text) {
  if (!trim(text.substr(0, 100)).starts_with('{') || text.find("\n{") != text.npos) return false;
  bool is_text = false;
  return !any_first_member(text, [&](std::string_view name, std::string_view value) {
    is_text = true;
    return !value.starts_with('"') || is_called(name, topic_columns) ||
           is_called(name, docno_columns) || is_called(name, text_columns) ||
           is_called(name, {"title", "url"});
  }) && is_text;
}

TopicDescriptions read_query_texts(const Content& file) {
  TopicDescriptions queries;
  simdjson::dom::parser parser;
  const Location where{file.name(), 0};
  const JsonPlace place(where, R"(write {"topic": "query", ...})");
  for (const auto [topic, value] : JsonObject::parse(parser, trim(file.bytes()), place).members()) {
    const auto query = as<std::string_view>(value);
    if (!query) place.fail("the value of '" + printable(topic) + "' is not a string");
    add_query(topic, *query, {}, where, queries);
  }
  return queries;
}

// Lines of JSON, {"qid": "7", "query": "..."}; an array of these, or an object of them by topic.
TopicDescriptions read_query_objects(const Content& file) {
  if (maps_to_texts(file.bytes())) return read_query_texts(file);
  TopicDescriptions queries;
  for_each_object(
      file, R"(write {"topic_id": ..., "query": ...} in each line)",
      [&](const JsonObject& object, std::string_view topic) {
        const auto text_of = [&](ColumnNames names) {
          return object.find<std::string_view>(names, "a string").value_or(std::string_view());
        };
        const std::string_view query = text_of(query_names);
        if (query.empty()) object.place().fail("has no \"query\"");
        add_query(topic.empty() ? topic_of(object) : std::string(topic), query,
                  text_of({"description", "problem_statement"}), object.place().where(), queries);
      });
  return queries;
}

// The places of query and description in a table of topics, by its first line; the separator too.
struct QueryColumns {
  bool are_named = false;
  char separator = '\t';
  bool has_header = false, has_docnos = false;  // with these, a topic may come again
  std::size_t topic = 0, query = 1;
  std::optional<std::size_t> description;
};

// The cells of a line: with tabs, quotes are letters like others.
std::vector<std::string_view> query_cells(std::string_view line, char separator,
                                          const Location& where) {
  if (separator == '\t') {
    std::vector<std::string_view> cells = split_tabs(line);
    for (std::string_view& cell : cells) cell = trim(cell);
    return cells;
  }
  LineCells cut;
  cut_cells(line, separator, cut);
  if (cut.defect != nullptr)
    throw Error(where, "the line " + std::string(cut.defect), quotes_advice);
  return {cut.all().begin(), cut.all().end()};
}

// "7,query" without a header line, where the topic has a digit.
bool is_topic_and_text(std::string_view line) {
  LineCells cut;
  cut_cells(line, ',', cut);
  const auto& cells = cut.all();
  return cut.defect == nullptr && cells.size() == 2 && std::ranges::any_of(cells[0], is_digit) &&
         cells[0].find(' ') == std::string_view::npos && !parse_double(cells[1]);
}

// Nothing for lines of intents. Queries are lines of two cells, or a table with headings.
std::optional<QueryColumns> query_columns(std::string_view text, const std::string& name) {
  const std::string_view line = first_line(text);
  QueryColumns columns;
  if (line.find('\t') == line.npos) columns.separator = line.find(',') == line.npos ? ';' : ',';
  LineCells cut;
  cut_cells(line, columns.separator, cut);
  const auto& headings = cut.all();
  if (headings.size() < 2) return std::nullopt;
  const bool is_index = headings[0].empty() || is_index_heading(headings[0]);
  columns.topic = is_index && is_topic_heading(headings[1]) ? 1 : 0;
  const std::vector<std::string> names(headings.begin(), headings.end());
  columns.has_docnos = column_read(docno_columns, names).has_value();
  const auto named = column_called(topic_names, names);
  if (named && (is_called(headings[columns.topic], {"id", "idx"}) ||
                (columns.has_docnos && !is_topic_heading(headings[columns.topic]))))
    columns.topic = *named;
  columns.has_header = is_topic_heading(headings[columns.topic]);
  if (columns.separator != '\t' && !columns.has_header && !is_topic_and_text(line))
    return std::nullopt;
  const auto cells = query_cells(line, columns.separator, {name, 1});
  if (names_intents(text)) return std::nullopt;
  if (!columns.has_header) {
    const bool is_pair = cells.size() == 2 && cells[0].find(' ') == std::string_view::npos;
    return is_pair ? std::optional(columns) : std::nullopt;
  }
  columns.query = cells.size();
  for (const std::string_view wanted : query_names) {
    for (std::size_t i = 0; i < cells.size() && columns.query == cells.size(); ++i)
      if (i != columns.topic && same_name(cells[i], wanted)) columns.query = i;
  }
  if (columns.query == cells.size()) return std::nullopt;
  columns.are_named = is_called(cells[columns.query], sure_names);
  for (std::size_t i = 1; i < cells.size(); ++i)
    if (same_name(cells[i], "description")) columns.description = i;
  return columns;
}

TopicDescriptions read_query_lines(const Content& file, const QueryColumns& columns) {
  TopicDescriptions queries;
  LineSplitter lines(file.bytes(), file.name());
  std::string_view line;
  bool is_header = columns.has_header;
  while (lines.next(line)) {
    if (trim(line).empty() || std::exchange(is_header, false)) continue;
    const auto cells = query_cells(line, columns.separator, lines.location());
    const std::size_t last =
        std::max({columns.topic, columns.query, columns.description.value_or(0)});
    if (cells.size() <= last)
      refuse_columns(lines.location(), std::to_string(last + 1), cells.size(), queries_advice);
    const auto text_of = [&](std::size_t column) {
      return columns.separator != '\t' ? without_doubled_quotes(cells[column])
                                       : std::string(cells[column]);
    };
    const auto known = queries.find(cells[columns.topic]);
    if (columns.has_docnos && known != queries.end() &&
        known->second.query == one_line(text_of(columns.query)))
      continue;
    add_query(cells[columns.topic], text_of(columns.query),
              columns.description ? text_of(*columns.description) : std::string(), lines.location(),
              queries);
  }
  return queries;
}

// Lines of one word for each topic, without the digits that docnos have.
bool are_words(std::string_view text) {
  constexpr int looked_at = 100;  // lines
  std::set<std::string_view> topics;
  std::string_view line;
  for (int i = 0; i < looked_at && !(line = take_first_line(text)).empty(); ++i) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    if (!topics.insert(line.substr(0, tab)).second ||
        line.substr(tab).find_first_of("0123456789") != line.npos)
      return false;
  }
  return true;
}

}  // namespace

Queries queries_in(std::string_view text) try {
  const std::string_view begin = trim(text.substr(0, 100));
  if (begin.starts_with('{') || begin.starts_with('[')) {
    if (maps_to_texts(text)) return Queries::perhaps;
    if (!first_object_has(text, {topic_names, query_names}) ||
        first_object_has(text, {docno_columns}) || names_intents(text))
      return Queries::none;
    if (first_object_has(text, {sure_names})) return Queries::named;
    const bool are_documents = first_object_has(text, {{"content", "contents", "body"}}) &&
                               !first_object_has(text, {score_columns});
    return are_documents ? Queries::none : Queries::perhaps;
  }
  const auto columns = query_columns(text, "");
  if (!columns) return Queries::none;
  if (columns->has_header) return columns->are_named ? Queries::named : Queries::perhaps;
  const bool has_words = text.substr(0, 1 << 12).find(' ') != text.npos;
  return has_words || are_words(text) ? Queries::perhaps : Queries::none;
} catch (const Error&) {  // of quotes
  return Queries::none;
}

std::optional<TopicDescriptions> read_queries(const Content& file) {
  if (is_json(file)) return read_query_objects(file);
  const auto columns = query_columns(file.bytes(), file.name());
  return columns ? std::optional(read_query_lines(file, *columns)) : std::nullopt;
}

}  // namespace subintent::internal
