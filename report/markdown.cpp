#include "report/markdown.h"

#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

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

std::string markdown_text(std::string_view text) {
  constexpr std::string_view escaped = "\\`*_{}[]()#+!|~$";
  std::string out;
  for (const char c : printable(text, SIZE_MAX)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (escaped.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string markdown_of(const std::vector<PaperTable>& tables) {
  std::string text;
  for (const PaperTable& table : tables)
    text += (text.empty() ? "" : "\n") + markdown_table_text(table);
  return text;
}

}  // namespace subintent::internal
