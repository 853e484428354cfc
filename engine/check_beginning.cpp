#include "engine/check_beginning.h"

#include <cmath>

#include "core/base/strings.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/run.h"
#include "core/collection/score_layouts.h"
#include "core/collection/score_table.h"
#include "core/collection/topics.h"
#include "core/io/input_file.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using Columns = std::vector<std::string_view>;

Columns columns_of(std::string_view line) {
  const bool has_tabs = line.find('\t') != line.npos;
  Columns columns;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(has_tabs ? "\t" : " ", at), line.size());
    if (has_tabs || end > at) columns.push_back(trim(line.substr(at, end - at)));
    at = end + 1;
  }
  return columns;
}

bool add_up_to_one(std::span<const std::string_view> columns) {
  double sum = 0;
  for (const std::string_view column : columns) sum += parse_double(column).value_or(2);
  return std::abs(sum - 1) < 0.01;
}

// A table with a header line that names documents.
bool is_table_of_documents(const Beginning& b) {
  return std::string_view(format_of_qrels(b.text).name) == "table" ||
         std::string_view(format_of_run(b.text).name) == "table";
}

// The value of the first member of an object, from its first character on.
std::string_view first_value(std::string_view text) {
  std::string_view found;
  any_first_member(text, [&](std::string_view, std::string_view value) {
    found = value.substr(std::min(value.find_first_not_of(" \t\r\n"), value.size()));
    return true;
  });
  return found;
}

// The kind of a broken dict, by its first values.
Dict beginning_of_dict(std::string_view text) {
  const std::string_view outer = first_value(text);
  if (outer.starts_with('[') && trim(outer.substr(1, 10)).starts_with('"')) return Dict::lists;
  std::string_view inner = outer.starts_with('{') ? first_value(outer) : "";
  if (inner.empty() || (inner[0] != '{' && inner[0] != '-' && !is_digit(inner[0])))
    return Dict::neither;
  constexpr std::size_t looked_at = 1 << 12;
  for (inner = inner.substr(0, looked_at); !inner.empty();) {
    const std::string_view value = inner.substr(0, inner.find_first_of(",}"));
    const double number = parse_double(trim(value.substr(value.find(':') + 1))).value_or(0);
    if (number != std::floor(number) || std::abs(number) > 100) return Dict::lists;
    inner.remove_prefix(std::min(value.size() + 1, inner.size()));
  }
  return Dict::grades;
}

// A run without Q0 and tag, with rank and score in any order.
bool is_short_run(const Beginning& b) {
  return b.columns.size() == 4 && !b.has_same_pair && is_number(b.columns[2]) &&
         is_number(b.columns[3]) &&
         (!is_number(b.columns[1]) || is_fraction(b.columns[2]) || is_fraction(b.columns[3])) &&
         (counts_lines(b.text, 4, 2, 0, 3) || counts_lines(b.text, 4, 3, 0, 3));
}

// Is the second column TREC's, which says nothing? Intents may be counted from 0.
bool has_no_intents(const Beginning& b) {
  const auto is_none = [](std::string_view name) { return name == "0" || lowered(name) == "q0"; };
  return is_none(b.columns[1]) && std::ranges::all_of(b.names.at(1), is_none);
}

// Does a reader take the first lines of a text, of arrays all of it?
bool is_read(std::string_view text, const auto& read) try {
  constexpr int looked_at = 200;  // lines
  std::size_t end = trim(text.substr(0, 100)).starts_with('[') ? text.size() : 0;
  for (int line = 0; line < looked_at && end < text.size(); ++line)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  read(Source::memory(text.substr(0, end), ""));
  return true;
} catch (const Error&) {
  return false;
}

bool is_read_as_qrels(const Beginning& b) {
  return is_read(b.text, [](const Source& file) { read_qrels(file); });
}

bool is_read_as_run(const Beginning& b) {
  return is_read(b.text, [](const Source& file) { read_run(file); });
}

