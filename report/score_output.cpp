#include "report/score_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "support/display_width.h"
#include "support/error.h"
#include "support/json.h"
#include "support/strings.h"

namespace subintent {
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

struct Column {
  std::string title;
  std::vector<std::string> cells;
  bool is_text = false;

  std::size_t width() const {
    std::size_t widest = display_width(title);
    for (const std::string& cell : cells) widest = std::max(widest, display_width(cell));
    return widest;
  }
};

// Marks the best cells of a column with '*', the others with ' '; compares the numbers as they are
// shown.
void mark_best(Column& column, const std::vector<std::size_t>& mean_lines) {
  double best = -1;
  for (const std::size_t line : mean_lines) {
    best = std::max(best, parse_double(column.cells[line]).value_or(0));
  }
  std::vector<char> is_best(column.cells.size(), 0);
  for (const std::size_t line : mean_lines) {
    is_best[line] = parse_double(column.cells[line]).value_or(0) >= best ? 1 : 0;
  }
  for (std::size_t line = 0; line < column.cells.size(); ++line) {
    column.cells[line] += is_best[line] != 0 ? '*' : ' ';
  }
  column.title += ' ';
}

std::string block_of(const std::vector<Column>& labels, std::span<const Column> measures) {
  std::vector<std::size_t> widths;
  for (const Column& label : labels) widths.push_back(label.width());
  for (const Column& measure : measures) widths.push_back(measure.width());
  std::string text;
  const auto line = [&](const std::function<const std::string&(const Column&)>& cell) {
    std::string row;
    auto width = widths.begin();
    const auto blanks = [&](const std::string& shown) {
      return std::string(*width++ - display_width(shown), ' ');
    };
    for (const Column& label : labels) row += cell(label) + blanks(cell(label)) + "  ";
    for (const Column& measure : measures) row += blanks(cell(measure)) + cell(measure) + " ";
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  };
  line([](const Column& column) -> const std::string& { return column.title; });
  for (std::size_t i = 0; i < labels[0].cells.size(); ++i) {
    line([i](const Column& column) -> const std::string& { return column.cells[i]; });
  }
  return text;
}

// A name without what would act on a terminal, or end a line or column.
std::string clean(std::string_view name) {
  return printable(name, SIZE_MAX);
}

// A field of CSV, quoted where it has to be.
std::string csv_field(std::string_view name) {
  const std::string text = clean(name);
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
  std::vector<Column> labels = {{"run", {}, true}};
  if (scores.per_topic) labels.push_back({"topic", {}, true});
  std::vector<Column> measures;
  for (const std::string& name : scores.measures) measures.push_back({name, {}});
  std::vector<std::size_t> mean_lines;
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    if (topic == mean_topic) mean_lines.push_back(labels[0].cells.size());
    labels[0].cells.push_back(clean(run.run));
    if (scores.per_topic) labels[1].cells.push_back(clean(topic));
    for (std::size_t m = 0; m < measures.size(); ++m) measures[m].cells.push_back(number(value(m)));
  });
  if (scores.runs.size() > 1) {
    for (Column& measure : measures) mark_best(measure, mean_lines);
  }
  std::size_t label_width = 0;
  for (const Column& label : labels) label_width += label.width() + 2;
  std::string text;
  std::size_t start = 0;
  while (start < measures.size()) {
    std::size_t used = label_width, end = start;
    while (end < measures.size() &&
           (end == start || width == 0 || used + measures[end].width() + 1 <= width)) {
      used += measures[end++].width() + 1;
    }
    if (start > 0) text += "\n";
    text += block_of(labels, std::span(measures).subspan(start, end - start));
    start = end;
  }
  return text;
}

std::string tsv_of(const ScoreSet& scores, const NumberFormat& number) {
  std::string text = "run\ttopic\tmeasure\tvalue\n";
  for_each_line(scores, [&](const RunScores& run, std::string_view topic, const auto& value) {
    const std::string names = clean(run.run) + '\t' + clean(topic) + '\t';
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

}  // namespace subintent
