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

double score_of(const TextFile& file, std::string_view text, const char* place) {
  const LeadingNumber number = leading_number_in_blocks(text);
  if (number.end == text.data() + text.size()) return number.value;
  const auto score = parse_double(text);
  if (!score) refuse_score(file, text, place);
  return *score;
}

// ----- without ranks and scores, in the order of the lines: topic docno -----

[[gnu::cold]] bool is_ranking(std::string_view text) {
  std::string_view column[2];
  return split_blanks(first_line(text), column) == 2 && !is_called(column[0], topic_columns);
}

[[gnu::cold]] RunText open_ranking(const TextFile& file, RunOrder) {
  RunText text{
      lines_by_topic(file), [file](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
        for_each_line(topic, line, RareLine([&](const LineColumns& column) {
                        require_columns(file, column, 2, 2, "write \"topic docno\", as above");
                        list.add_next(column[1]);
                      }));
      }};
  text.has_ranks = false;
  return text;
}

[[gnu::cold]] RunText open_lists_of_items(const TextFile& file, RunOrder) {
  RunText text{lines_by_topic(file),
               [](const TopicLines& topic, ListBuilder& list, LineInWork& line) {
                 for_each_line(topic, line, RareLine([&](const LineColumns& column) {
                                 std::vector<std::string_view> names(column.count);
                                 split_blanks({column.bounds[0], column.end}, names);
                                 for (const auto docno : std::span(names).subspan(1))
                                   list.add_next(docno);
                               }));
               }};
  text.has_ranks = false;
  return text;
}

// Between commas two lines of a topic tell it from a table whose header line is unknown.
[[gnu::cold]] bool is_ranking_of_cells(std::string_view text) {
  const std::string_view line = take_first_line(text);
  const std::string_view topic = line.substr(0, line.find(',') + 1);
  return topic.size() > 1 && std::ranges::count(line, ',') == 1 &&
         first_line(text).starts_with(topic) && text.find('"') == text.npos;
}

[[gnu::cold]] RunText open_ranking_of_cells(const TextFile& file, RunOrder order) {
  const TextFile run(Source::memory(replace_all(std::string(file.text()), ",", "\t"), file.name()));
  RunText text = open_ranking(run, order);
  text.names.push_back(run.content());
  return text;
}

// ----- tables with a header line -----

enum WantedRun : std::size_t {
  topic_of_run,
  docno_of_run,
  rank_of_run,
  score_of_run,
  run_of_run,
  experiment_of_run
};

constexpr WantedColumn wanted_of_run[] = {{topic_columns},
                                          {docno_columns},
                                          {rank_columns, false, true},
                                          {score_columns, false, true},
                                          {run_columns, false},
                                          {experiment_columns, false}};

constexpr const char* run_table_names[] = {"topics", "docnos"};

// With columns of topics and docnos alone, the order of the rows is that of the lists.
[[gnu::cold]] bool is_run_table(std::string_view text) {
  const auto table = HeaderTable::of(text, wanted_of_run);
  return table &&
         (table->has(rank_of_run) || table->has(score_of_run) || table->column_count() == 2);
}

[[gnu::cold]] RunText open_run_table(const TextFile& file, RunOrder order) {
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
        Experiments experiments;
        table.for_each_row(topic, line, [&](const HeaderTable::Row& row) {
          if (!run.empty() && row[run_of_run] != run)
            refuse_runs(file.location(row.place), "column", table.name_of(run_of_run), run,
                        row[run_of_run]);
          if (table.has(experiment_of_run))
            add_experiment(experiments, file, row.place, row[docno_of_run], row[experiment_of_run],
                           "column", table.name_of(experiment_of_run));
          const bool has_rank = has_ranks && (order == RunOrder::rank || !has_scores ||
                                              parse_whole(row[rank_of_run]).value_or(-1) >= 0);
          const auto rank = has_rank ? rank_of(file, row[rank_of_run], row.place) : 0;
          if (!has_ranks && !has_scores) return list.add_next(row[docno_of_run]);
          list.add(row[docno_of_run], rank,
                   has_scores ? score_of(file, row[score_of_run], row.place) : score_of_rank(rank));
        });
      }};
  text.names = table.names();
  text.has_ranks = has_ranks;
  text.unread_column = unread_columns(file.text(), std::span(read_of_run).first(has_ranks ? 3 : 4));
  return text;
}

// ----- three columns: topic rank docno, topic docno score, MS MARCO: topic docno rank -----

