#include "core/collection/qrels_builder.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "core/collection/header_table.h"
#include "core/collection/json_text.h"
#include "subintent/program.h"

namespace subintent::internal {

std::vector<std::string_view> intents_in(std::string_view cell) {
  const auto has = [&](char c) { return cell.find(c) != cell.npos; };
  return features_in(cell, has('|') ? "|" : has(';') ? ";" : ",");
}

[[gnu::cold]] void refuse_run_as_judgments(const TextFile& file) {
  throw Error(Location{file.name(), 0}, "has ranks and scores, as a run, and no grades",
              "give judgments; of a table their header line is \"qid docno label\"");
}

namespace {

constexpr std::string_view only_intent = no_intent;  // where a file has none
constexpr const char* three_columns_advice =
    "write \"topic intent docno grade\" or, where the columns are topic, docno and grade, "
    "\"query-id corpus-id score\" as the first line";
constexpr const char* features_lines =
    "features of items as lines \"item<tab>feature<tab>feature\", the first of them "
    "\"item<tab>features\"";
constexpr const char* letters_advice =
    "write a number for each letter, 0 for that of what is not relevant";
constexpr const char* words_advice =
    "write a number for each word, 0 for that of what is not relevant";
constexpr const char* prels_advice =
    "write \"topic intent docno grade\"; of prels (topic docno grade method probability) columns "
    "1 to 3 with a 0 behind the topic: no measure estimates what was not sampled";
constexpr const char* blanks_advice =
    "write \"topic intent docno grade\", with _ for blanks within names";
constexpr const char* tabs_advice =
    "write \"topic intent docno grade\"; where names hold blanks, begin with a line that names the "
    "columns between tabs, such as qid, docno and label";
constexpr const char* intents_between_tabs_advice =
    "where names hold blanks, begin with a line that names the columns between tabs: qid, intent, "
    "docno and label";
constexpr const char* words_of_intents_advice =
    "give names of intents as `topics`; else write \"topic intent docno grade\", with _ for blanks "
    "within names";

enum WantedQrels : std::size_t {
  topic_column,
  docno_column,
  intent_column,
  grade_column,
  rank_column,
  iteration_column  // where there are intents as well
};

constexpr WantedColumn wanted_of_qrels[] = {{topic_columns},
                                            {docno_columns},
                                            {intent_columns, false, false, true},
                                            {grade_columns, true, true},
                                            {rank_columns, false},
                                            {iteration_columns, false}};

// Without grades, of what is relevant, perhaps to intents.
constexpr WantedColumn wanted_of_relevant[] = {{topic_columns},
                                               {docno_columns},
                                               {intent_columns, false, false, true},
                                               {grade_columns, false, true}};

const char* grade_advice(const TextFile& file, std::string_view text) {
  if (is_called(text, grade_columns)) return "remove the line, which names the columns again";
  const bool is_word = !text.empty() && is_letter(text[0]);
  if (is_word && text.size() == 1) return letters_advice;
  if (!HeaderTable::of(file.text(), wanted_of_qrels)) return trec_qrels_advice;
  return is_word ? words_advice : "write a whole number";
}

std::int32_t grade_of(const TextFile& file, std::string_view text, const char* place) {
  if (text.size() > 1 && text[0] == '+') text.remove_prefix(1);
  auto grade = parse_whole(is_level(text) ? text.substr(1) : text);
  const double number = grade ? 0 : parse_double(text).value_or(NAN);
  if (!grade && std::abs(number) <= 100 && !is_fraction(number))
    grade = std::llround(number);  // 2.00e+00
  const auto in_words = grade ? std::nullopt : grade_of_word(text);
  if (in_words) return *in_words;
  if (!grade)
    if (const auto fraction = kept_fraction(number)) return *fraction;
  if (!grade || !is_grade(*grade))
    throw Error(file.location(place),
                "the grade '" + printable(text) + "' is not a whole number from -100 to 100",
                grade_advice(file, text));
  return static_cast<std::int32_t>(*grade);
}

// ----- tables with a header line -----

[[gnu::cold]] bool is_table_of_relevant(std::string_view text) {
  const auto table = HeaderTable::of(text, wanted_of_relevant);
  return table && table->column_count() == (table->has(intent_column) ? 3 : 2) &&
         !is_called(table->name_of(intent_column), iteration_columns);
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

// Several intents in a cell have the same grade; only what is not relevant may have none.
void add_intents(const TextFile& file, const HeaderTable::Row& row, std::int32_t grade,
                 bool are_several, TopicQrelsBuilder& judgments) {
  const std::string_view cell = is_empty_cell(row[intent_column]) ? "" : row[intent_column];
  const auto add = [&](std::string_view intent) {
    judgments.add(intent, row[docno_column], grade, row.place);
  };
  if (!cell.empty() && !are_several) return add(cell);
  const auto intents = intents_in(cell);
  if (intents.empty() && grade > 0)
    throw Error(file.location(row.place), empty_intent, empty_intent_advice);
  if (intents.empty()) add(only_intent);
  for (const std::string_view intent : intents) add(intent);
}

[[gnu::cold]] JudgmentText open_qrels_table(const TextFile& file) {
  const HeaderTable table(file, wanted_of_qrels, 3);  // names, the third of them of intents
  require_names_of_parts(file, true);
  if (table.has(rank_column) && table.name_of(grade_column) == "score")
    refuse_run_as_judgments(file);
  const bool says_intents =
      table.has(intent_column) && !is_called(table.name_of(intent_column), iteration_columns);
  const auto ungraded = std::make_shared<std::atomic<std::uint64_t>>();
  return {table.topics(),
          [file, table, ungraded, says_intents, has_intents = table.has(intent_column),
           are_several = is_called(table.name_of(intent_column), intents_of_document)](
              const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
              if (is_empty_cell(row[grade_column])) {
                ++*ungraded;
                return;
              }
              if (!row[iteration_column].empty()) require_no_other_intent(file, row);
              const std::int32_t grade = grade_of(file, row[grade_column], row.place);
              if (has_intents && (says_intents || !is_empty_cell(row[intent_column])))
                return add_intents(file, row, grade, are_several, judgments);
              if (has_intents)
                return judgments.add_without_intent(row[docno_column], grade, row.place);
              judgments.add(only_intent, row[docno_column], grade, row.place);
            });
          },
          table.names(), says_intents, ungraded};
}

// Without grades, it says that the document is not relevant.
bool names_no_intent(std::string_view cell) {
  return cell.empty() || is_called(cell, {"none", "n/a", "na", "nan", "null", "-", "irrelevant",
                                          "not_relevant", "no_intent"});
}

[[gnu::cold]] JudgmentText open_table_of_relevant(const TextFile& file) {
  const HeaderTable table(file, wanted_of_relevant, 2);
  require_names_of_parts(file, true);
  return {table.topics(),
          [file, table, are_several = is_called(table.name_of(intent_column), intents_of_document)](
              const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
              if (!table.has(intent_column))
                return judgments.add(only_intent, row[docno_column], 1, row.place);
              const bool is_relevant = !names_no_intent(row[intent_column]);
              if (is_relevant) return add_intents(file, row, 1, are_several, judgments);
              judgments.add(only_intent, row[docno_column], 0, row.place);
            });
          },
          table.names(), table.has(intent_column)};
}

