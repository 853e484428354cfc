#include "report/paper_table.h"

#include <fmt/format.h>

#include <variant>

#include "report/report.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string caption_of(const RunTable& table) {
  std::string caption = topics_note(table);
  if (table.runs.size() > 1) caption += " The best of each measure is bold.";
  for (const std::string& note : statistics_notes(table, "as a subscript")) caption += ' ' + note;
  return caption;
}

PaperCell cell_of(const RunTable& table, std::size_t run, std::size_t measure,
                  const NumberFormat& number) {
  if (!table.has_mean(measure)) return {"–"};
  const RunMean& mean = table.means[run][measure];
  PaperCell cell{number(mean.mean), mean.best};
  cell.superscript = table.marks_text(mean.better);
  const bool of_baselines = table.test && !table.test->comparison.baselines.empty();
  if (of_baselines) cell.subscript = table.marks_text(mean.worse);
  cell.interval = behind_mean(mean, number);
  return cell;
}

// A paragraph as part of a caption: its words on one line, with a full stop.
std::string sentence_of(const std::string& paragraph) {
  std::string text;
  for (const char c : paragraph) text += c == '\n' ? ' ' : c;
  text = trim(text);
  if (text.starts_with("== ")) text.erase(0, 3);
  if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos)
    text += '.';
  return text;
}

void append_sentence(std::string& caption, const std::string& sentence) {
  if (!caption.empty() && !sentence.empty()) caption += ' ';
  caption += sentence;
}

}  // namespace

PaperTable paper_table(const RunTable& table, const NumberFormat& number) {
  PaperTable paper;
  paper.caption = caption_of(table);
  paper.ragged_right = table.test || table.intervals != TableIntervals::none;
  paper.header.push_back({"run"});
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    PaperCell& cell = paper.header.emplace_back(PaperCell{table.measures[m]});
    cell.is_measure = m >= table.named.size() || !table.named[m];
  }
  for (std::size_t run = 0; run < table.runs.size(); ++run) {
    auto& row = paper.rows.emplace_back();
    PaperCell& name = row.emplace_back(PaperCell{table.runs[run]});
    const bool of_baselines = table.test && !table.test->comparison.baselines.empty();
    if (!of_baselines) name.superscript = table.mark_of(run);  // the caption names baselines
    for (std::size_t m = 0; m < table.means[run].size(); ++m)
      row.push_back(cell_of(table, run, m, number));
  }
  return paper;
}

void add_before_caption(const std::string& words, PaperTable& table) {
  std::string caption = sentence_of(words);
  append_sentence(caption, table.caption);
  table.caption = caption;
}

void require_latex_label(const std::string& label) {
  const bool fits = !label.empty() && std::ranges::all_of(label, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(":-_./+").find(c) != std::string_view::npos;
  });
  if (fits) return;
  throw Error::argument("label", "label: LaTeX cannot refer to '" + printable(label) + "'",
                        "write letters, digits and any of : - _ . / +");
}

void mark_measures(PaperTable& table) {
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    if (!table.header[column].text.starts_with("measure")) continue;
    for (auto& row : table.rows) row[column].is_measure = true;
  }
}

PaperTable paper_table(const TextTable& table) {
  PaperTable paper;
  paper.labels = table.left();
  for (const auto& texts : table.rows()) {
    auto& row = paper.header.empty() ? paper.header : paper.rows.emplace_back();
    for (const std::string& text : texts) row.push_back({text});
    row.resize(paper.header.size());
  }
  mark_measures(paper);
  return paper;
}

std::vector<PaperTable> paper_tables(const Report& report) {
  if (!report.paper.empty()) return report.paper;
  std::vector<PaperTable> tables;
  std::string above;
  for (const ReportText::Part& part : report.text.parts()) {
    if (const auto* const paragraph = std::get_if<std::string>(&part)) {
      append_sentence(above, sentence_of(*paragraph));
      continue;
    }
    tables.push_back(paper_table(std::get<TextTable>(part)));
    tables.back().caption = std::exchange(above, "");
  }
  if (!tables.empty()) append_sentence(tables.back().caption, above);
  return tables;
}

}  // namespace subintent::internal