// A table, or records, of documents with intents: no run.
bool is_table_of_intents(const Beginning& b) {
  const auto is_intent = [](std::string_view name, std::string_view) {
    return is_called(name, intent_columns) && !is_called(name, iteration_columns);
  };
  return is_json(b) ? any_first_member(b.text, is_intent)
                    : is_table_of_documents(b) &&
                          std::ranges::any_of(headings_in(b.text), [&](const std::string& name) {
                            return is_intent(name, "");
                          });
}

// Lines of two words are a ranking where topics come again, or all words behind them have digits.
bool is_ranking_of_documents(const Beginning& b) {
  const auto has_digit = [](std::string_view name) { return std::ranges::any_of(name, is_digit); };
  return b.columns.size() == 2 && 10 * b.rows.size() >= 9 * b.lines &&
         !b.columns[0].ends_with(':') && b.columns[0].find(',') == std::string_view::npos &&
         !is_fraction(b.columns[1]) &&
         (b.names.at(0).size() < b.rows.size() || std::ranges::all_of(b.names.at(1), has_digit));
}

bool has_heading(const Beginning& b, ColumnNames names) {
  std::string header(b.header);
  std::ranges::replace_if(
      header, [](char c) { return c == ';' || c == '\t'; }, ',');
  return std::ranges::any_of(split(header, ','),
                             [&](const std::string& cell) { return is_called(trim(cell), names); });
}

// Words: topics, intents and several documents of some of them? Few are of two topics, as runs have
// the same topics and measures.
bool have_documents_of_intents(const Beginning& b) {
  std::set<std::pair<std::string_view, std::string_view>> intents, documents;  // with topics
  for (const Columns& row : b.rows) {
    intents.emplace(row[0], row[1]);
    documents.emplace(row[0], row[2]);
  }
  const auto hold_measures = [&](const auto& column) {
    return are_measures({column.second.begin(), column.second.end()});
  };
  return b.has_same_pair && std::ranges::none_of(b.names, hold_measures) &&
         (b.names.at(0).size() == 1 ? b.names.at(2).size() > 2 * b.names.at(1).size()
                                    : 10 * documents.size() < 11 * b.names.at(2).size() ||
                                          10 * intents.size() < 11 * b.names.at(1).size());
}

// A message without what differs from line to line: numbers, and words in quotes.
std::string complaint_of(const FileFault& fault) {
  std::string text;
  bool is_quoted = false;
  for (const char c : fault.message) {
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_quoted && std::string_view("0123456789.").find(c) == std::string_view::npos) text += c;
  }
  return text;
}

// Are the second columns numbers from 1 without gaps, and the last ones fractions to 1?
bool are_shares_of_intents(const Beginning& b) {
  constexpr std::size_t most = 20;
  const auto& numbers = b.names.at(1);
  const auto is_intent = [&](std::string_view name) {
    const auto number = parse_integer(name);
    return number && *number > 0 && *number <= std::ssize(numbers);
  };
  const auto is_share = [](std::string_view name) {  // or broken
    const double number = parse_double(name).value_or(0);
    return number >= 0 && number <= 1;
  };
  const auto is_part = [](std::string_view name) { return is_fraction(name); };
  return numbers.size() < most && std::ranges::all_of(numbers, is_intent) &&
         std::ranges::all_of(b.names.at(2), is_share) &&
         std::ranges::count_if(b.names.at(2), is_part) * 2 > std::ssize(b.names.at(2)) / 2;
}

bool are_scores_of_intents(const Beginning& b) {
  if (b.columns.size() != 4 || is_short_run(b)) return false;
  const auto has_point = [](std::string_view name) { return name.find('.') != name.npos; };
  const auto fractions =
      std::ranges::count_if(b.names.at(3), [](auto c) { return is_fraction(c); });
  return fractions > 0 &&
         (is_fraction(b.columns[3]) || 3 * fractions > 2 * std::ssize(b.names.at(3)) ||
          std::ranges::all_of(b.names.at(3), has_point)) &&
         ((is_number(b.columns[0]) ? is_number(b.columns[1]) || has_no_intents(b)
                                   : has_no_intents(b) && b.names.at(1).size() == 1) ||
          have_documents_of_intents(b));
}

