#include "report/score_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "report/data_table.h"
#include "support/error.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

// Calls use(run, topic, value_of_measure) for every line there is: topics if asked for, then the
// mean.
void for_each_line(const ScoreSet& scores,
                   const std::function<void(const RunScores&, std::string_view,
                                            const std::function<double(std::size_t)>&)>& use) {
  for (const RunScores& run : scores.runs) {
    for (std::size_t t = 0; scores.per_topic && t < scores.topics.size(); ++t) {
      if (scores.answered_only && run.answered[t] == 0) continue;
      use(run, scores.topics[t], [&](std::size_t m) { return run.values[m][t]; });
    }
    use(run, mean_topic, [&](std::size_t m) { return run.mean(m, scores.answered_only); });
  }
}

// A name without what would act on a terminal, or end a line or column.
std::string one_line(std::string_view name) {
  return printable(name, SIZE_MAX);
}

using Rows = std::vector<std::vector<std::string>>;

// Marks the best means in a column with '*', all other cells with ' '; compares the numbers as they
// are shown. Row 0 is the header.
void mark_best(Rows& rows, std::size_t column, const std::vector<std::size_t>& mean_rows) {
  double best = -1;
  const auto shown = [&](std::size_t row) { return parse_double(rows[row][column]).value_or(0); };
  for (const std::size_t row : mean_rows) best = std::max(best, shown(row));
  std::vector<char> marks(rows.size(), ' ');
  for (const std::size_t row : mean_rows) marks[row] = shown(row) >= best ? '*' : ' ';
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row][column] += marks[row];
}

// A field of CSV, quoted where it has to be.
std::string csv_field(std::string_view name) {
  const std::string text = one_line(name);
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string NumberFormat::operator()(double value) const {
  if (!digits) return shortest(value);
  std::string text = fmt::format("{:.{}f}", value, *digits);
  // No minus sign before a zero that rounding made.
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string table_of(const ScoreSet& scores, const NumberFormat& number, std::size_t width) {
  const std::size_t labels = scores.per_topic ? 2 : 1;
  Rows rows(1, {"run"});
  if (scores.per_topic) rows[0].emplace_back("topic");
  rows[0].insert(rows[0].end(), scores.measures.begin(), scores.measures.end());
  std::vector<std::size_t> mean_rows;
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    if (topic == mean_topic) mean_rows.push_back(rows.size());
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(one_line(run.run));
    if (scores.per_topic) row.push_back(one_line(topic));
    for (std::size_t m = 0; m < scores.measures.size(); ++m) row.push_back(number(value(m)));
  });
  for (std::size_t column = labels; scores.runs.size() > 1 && column < rows[0].size(); ++column) {
    mark_best(rows, column, mean_rows);
  }
  TextTable table(labels, 1);
  for (std::vector<std::string>& row : rows) table.add(std::move(row));
  return table.text(width);
}

std::string tsv_of(const ScoreSet& scores, const NumberFormat& number) {
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    const std::string names = one_line(run.run) + '\t' + one_line(topic) + '\t';
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      text += fmt::format("{}{}\t{}\n", names, scores.measures[m], number(value(m)));
    }
  });
  return text;
}

std::string json_of(const ScoreSet& scores, const NumberFormat& number) {
  std::string text = "[";
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    text += text.size() > 1 ? ",\n {\"run\": " : "\n {\"run\": ";
    append_json_string(text, run.run);
    text += ", \"topic\": ";
    append_json_string(text, topic);
    text += ", \"scores\": {";
    for (std::size_t m = 0; m < scores.measures.size(); ++m) {
      if (m > 0) text += ", ";
      append_json_string(text, scores.measures[m]);
      text += ": " + number(value(m));
    }
    text += "}}";
  });
  return text + "\n]\n";
}

std::string csv_of(const ScoreSet& scores, const NumberFormat& number) {
  std::string text = "topic";
  for (const RunScores& run : scores.runs) text += "," + csv_field(run.run);
  text += "\n";
  for (std::size_t t = 0; t < scores.topics.size(); ++t) {
    text += csv_field(scores.topics[t]);
    for (const RunScores& run : scores.runs) text += "," + number(run.values[0][t]);
    text += "\n";
  }
  return text;
}

}  // namespace subintent::internal