// ----- topic docno, and LightGCN's user item item ... -----

// In two columns, some topic comes again.
[[gnu::cold]] bool lists_relevant(std::string_view text) {
  const std::string_view whole = text;
  constexpr std::size_t looked_at = 20;
  std::size_t most = 0, least = text.size(), lines = 0;
  bool are_numbers = true, repeats = false;
  std::string_view line, topic, column[2];
  for (; lines < looked_at && !(line = take_first_line(text)).empty(); ++lines) {
    const std::size_t count = split_blanks(line, column);
    repeats |= column[0] == std::exchange(topic, column[0]);
    most = std::max(most, count);
    least = std::min(least, count);
    are_numbers &= line.find_first_not_of("0123456789 \t\r") == line.npos;
  }
  return (most == 2 && least == 2 && repeats) || (are_numbers && most > 6 && least < most) ||
         list_items(whole);
}

[[gnu::cold]] JudgmentText open_lists_of_relevant(const TextFile& file) {
  return {lines_by_topic(file),
          [](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            for_each_line(topic, line, RareLine([&](const LineColumns& column) {
                            std::vector<std::string_view> names(column.count);
                            split_blanks({column.bounds[0], column.end}, names);
                            for (const std::string_view docno : std::span(names).subspan(1))
                              judgments.add(only_intent, docno, 1, docno.data());
                          }));
          }};
}

