#include "report/report.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <variant>

#include "core/base/strings.h"
#include "core/io/json.h"
#include "core/io/table_cells.h"
#include "report/charts/display_width.h"
#include "report/charts/svg.h"
#include "report/run_table.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::string tsv_text(const std::string& text) {
  if (const auto held = control_in(text)) {
    throw Error(Location{},
                fmt::format("'{}' has {}, which TSV cannot hold", printable(text), *held),
                "rename it, or use `format=json`");
  }
  return written_cell(text, '\t');
}

std::string tsv_cell(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return tsv_text(*text);
  if (const auto* number = std::get_if<double>(&cell))
    return std::isinf(*number) ? (*number > 0 ? "inf" : "-inf") : shortest(*number);
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) return std::to_string(*whole);
  return {};
}

// The places of the columns that are not hidden.
std::vector<std::size_t> shown_columns(const DataTable& table) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (std::ranges::count(table.hidden, table.columns[i]) == 0) shown.push_back(i);
  return shown;
}

std::string json_row(const DataTable& table, std::span<const std::size_t> shown,
                     const std::vector<Cell>& row) {
  JsonWriter json;
  json.within("{}", [&] {
    for (const std::size_t i : shown) {
      json.key(table.columns[i]);
      const auto write = [&]<typename Value>(const Value& value) {
        if constexpr (std::is_same_v<Value, std::monostate>)
          json.none();
        else
          json.value(value);
      };
      std::visit(write, row[i]);
    }
  });
  return std::move(json.out);
}

// The lines of a paragraph, those that are longer than `width` wrapped at blanks.
std::string wrapped_lines(std::string_view paragraph, std::size_t width) {
  std::string out;
  while (!paragraph.empty()) {
    const std::size_t end = std::min(paragraph.find('\n'), paragraph.size() - 1) + 1;
    const std::string_view line = paragraph.substr(0, end);
    paragraph.remove_prefix(end);
    if (display_width(line) <= width + 1) {
      out += line;
      continue;
    }
    append_wrapped(out, "", "", std::string(trim(line)), width);
  }
  return out;
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

// ".1 .5" as "[.1, .5]", and ".3 (.1 .5)" as ".3 [.1, .5]".
std::string with_brackets(const std::string& text) {
  const std::size_t open = text.find(" (");
  const bool has_head = open != std::string::npos && text.back() == ')';
  const std::string head = has_head ? text.substr(0, open) : "";
  const std::string both = has_head ? text.substr(open + 2, text.size() - open - 3) : text;
  const std::size_t blank = std::min(both.find(' '), both.size());
  if (!is_number_text(both.substr(0, blank)) ||
      !is_number_text(std::string_view(both).substr(std::min(blank + 1, both.size()))) ||
      (has_head && !is_number_text(head)))
    return text;
  return fmt::format("{}{}[{}, {}]", head, has_head ? " " : "", both.substr(0, blank),
                     both.substr(blank + 1));
}

std::string markdown_cell_text(const PaperCell& cell) {
  std::string text = markdown_text(display_text(cell.text));
  if (cell.bold) text = "**" + text + "**";
  if (!cell.superscript.empty()) text += "<sup>" + markdown_text(cell.superscript) + "</sup>";
  if (!cell.subscript.empty()) text += "<sub>" + markdown_text(cell.subscript) + "</sub>";
  if (!cell.interval.empty()) text += ' ' + markdown_text(cell.interval);
  return text;
}

std::string markdown_row_text(const std::vector<PaperCell>& row) {
  std::string text = "|";
  for (const PaperCell& cell : row) text += ' ' + markdown_cell_text(cell) + " |";
  return text + '\n';
}

std::string markdown_table_text(const PaperTable& table) {
  std::string text = markdown_row_text(table.header) + "|";
  for (std::size_t i = 0; i < table.header.size(); ++i)
    text += i < table.labels || table.ragged_right ? "---|" : "---:|";
  text += '\n';
  for (const auto& row : table.rows) text += markdown_row_text(row);
  if (!table.caption.empty()) text += '\n' + markdown_text(table.caption) + '\n';
  return text;
}

}  // namespace

DataTable table_of(const TableRecord& record) {
  DataTable table{record.name, {}, {}};
  for (const Column& column : record.columns) table.columns.push_back(column.name);
  return table;
}

DataTable table_of(std::span<const TableRecord> records, std::string_view name) {
  return table_of(*std::ranges::find(records, name, &TableRecord::name));
}

std::string tsv_of(std::span<const DataTable> tables) {
  std::string out;
  for (const DataTable& table : tables) {
    if (!out.empty()) out += '\n';
    const std::vector<std::size_t> shown = shown_columns(table);
    const auto add_line = [&](const auto& text_of) {
      for (std::size_t i = 0; i < shown.size(); ++i) {
        if (i > 0) out += '\t';
        out += text_of(shown[i]);
      }
      out += '\n';
    };
    add_line([&](std::size_t i) { return table.columns[i]; });
    for (const auto& row : table.rows) add_line([&](std::size_t i) { return tsv_cell(row[i]); });
  }
  return out;
}

void append_json_tables(std::string& out, std::span<const DataTable> tables) {
  for (const DataTable& table : tables) {
    out += ",\n";
    append_json_string(out, table.name);
    out += ":[";
    const std::vector<std::size_t> shown = shown_columns(table);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      out += i == 0 ? "\n" : ",\n";
      out += json_row(table, shown, table.rows[i]);
    }
    out += ']';
  }
}