enum class Numbers { ranks, scores, either, none };

// Tells what the third column holds. Ranks are 1 to n or 0 to n - 1 in every topic, or rise in the
// order of the lines, from 1, 0 or, without gaps, from another number that topics have in common.
// Numbers that fall or have fractions are scores; others that rise may be either.
[[gnu::cold]] Numbers numbers_of(std::string_view text) {
  constexpr std::size_t looked_at = 1 << 20;  // of ranks in order, which need no more
  if (text.size() > looked_at + 1 &&
      numbers_of(text.substr(0, text.rfind('\n', looked_at) + 1)) == Numbers::ranks)
    return Numbers::ranks;
  std::map<std::string_view, std::vector<std::int64_t>> topics;  // whose lines may stand apart
  auto last = topics.end();
  for (std::string_view line, column[3]; !(line = take_first_line(text)).empty();) {
    if (split_blanks(line, column) != 3 || !parse_double(column[2])) return Numbers::none;
    const auto number = parse_whole(column[2]);
    if (!number) return Numbers::scores;
    if (last == topics.end() || last->first != column[0])
      last = topics.try_emplace(column[0]).first;
    last->second.push_back(*number);
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

[[gnu::cold]] bool is_msmarco(std::string_view text) {
  std::string_view column[3];
  return split_blanks(first_line(text), column) == 3 && parse_whole(column[2]);
}

[[gnu::cold]] bool has_ranks_before(std::string_view text) {
  return counts_lines(text, 3, 1) && numbers_of(text) != Numbers::ranks;
}

// ColBERT's "topic docno rank score", or with the rank behind the score.
template <std::size_t rank_at>
[[gnu::cold]] bool has_ranks_and_scores(std::string_view text) {
  std::array<std::string_view, 4> column;
  return counts_lines(text, 4, rank_at) && split_blanks(first_line(text), column) == 4 &&
         parse_double(column[5 - rank_at]) && !is_called(column[1], {"Q0", "0"});
}

// The columns of ranks and scores are 0 where there are none.
template <std::size_t count, std::size_t docno_at, std::size_t rank_at, std::size_t score_at>
[[gnu::cold]] RunText open_columns(const TextFile& file, RunOrder) {
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
        if constexpr (count == 4 || docno_at == 2)
          for_each_line(topic, line, RareLine(add));
        else
          for_each_line(topic, line, add);
      }};
  text.has_ranks = rank_at > 0;
  return text;
}

// ----- TREC: topic Q0 docno rank score tag -----

[[noreturn]] void refuse_line(const TextFile& file, const LineColumns& column) {
  const Location where = file.location(column.bounds[0]);
  const auto is_score = [](std::string_view text) { return text.find('.') != text.npos; };
  if (column.count == 1 && column[0].find_first_of(",;") != std::string_view::npos) {
    const bool is_pair = std::ranges::count(column[0], separator_of(column[0])) == 1;
    refuse_nameless(where, column[0], is_pair ? "qid,docno" : "qid,docno,score",
                    is_pair ? "" : ", or rank for score, with a name for each column");
  }
  const bool has_score_last = is_score(column[3]),
             has_ranks = has_score_last != is_score(column[2]);
  if (column.count == 4 && has_ranks && parse_double(column[2]) && parse_double(column[3]) &&
      !is_called(column[1], {"Q0", "0"}))
    throw Error(where, "is a run whose ranks do not count from 1 in each topic",
                has_score_last ? "write \"qid docno rank score\" as the first line"
                               : "write \"qid docno score rank\" as the first line");
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
    const double score = leading_double(column[4]);  // as by atof(); NaN has no order
    return list.add(column[2], 0, std::isnan(score) ? -HUGE_VAL : score);
  }
  const char* const place = column.bounds[0];
  // A list that scores order needs no ranks, and may have "-1" or "NA".
  const bool has_rank = order == RunOrder::rank ||
                        (parse_double(column[3]) && parse_whole(column[3]).value_or(0) >= 0);
  const auto rank = has_rank ? rank_of(file, column[3], place) : 0;
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
  if (names_columns(file.text())) refuse_headings(file, wanted_of_run, run_table_names);
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
    {"user item item ...", list_items, open_lists_of_items},
    {"topic rank docno", has_ranks_before, open_columns<3, 2, 1, 0>},
    {"topic docno score", [](std::string_view text) { return numbers_of(text) == Numbers::scores; },
     open_columns<3, 1, 0, 2>},
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