// ----- TREC Dynamic Domain: topic topic.subtopic docno passage grade -----

[[gnu::cold]] bool has_passages(std::string_view text) {
  std::string_view column[5];
  return split_blanks(first_line(text), column) == 5 && parse_whole(column[4]) &&
         column[1].starts_with(std::string(column[0]) + '.');
}

// The highest grade of a document's passages.
[[gnu::cold]] JudgmentText open_passages(const TextFile& file) {
  return {
      lines_by_topic(file),
      [file](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
        std::map<std::pair<std::string_view, std::string_view>,
                 std::pair<std::int32_t, const char*>>
            highest;
        for_each_line(
            topic, line, RareLine([&](const LineColumns& column) {
              require_columns(file, column, 5, 5, "write \"topic subtopic docno passage grade\"");
              const char* const place = column.bounds[0];
              const auto grade = grade_of(file, column[4], place);
              auto& known = highest.try_emplace({column[1], column[2]}, grade, place).first->second;
              if (grade > known.first) known = {grade, place};
            }));
        for (const auto& [names, grade] : highest)
          judgments.add(names.first, names.second, grade.first, grade.second);
      }};
}

// ----- NTCIR, ad hoc: topic docno L2 -----

[[gnu::cold]] bool has_levels_of_topics(std::string_view text) {
  std::string_view column[3];
  return split_blanks(first_line(text), column) == 3 && is_level(column[2]);
}

// ----- without a header: topic docno grade, and user item rating timestamp -----

constexpr double highest_grade = 100, least_time = 1e6;

// Between blanks the intent or the grade may be missing. Are there documents, each once in a topic
// and with letters, and few grades of each topic, so that it is no intent, docno or score?
[[gnu::cold]] bool names_graded_documents(std::string_view text) {
  constexpr std::size_t looked_at = 200, least = 6;
  std::set<std::pair<std::string_view, std::string_view>> documents, grades;
  std::size_t lines = 0;
  std::string_view line, column[3];
  for (; lines < looked_at && !(line = take_first_line(text)).empty(); ++lines) {
    if (split_blanks(line, column) != 3 || !documents.emplace(column[0], column[1]).second ||
        std::ranges::none_of(column[1], is_letter) || column[1] == "Q0")
      return false;
    const auto grade = parse_integer(column[2]);
    if (!grade || std::abs(*grade) > 10) return false;
    grades.emplace(column[0], column[2]);
  }
  return lines >= least && 2 * grades.size() <= lines;
}

// Between tabs, as elliot writes them.
[[gnu::cold]] bool has_no_second_column(std::string_view text) {
  std::string_view column[3];
  const std::string_view line = first_line(text);
  if (split_blanks(line, column) != 3) return false;
  if (std::ranges::count(line, '\t') != 2) return names_graded_documents(text);
  const auto grade = parse_double(column[2]);
  return grade && std::abs(*grade) <= highest_grade;
}

// Recognises MovieLens's u.data: the last column is too high for a grade.
[[gnu::cold]] bool has_timestamps(std::string_view text) {
  std::string_view column[4];
  if (split_blanks(first_line(text), column) != 4) return false;
  const auto grade = parse_double(column[2]), time = parse_double(column[3]);
  return grade && time && std::abs(*grade) <= highest_grade && *time > least_time;
}