// Judgments with a confidence and a judge, which look like a run of a few ranks.
bool are_sure_grades(const Beginning& b) {
  if (b.columns.size() < 5 || b.columns.size() > 6 || lowered(b.columns[1]) == "q0") return false;
  const auto confidence = parse_double(b.columns[4]);
  const std::size_t grades = b.names.at(3).size();
  const bool has_zero = b.columns.size() == 5 && b.columns[1] == "0";
  return confidence && (has_zero || (*confidence >= 0 && *confidence <= 1)) && grades <= 6 &&
         !(b.columns.size() == 6 ? counts_ranks(b.text) : counts_lines(b.text, 5, 3, 0, 3));
}

bool are_named_scores(const Beginning& b) try {
  LineSplitter lines(b.text, "");
  std::string_view header;
  if (!lines.next(header)) return false;
  if (named_columns(lines, trim(header))) return true;
  const auto columns = named_columns(lines, trim(header), true);
  return columns && std::ranges::any_of(columns->measures, [](const auto& measure) {
           return is_sure_measure(measure.second);
         });
} catch (const Error&) {  // of a cell of several lines
  return std::ranges::any_of(headings_in(b.text), is_sure_measure);
}

}  // namespace

Beginning beginning_of(std::string_view text) {
  constexpr std::size_t looked_at = 200;  // lines
  Beginning beginning{text, {}, text.substr(0, std::min(text.find('\n'), text.size()))};
  if (is_json(beginning)) return beginning;
  std::map<std::size_t, std::vector<Columns>> by_count;
  std::set<std::string_view> topics;
  std::set<std::pair<std::string_view, std::string_view>> intents;
  std::size_t all = 0;
  const bool are_all_comments = first_line(text).empty();  // or topics
  for (std::size_t lines = 0, at = 0; lines < looked_at && at < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trim(text.substr(at, end - at));
    at = end + 1;
    if (line.empty() || (line.front() == '#' && !are_all_comments)) continue;
    Columns columns = columns_of(line);
    if (columns.size() > 2 && !parse_double(columns[2])) {
      topics.insert(columns[0]);
      intents.emplace(columns[0], columns[1]);
    }
    ++all;
    auto& alike = by_count[columns.size()];
    if (alike.size() < looked_at) alike.push_back(std::move(columns));
  }
  beginning.has_words =
      (by_count.size() > 1 ||
       (by_count.contains(3) && by_count[3][0][2].find(' ') != std::string_view::npos)) &&
      intents.size() == all && topics.size() < all;
  const auto most =
      std::ranges::max_element(by_count, {}, [](const auto& e) { return e.second.size(); });
  if (most == by_count.end()) return beginning;
  beginning.lines = all;
  beginning.rows = std::move(most->second);
  beginning.columns = beginning.rows.front();
  std::set<std::pair<std::string_view, std::string_view>> pairs;
  beginning.are_shares = beginning.columns.size() > 3;
  for (const Columns& columns : beginning.rows) {
    beginning.are_shares = beginning.are_shares && add_up_to_one(std::span(columns).subspan(2));
    if (columns.size() > 2 && !pairs.emplace(columns[0], columns[1]).second)
      beginning.has_same_pair = true;
    for (std::size_t i = 0; i < columns.size(); ++i) beginning.names[i].insert(columns[i]);
    const double last = parse_double(columns.back()).value_or(0);
    beginning.sum += last;
    if (columns[0] == beginning.columns[0]) beginning.first_sum += last;
  }
  return beginning;
}

bool is_json(const Beginning& b) {
  const std::string_view text = trim(b.text.substr(0, 100));
  return !text.empty() && (text.front() == '{' || text.front() == '[');
}

