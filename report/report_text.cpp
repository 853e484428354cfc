#include "report/report_text.h"

#include <numeric>

#include "report/charts/display_width.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {

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

namespace {

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
    std::vector<StyledWord> words;
    for (std::string& word : split(std::string(trim(line)), ' '))
      words.push_back({std::move(word)});
    append_wrapped(out, "", "", words, width);
  }
  return out;
}

}  // namespace

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

}  // namespace subintent::internal