template <std::size_t column_count>
[[gnu::cold]] JudgmentText open_without_intents(const TextFile& file) {
  if (column_count == 3 && counts_lines(file.text(), 3, 2, 1, 3)) {
    throw Error(file.location(first_line(file.text()).data()), "is a run, not judgments",
                trec_qrels_advice);
  }
  constexpr const char* advice = column_count == 3
                                     ? "write \"topic docno grade\", as above"
                                     : "write \"user item rating timestamp\", as above";
  return {lines_by_topic(file),
          [file](const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line) {
            for_each_line(topic, line, [&](const LineColumns& column) {
              require_columns(file, column, column_count, column_count, advice);
              const char* const place = column.bounds[0];
              judgments.add(only_intent, column[1], grade_of(file, column[2], place), place);
            });
          }};
}

// ----- MovieLens: user::item::rating::timestamp -----

[[gnu::cold]] bool has_double_colons(std::string_view text) {
  const std::string_view line = first_line(text);
  const std::size_t second = line.find("::", line.find("::") + 2);
  return line.find_first_of(" \t") == line.npos && second != line.npos &&
         line.find("::", second + 2) != line.npos;
}

[[gnu::cold]] JudgmentText open_double_colons(const TextFile& file) {
  std::string text(file.text());
  for (std::size_t at = 0; (at = text.find("::", at)) != text.npos;) text.replace(at, 2, "\t");
  const TextFile lines(Source::memory(std::move(text), file.name()));
  JudgmentText judgments = open_without_intents<4>(lines);
  judgments.names = {lines.content()};
  return judgments;
}

// ----- TREC: topic intent docno grade -----

// TREC RAG's have a confidence and the name of a judge behind the grade.
constexpr std::size_t usual_columns = 4, long_columns = 6;

// Would the second of these columns be none of intents, nor zeros?
[[gnu::cold]] bool names_no_intents(const TextFile& file, char separator) try {
  std::string lines(file.text());
  std::ranges::replace(lines, separator, '\t');
  const TextFile text(Source::memory(lines, file.name()));
  return names_other_things(second_column(read_qrels(std::vector{text})));
} catch (const Error&) {
  return false;
}

// For a table without a header line, of which this is the first row.
[[noreturn]] void refuse_row_of_judgments(const TextFile& file, std::string_view row) {
  const char separator = separator_of(row);
  if (is_called(row.substr(0, row.find(separator)), docno_columns))
    throw Error(
        file.location(row.data()),
        "has the column " + printable(row.substr(0, row.find(separator))) + ", and none of topics",
        "write a line for each cell, below \"topic,intent,docno,label\"");
  const auto cells = std::ranges::count(row, separator) + 1;
  const bool has_time = parse_double(row.substr(row.rfind(separator) + 1)).value_or(0) > least_time;
  const char* const names = has_time     ? "user_id,item_id,rating,time"
                            : cells == 4 ? names_no_intents(file, separator)
                                               ? "topic,iteration,docno,grade"
                                               : "topic,intent,docno,grade"
                                         : "qid,docno,label";
  refuse_nameless(file.location(row.data()), row, names,
                  cells > 4 ? ", with a name for each column" : "");
}

// CACM's "01 1410 0 0": are columns 3 and 4 zeros in all of several lines?
[[gnu::cold]] bool names_documents_second(std::string_view text) {
  std::size_t lines = 0;
  for (std::string_view line, column[4]; !(line = take_first_line(text)).empty(); ++lines)
    if (split_blanks(line, column) != 4 || column[2] != "0" || column[3] != "0") return false;
  return lines > 1;
}

// Does the first of five columns count the lines, as frames write them and cat -n does?
[[gnu::cold]] bool numbers_lines(std::string_view text) {
  std::string_view column[5];
  std::optional<std::int64_t> before;
  std::size_t lines = 0;
  for (; lines < 3 && split_blanks(take_first_line(text), column) == 5; ++lines) {
    const auto number = parse_integer(column[0]);
    if (!number || (before && *number != *before + 1)) return false;
    before = number;
  }
  return lines == 3;
}