Dict dict_in(std::string_view text) try {
  if (!JsonDict::fits(text)) return Dict::neither;
  const TextFile file(Source::memory(std::string(text), ""));
  JsonDict dict(file, "", true);
  bool are_lists = false, are_grades = true, has_intents = false, are_numbers = true;
  constexpr std::size_t most_measures = 1000;
  std::set<std::string> names, outer, middle;
  std::size_t entries = 0;
  const std::vector<TopicLines> topics = dict.take_topics();
  for (const TopicLines& topic : topics) {
    are_lists |= topic.pieces[0].starts_with('[');
    if (outer.size() < most_measures) outer.emplace(topic.topic);
    LineInWork line = nullptr;
    dict.read(topic, line, [&](const JsonDict::Entry& entry) {
      has_intents |= !entry.intent.empty();
      if (middle.size() < most_measures) middle.emplace(entry.intent);
      are_numbers &= entry.is_number();
      if (names.size() < most_measures) names.emplace(entry.docno);
      ++entries;
      are_grades &= entry.number == std::floor(entry.number) && std::abs(entry.number) <= 100;
    });
  }
  for (const auto* const level : {&outer, &middle, &names})
    if (are_measures(*level)) return Dict::scores;
  if (has_intents) return are_grades ? Dict::grades : Dict::scores_of_intents;
  if (!are_numbers && topics.size() > 1 && entries == names.size() * topics.size())
    return Dict::neither;  // properties of topics
  if (topics.size() > 2 && !are_lists && !are_grades && entries == names.size() * topics.size())
    return Dict::scores;
  return are_lists || !are_grades ? Dict::lists : Dict::grades;
} catch (const Error&) {  // which the reader is to name
  return beginning_of_dict(text);
}

bool is_number(std::string_view text) {
  return parse_double(text).has_value();
}

bool holds_documents_by_topic(const Beginning& b) {
  const std::string_view judgments = format_of_qrels(b.text).name;
  return is_table_of_documents(b) || std::string_view(format_of_run(b.text).name) == "records" ||
         judgments == "table without grades" || judgments == "ratings" ||
         judgments == "lists of judgments";
}

// Fractions, as no docnos are.
[[gnu::cold]] bool holds_vectors_by_name(const Beginning& b) {
  constexpr std::size_t looked_at = 1 << 12;
  std::string_view list = is_json(b) ? first_value(b.text).substr(0, looked_at) : "";
  if (!list.starts_with('[')) return false;
  list = list.substr(1, list.find(']') - 1);
  const std::string_view number = trim(list.substr(0, list.rfind(',')));
  return list.find('.') != list.npos && list.find_first_of("\"{[") == list.npos &&
         parse_double(number.substr(0, number.find(','))).has_value();
}