std::string json_of(std::string_view command, std::span<const DataTable> tables) {
  std::string out = "{\"subintent\":";
  append_json_string(out, command);
  append_json_tables(out, tables);
  return out + "}\n";
}

std::string fraction(double value, int digits) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  if (text.starts_with("0.")) return text.substr(1);
  if (text.starts_with("-0.")) return "-" + text.substr(2);
  return text;
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  return widths;
}

// The columns on the left, and those from `begin` to before `end`.
void TextTable::append_block(std::string& out, const std::vector<std::size_t>& widths,
                             std::size_t begin, std::size_t end) const {
  for (const auto& row : rows_) {
    std::string line;
    const auto add = [&](std::size_t i) {
      const std::string blanks(widths[i] - display_width(row[i]), ' ');
      line += i < left_ ? row[i] + blanks : blanks + row[i];
      line += std::string(i < left_ ? 2 : gap_, ' ');
    };
    for (std::size_t i = 0; i < std::min(left_, row.size()); ++i) add(i);
    for (std::size_t i = begin; i < std::min(end, row.size()); ++i) add(i);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
}

// The same with labels cut so that they leave half of the width, and room for the widest column; of
// each at least 8 columns stay.
TextTable TextTable::with_short_labels(std::size_t width) const {
  std::vector<std::size_t> limits = widths();
  std::size_t widest = 0;
  for (std::size_t i = left_; i < limits.size(); ++i) widest = std::max(widest, limits[i] + gap_);
  limits.resize(std::min(left_, limits.size()));
  const std::size_t room = std::min(width / 2, width - std::min(width, widest));
  const auto longest = [&] { return std::ranges::max_element(limits); };
  const auto used = [&] {
    return std::accumulate(limits.begin(), limits.end(), 2 * limits.size());
  };
  while (!limits.empty() && used() > room && *longest() > 8) --*longest();
  TextTable table(left_, gap_);
  for (auto row : rows_) {
    for (std::size_t i = 0; i < std::min(left_, row.size()); ++i)
      row[i] = cut_text(row[i], limits[i]);
    table.add(std::move(row));
  }
  return table;
}

std::string TextTable::text(std::size_t width) const {
  return width == 0 ? blocks(0) : with_short_labels(width).blocks(width);
}

std::string TextTable::blocks(std::size_t width) const {
  const std::vector<std::size_t> widths = this->widths();
  std::size_t left_width = 0;
  for (std::size_t i = 0; i < std::min(left_, widths.size()); ++i) left_width += widths[i] + 2;
  std::string out;
  std::size_t begin = std::min(left_, widths.size());
  do {
    std::size_t used = left_width, end = begin;
    while (end < widths.size() &&
           (end == begin || width == 0 || used + widths[end] + gap_ <= width))
      used += widths[end++] + gap_;
    if (!out.empty()) out += '\n';
    append_block(out, widths, begin, end);
    begin = end;
  } while (begin < widths.size());
  return out;
}

void ReportText::add(const ReportText& text) {
  parts_.insert(parts_.end(), text.parts_.begin(), text.parts_.end());
}

std::string ReportText::text(std::size_t width) const {
  std::string out;
  for (const Part& part : parts_) {
    const auto* const paragraph = std::get_if<std::string>(&part);
    out += paragraph == nullptr ? std::get<TextTable>(part).text(width)
           : width == 0         ? *paragraph
                                : wrapped_lines(*paragraph, width);
  }
  return out;
}

PaperTable paper_table(const RunTable& table, const NumberFormat& number) {
  PaperTable paper;
  paper.caption = topics_note(table);
  if (table.runs.size() > 1) paper.caption += " The best of each measure is bold.";
  for (const std::string& note : statistics_notes(table, "as a subscript"))
    paper.caption += ' ' + note;
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
    if (!of_baselines && table.has_better())  // the caption names baselines
      name.superscript = table.mark_of(run);
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
    return is_letter(c) || is_digit(c) ||
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
    for (const std::string& text : texts)
      row.push_back({row.size() < paper.labels ? text : with_brackets(text)});
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

std::string markdown_text(std::string_view text) {
  constexpr std::string_view escaped = "\\`*_{}[]()#+!|~$";
  std::string out;
  for (const char c : printable(text, SIZE_MAX)) {
    if (escaped.find(c) != std::string_view::npos) out += '\\';
    const std::string_view in_html = c == '"' ? "" : entity(c);
    in_html.empty() ? out += c : out += in_html;
  }
  return out;
}

std::string markdown_of(const std::vector<PaperTable>& tables) {
  std::string text;
  for (const PaperTable& table : tables)
    text += (text.empty() ? "" : "\n") + markdown_table_text(table);
  return text;
}

std::string junit_of(const std::string& suite, const std::vector<Check>& checks) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{}\" "
      "tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n",
      svg_text(suite), checks.size(), std::ranges::count(checks, true, &Check::failed));
  for (const Check& check : checks) {
    const std::string finding = svg_text(check.finding);
    out += fmt::format("<testcase classname=\"{}\" name=\"{}\">", svg_text(check.group),
                       svg_text(check.name));
    out += check.failed ? fmt::format("<failure message=\"{}\"/>", finding)
                        : fmt::format("<system-out>{}</system-out>", finding);
    out += "</testcase>\n";
  }
  return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace subintent::internal