// Advice where a column without grades names intents, or columns are named as intents.
[[gnu::cold]] std::string advice_on_intents(std::string_view text) {
  std::vector<std::string> columns = names_left_out(text, wanted_of_qrels);
  if (columns.empty()) return {};
  std::erase_if(columns, [&](const std::string& column) {  // of words
    const ColumnNames names = {column};
    const auto table = HeaderTable::of(text, std::array{WantedColumn{names}});
    return !parse_double(table->first_cell(0));
  });
  if (columns.size() > 1)
    return "if grades by several intents stand in a row, write a row for each: qid, intent, docno, "
           "label; else call the column of grades label";
  return columns.empty() ? "add a column label, of 1 where all are relevant, and call that of "
                           "intents, if there is one, intent"
                         : "";
}

[[gnu::cold]] JudgmentText open_trec_qrels(const TextFile& file) {
  if (names_columns(file.text())) {
    const auto headings = headings_in(file.text());
    const auto has = [&](ColumnNames names) { return column_called(names, headings).has_value(); };
    const bool has_verdicts = has(criterion_columns) || has(run_columns);
    const bool has_features = has(docno_columns) && !has(topic_columns) && !has(grade_columns);
    refuse_headings(
        file, wanted_of_qrels, qrels_table_names,
        has_verdicts
            ? "name the columns qid, docno, label, or of verdicts topic, run, criterion, verdict"
        : has_features                             ? "write " + std::string(features_lines)
        : has(docno_columns) && has(topic_columns) ? advice_on_intents(file.text())
                                                   : "");
  }
  std::string_view columns_of_first[long_columns];
  const std::string_view first = first_line(file.text());
  const std::size_t count = split_blanks(first, columns_of_first);
  if (count == 1 && columns_of_first[0].find_first_of(",;") != std::string_view::npos)
    refuse_row_of_judgments(file, columns_of_first[0]);
  const auto bars = std::ranges::count(first, '|');
  const bool has_colons = columns_of_first[0].find("::") != first.npos;  // movies.dat, and u.item
  const bool has_features = (has_colons || bars > 4) && !parse_whole(columns_of_first[3]);
  if ((count == 1 && bars > 1) || has_features)
    throw Error(file.location(first.data()),
                fmt::format("has cells between '{}'", has_colons ? "::" : "|"),
                has_features ? "write " + std::string(features_lines) : "put tabs in its place");
  if (columns_of_first[1].starts_with("qid:")) {
    throw Error(file.location(columns_of_first[0].data()),
                "is of LETOR, with features in place of docnos", trec_qrels_advice);
  }
  if (columns_of_first[usual_columns].starts_with('#'))
    refuse_columns(file, split_line(first.data()), usual_columns, "");
  if (names_documents_second(file.text())) {
    throw Error(file.location(first.data()),
                "names documents in the second column, and has zeros for documents and grades",
                "write \"topic 0 docno 1\" in each line");
  }
  const bool has_zero = columns_of_first[1] == "0" || columns_of_first[1] == "Q0";
  const bool has_blanks = count > usual_columns && !has_zero &&
                          !parse_double(columns_of_first[2]) &&
                          (count == 5 || !parse_whole(columns_of_first[3]));
  const auto cells = static_cast<std::size_t>(std::ranges::count(first, '\t')) + 1;
  const bool has_cells = cells == usual_columns || (cells == 3 && !has_zero);
  const std::string_view last = first.substr(first.find_last_of(" \t") + 1);
  const bool has_text = !parse_double(last) && !grade_of_word(last);
  if (has_cells && count > cells)
    throw Error(file.location(first.data()), "has blanks within the cells between tabs",
                has_text                 ? words_of_intents_advice
                : cells == usual_columns ? intents_between_tabs_advice
                                         : tabs_advice);
  const char* const advice = has_cells    ? tabs_advice
                             : has_blanks ? has_text ? words_of_intents_advice : blanks_advice
                             : count == 3 ? three_columns_advice
                             : count == 5 && numbers_lines(file.text())
                                 ? "leave out the first column, which numbers the lines"
                             : count == 5 && !has_zero ? prels_advice
                                                       : trec_qrels_advice;
  const std::size_t expected = count == long_columns && !has_blanks ? long_columns : usual_columns;
  if (expected == long_columns && counts_ranks(file.text())) {
    throw Error(file.location(columns_of_first[0].data()), "is a run, not judgments",
                trec_qrels_advice);
  }
  return {lines_by_topic(file),
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
    {"table", [](std::string_view text) { return !!HeaderTable::of(text, wanted_of_qrels); },
     open_qrels_table},
    {"table without grades", is_table_of_relevant, open_table_of_relevant},
    {"lists of what is relevant", lists_relevant, open_lists_of_relevant},
    {"passages", has_passages, open_passages},
    {"NTCIR", has_levels_of_topics, open_without_intents<3>},
    {"topic docno grade", has_no_second_column, open_without_intents<3>},
    {"ratings with times", has_timestamps, open_without_intents<4>},
    {"ratings.dat", has_double_colons, open_double_colons},
    {"TREC", [](std::string_view) { return true; }, open_trec_qrels},
};

}  // namespace