bool are_fingerprints(const Beginning& b) {
  if (b.columns.size() != 2) return false;
  const std::size_t size = b.columns[1].size();
  return (size == 16 || size == 32 || size == 64) &&
         b.columns[1].find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool is_matrix(const Beginning& b) {
  if (is_table_of_documents(b)) return false;
  const std::string_view rest = b.text.substr(std::min(b.header.size() + 1, b.text.size()));
  const std::string second(trim(rest.substr(0, std::min(rest.find('\n'), rest.size()))));
  const auto names = split(std::string(b.header), separator_of(b.header));
  const auto cells = split(second, separator_of(b.header));
  const auto is_cell = [&](const auto& c) { return is_value(trim(c), separator_of(b.header)); };
  const auto is_cell_or_none = [&](const auto& c) { return trim(c).empty() || is_cell(c); };
  return cells.size() > 1 && names.size() == cells.size() && !is_number(trim(names[1])) &&
         !is_called(trim(names[0]), docno_columns) &&
         std::any_of(cells.begin() + 1, cells.end(), is_cell) &&
         std::all_of(cells.begin() + 1, cells.end(), is_cell_or_none);
}

bool is_fraction(std::string_view text) {
  const auto number = parse_double(text);
  return number && *number != std::floor(*number);
}

bool hold_scores_of_intents(const Beginning& b) {
  return is_json(b) ? dict_in(b.text) == Dict::scores_of_intents
                    : are_scores_of_intents(b) || is_table_of_intents(b);
}

bool are_probabilities(const Beginning& b) {
  if (names_probabilities(b.text)) return true;
  return (b.columns.size() == 4 &&
          (b.names.at(3).contains("inf") || b.names.at(3).contains("nav"))) ||
         (b.columns.size() == 3 && (std::abs(b.first_sum - 1) < 0.021 || are_shares_of_intents(b)));
}

bool are_pairs_with_groups(const Beginning& b) {
  const auto is_text = [](const Columns& row) { return std::ranges::count(row[1], ' ') > 2; };
  return b.columns.size() == 2 && b.rows.size() == b.lines && b.lines > 2 &&
         !is_number(b.columns[1]) && b.names.at(0).size() == b.lines &&
         (b.lines > 2 * b.names.at(1).size() || is_called(b.columns[0], docno_columns)) &&
         !is_called(b.columns[1], text_columns) &&
         2 * std::ranges::count_if(b.rows, is_text) <= std::ssize(b.rows);
}

bool are_memberships(const Beginning& b) {
  return b.are_shares || (b.columns.size() == 4 && is_number(b.columns[0]) &&
                          !is_number(b.columns[1]) && is_number(b.columns[3]) && !is_short_run(b) &&
                          b.names.at(1).size() > 2 * b.names.at(2).size());
}

bool is_unknown_table(const Beginning& b) {
  const char separator = separator_of(b.header);
  const auto cells = split(b.header, separator);
  if (cells.size() < 2 || is_json(b)) return false;
  if (b.columns.size() == 2 && is_fraction(b.columns[1])) return true;
  if (separator == ' ' && b.rows.size() < b.lines) return false;  // words
  if (!names_columns(b.text)) {
    return separator != '\t' && cells.size() > 2 && b.header.find(' ') == b.header.npos &&
           !has_heading(b, text_columns);
  }
  return std::ranges::none_of(cells, [](const std::string& cell) {
    const auto blanks = std::ranges::count(trim(cell), ' ');
    return blanks > 2 || is_called(trim(cell), text_columns) || is_called(trim(cell), {"title"});
  });
}

bool is_table_between_blanks(const Beginning& b) {
  return separator_of(b.header) == ' ' && b.lines > 1 && b.rows.size() == b.lines &&
         names_columns(b.text);
}

bool are_slices(const Beginning& b) {
  if (names_columns(b.text) && is_unknown_table(b)) {
    return is_topic_heading(trim(b.header.substr(0, b.header.find_first_of(",;\t")))) &&
           !has_heading(b, docno_columns) && !repeats_topics(b.text) && !is_matrix(b) &&
           !are_named_scores(b);
  }
  if (names_intents(b.text) || holds_documents_by_topic(b)) return false;
  const auto different = [&](std::size_t column) { return b.names.at(column).size(); };
  return b.columns.size() == 3 && b.header.find('\t') != b.header.npos &&
         !is_number(b.columns[1]) && !is_number(b.columns[2]) && different(1) < different(0) &&
         different(2) <= different(0);
}

bool begins_slices(const Beginning& b) {
  return first_object_has(b.text, {topic_columns}) && !first_object_has(b.text, {grade_columns}) &&
         !holds_words(b);
}

bool are_docnos(const Beginning& b) {
  constexpr std::size_t looked_at = 1 << 12;
  return !is_json(b) && b.columns.size() == 1 && b.names.at(0).size() > 1 &&
         b.text.substr(0, looked_at).find_first_of(" \t,;\"") == b.text.npos &&
         std::ranges::count(b.columns[0], '|') < 2;
}

// Runs, their topics and a measure or few, where judgments have more documents than intents.
bool are_scores_of_runs(const Beginning& b) {
  return b.columns.size() == 4 && !is_number(b.columns[0]) && is_number(b.columns[3]) &&
         b.names.at(0).size() > 1 && 2 * b.names.at(2).size() <= b.names.at(1).size();
}

bool are_scores(const Beginning& b) {
  if (are_scores_of_runs(b)) return true;
  if (b.columns.size() > 2 && b.columns[b.columns.size() - 2].ends_with('=')) return true;
  if (is_short_run(b) || names_probabilities(b.text)) return false;
  const auto holds_measures = [&](std::size_t column) {
    return are_measures({b.names.at(column).begin(), b.names.at(column).end()});
  };
  const auto is_measure = [](std::string_view name, std::string_view) {
    return is_sure_measure(name);
  };
  if (is_json(b) && first_object_has(b.text, {topic_columns, run_columns}) &&
      (first_object_has(b.text, {{"scores"}}) ||
       (first_object_has(b.text, {score_columns}) && !first_object_has(b.text, {docno_columns}))))
    return true;
  if (is_json(b) && any_first_member(b.text, is_measure))
    return first_object_has(b.text, {topic_columns}) && !names_documents(b.text);
  if (b.columns.size() == 3 && is_number(b.columns[2]) && (holds_measures(0) || holds_measures(1)))
    return true;
  if (b.columns.size() == 2 && is_number(b.columns[1]) && holds_measures(0)) return true;  // means
  return are_named_scores(b) || first_object_has(b.text, {{"measure"}, {"value"}}) ||
         is_matrix(b) ||
         (b.columns.size() == 3 && is_number(b.columns[2]) &&
          b.columns[0].find_first_not_of("0123456789") != std::string_view::npos &&
          is_number(b.columns[1])) ||
         (b.columns.size() == 4 && is_fraction(b.columns[3]) && !are_memberships(b) &&
          !are_scores_of_intents(b));
}

// {"query": ..., "documents": [{"id": ..., "intents": {...}}, ...]}
bool lists_intents(const Beginning& b) {
  return is_json(b) && any_first_member(b.text, [](std::string_view, std::string_view list) {
           return trim(list.substr(0, 10)).starts_with('[') &&
                  any_first_member(list, [](std::string_view name, std::string_view value) {
                    return name == "intents" && trim(value.substr(0, 10)).starts_with('{');
                  });
         });
}

// {"topic": [{"docno": ...}, ...]}, judged or ranked.
bool are_objects_by_topic(const Beginning& b) {
  return dict_in(b.text) == Dict::neither && is_read_as_run(b);
}

bool have_places(const Beginning& b) {
  return b.text.find("\"score\"") != b.text.npos || b.text.find("\"rank\"") != b.text.npos ||
         !is_read_as_qrels(b);
}

bool are_judgments(const Beginning& b) {
  const std::string_view format = format_of_qrels(b.text).name;
  if (b.columns.size() == 5 && !has_no_intents(b) && is_number(b.columns[2]) &&
      is_number(b.columns[4]))
    return true;  // of a sample: topic docno grade method probability
  const bool may_be_ranking =
      format == "lists of what is relevant" || format == "table without grades";
  if (may_be_ranking && b.columns.size() == 2) return false;
  if (is_short_run(b) || are_scores_of_runs(b)) return false;
  if (are_scores_of_intents(b)) return has_no_intents(b);
  if (lists_intents(b)) return true;
  if (format == "JSON")
    return dict_in(b.text) == Dict::grades || (are_objects_by_topic(b) && !have_places(b));
  const bool may_be_score = b.header.find("corpus") == b.header.npos;  // BEIR's judgments have some
  if (format == "table" && may_be_score && b.header.find("score") != b.header.npos)
    return is_table_of_intents(b) && is_read_as_qrels(b);
  const auto is_grade = [](std::string_view name, std::string_view) {
    return is_called(name, grade_columns) && !is_called(name, score_columns);
  };
  if (format == "ratings" && may_be_score && first_object_has(b.text, {score_columns}) &&
      !is_table_of_intents(b) &&
      (is_read_as_run(b) || (!any_first_member(b.text, is_grade) && !is_read_as_qrels(b))))
    return false;
  if (format != qrels_formats().back().name) return is_read_as_qrels(b) || !is_read_as_run(b);
  return are_sure_grades(b) ||
         (b.columns.size() == 4 && (is_number(b.columns[3]) || is_level(b.columns[3])));
}

bool is_run(const Beginning& b) {
  const std::string_view format = format_of_run(b.text).name;
  if (format == "JSON")
    return dict_in(b.text) == Dict::lists || (are_objects_by_topic(b) && have_places(b));
  if (format == "ranking") return is_ranking_of_documents(b);
  if (format != run_formats().back().name || is_short_run(b)) return true;
  return (b.columns.size() == 5 || b.columns.size() == 6) &&
         (is_number(b.columns[3]) || is_number(b.columns[4]));
}

bool repeats_topics(std::string_view text) {
  constexpr int looked_at = 20;  // lines
  std::set<std::string_view> topics;
  std::string_view line;
  for (int i = 0; i < looked_at && !(line = take_first_line(text)).empty(); ++i)
    if (!topics.insert(line.substr(0, line.find_first_of(",;\t"))).second) return true;
  return false;
}

bool names_documents(std::string_view text) {
  const auto names_one = [](std::string_view name, std::string_view value) {
    const bool is_list = name.ends_with('s') && trim(value.substr(0, 100)).starts_with('[');
    if (is_list) name.remove_suffix(1);  // "docids", "retrieved_context_ids"
    if (is_list && name.ends_with("context_id")) return true;
    return is_called(name, docno_columns) || is_called(name, score_columns);
  };
  return any_first_member(text, [&](std::string_view name, std::string_view value) {
    return names_one(name, value) ||
           (trim(value.substr(0, 100)).starts_with('{') && any_first_member(value, names_one));
  });
}

bool holds_words(const Beginning& b) {
  if (!is_json(b)) {
    const std::string_view rest = b.text.substr(std::min(b.header.size() + 1, b.text.size()));
    return std::ranges::count(trim(first_line(rest)), ' ') > 1;
  }
  const bool is_scored = first_object_has(b.text, {topic_columns, score_columns}) ||
                         first_object_has(b.text, {topic_columns, grade_columns});
  const MemberTest is_text = [&](std::string_view name, std::string_view value) {
    const std::string_view start = trim(value.substr(0, 100));
    const bool has_blank = start.starts_with('"') && start.find(' ') < start.find('"', 1);
    return (has_blank && !(is_scored && is_called(name, topic_columns))) ||
           (is_called(name, text_columns) && !is_scored) ||
           (start.starts_with('{') && any_first_member(value, is_text));
  };
  return any_first_member(b.text, is_text);
}

bool blank_line(std::string& text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 1 && at < text.size(); --line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const bool is_blank = trim(std::string_view(text).substr(at, end - at)).empty();
  std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
            text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return !is_blank;
}

std::vector<FileFault> no_text(std::string_view bytes, const std::string& name) try {
  constexpr std::size_t looked_at = 1 << 16;
  const Source beginning = Source::memory(bytes.substr(0, looked_at), name);
  if (bytes.empty()) return {{0, "is empty", "check that it was copied completely"}};
  static_cast<void>(without_byte_order_mark(bytes, name));  // UTF-16 that was compressed
  static_cast<void>(TextFile(beginning));
  const auto is_control = [](char c) { return c >= 0 && c < ' ' && (c < '\t' || c > '\r'); };
  if (8 * std::ranges::count_if(beginning.bytes(), is_control) > std::ssize(beginning.bytes()))
    return {{0, "holds binary data", "give a file of text"}};
  if (bytes.starts_with("#!")) return {{1, "holds commands", "give files that they read or write"}};
  return {};
} catch (const Error& error) {
  return {{error.location().line, error.message(), error.advice()}};
}

void keep_likelier(const Beginning& b, std::vector<FileFault>& faults) {
  if (faults.size() != 2) return;
  const auto headings = headings_in(b.text);
  const bool may_be_run = b.columns.size() > 4 || column_called(score_columns, headings) ||
                          column_called(rank_columns, headings);
  const bool is_run =
      faults[0].line == faults[1].line ? may_be_run : faults[1].line > faults[0].line;
  faults.erase(faults.begin() + (is_run ? 0 : 1));
}

void add_fault(std::vector<FileFault>& faults, FileFault fault) {
  const auto like =
      std::ranges::find(faults, complaint_of(fault), [](const auto& f) { return complaint_of(f); });
  if (like == faults.end() || fault.line == 0) return faults.push_back(std::move(fault));
  like->lines += fault.lines;
}

}  // namespace subintent::internal