bool is_level(std::string_view text) {
  return text.size() > 1 && text[0] == 'L' && is_digit(text[1]);
}

[[gnu::cold]] bool counts_ranks(std::string_view text) {
  constexpr int looked_at = 10;  // fewer than three may be either
  std::string_view topic;
  std::int64_t rank = 0;
  double score = 0;
  int lines = 0, rises = 0;
  bool has_gaps = false;  // of runs that were thinned
  for (; lines < looked_at; ++lines) {
    std::string_view column[6];
    if (split_blanks(take_first_line(text), column) != 6) break;
    const auto number = parse_integer(column[3]);
    const auto value = parse_double(column[4]);
    if (!number || !value) return false;
    const bool begins = column[0] != topic;
    if (!begins && (*number <= rank || *value > score)) return false;
    has_gaps = has_gaps || (begins ? *number > 1 : *number > rank + 1);
    rises += begins ? 0 : 1;
    topic = column[0];
    rank = *number;
    score = *value;
  }
  return has_gaps ? rises > 2 : lines > 2;
}

std::span<const QrelsFormat> qrels_formats() {
  return formats_of_qrels;
}

[[gnu::cold]] std::string unused_columns(std::string_view text) {
  if (text.empty()) return {};
  const QrelsFormat& format = format_of_qrels(text);
  if (format.open == open_lists_of_relevant ||
      (format.open == open_table_of_relevant &&
       !HeaderTable::of(text, wanted_of_relevant)->has(intent_column)))
    return "there are no grades: all documents are relevant";
  std::string_view columns[long_columns];
  if (format.open == open_trec_qrels && split_blanks(first_line(text), columns) == long_columns &&
      parse_integer(columns[3]) && parse_double(columns[4]))
    return "columns 5 and 6 are not used";
  const std::string records = format.open == open_ratings ? table_of_records(text) : "";
  if (!records.empty()) text = records;
  const bool is_table = format.open == open_qrels_table || !records.empty();
  const auto table = is_table ? HeaderTable::of(text, wanted_of_qrels) : std::nullopt;
  if (!table) return {};
  constexpr ColumnNames read[] = {topic_columns, docno_columns, intent_columns, grade_columns};
  std::string unread = unread_columns(text, read);
  if (!unread.empty() || table->has(intent_column)) return unread;
  return note_left_out(names_left_out(text, wanted_of_qrels), records.empty(), "names intents",
                       "intent");
}

const QrelsFormat& format_of_qrels(std::string_view text) {
  return *std::ranges::find_if(formats_of_qrels,
                               [&](const QrelsFormat& format) { return format.fits(text); });
}

}  // namespace subintent::internal
