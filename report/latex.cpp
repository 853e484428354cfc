#include "report/report.h"

#include <fmt/format.h>

#include <iterator>

#include "core/base/utf8.h"
#include "report/charts/display_width.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// "--" would become a dash, two quotes or commas a quotation mark.
bool makes_ligature(char c) {
  return c == '-' || c == '\'' || c == ',';
}

struct Sign {
  std::string_view character;
  const char* latex;
};

constexpr Sign text_signs[] = {{"\\", "\\textbackslash{}"},
                               {"~", "\\textasciitilde{}"},
                               {"^", "\\textasciicircum{}"},
                               {"`", "\\`{}"},
                               {"<", "\\textless{}"},
                               {">", "\\textgreater{}"},
                               {"|", "\\textbar{}"},
                               {"\"", "\\char34{}"},
                               {"{", "\\{"},
                               {"}", "\\}"},
                               {"$", "\\$"},
                               {"&", "\\&"},
                               {"#", "\\#"},
                               {"%", "\\%"},
                               {"_", "\\_"},
                               {"–", "--"},
                               {"—", "---"},
                               {"‘", "`"},
                               {"’", "'"},
                               {"“", "``"},
                               {"”", "''"},
                               {"…", "\\dots{}"},
                               {" ", "~"}};

constexpr Sign math_signs[] = {
    {"•", "\\bullet"}, {"¶", "\\P"},       {"§", "\\S"},     {"‡", "\\ddagger"},
    {"†", "\\dagger"}, {"♯", "\\sharp"},   {"♭", "\\flat"},  {"‖", "\\Vert"},
    {"×", "\\times"},  {"÷", "\\div"},     {"±", "\\pm"},    {"·", "\\cdot"},
    {"−", "-"},        {"≤", "\\le"},      {"≥", "\\ge"},    {"≠", "\\ne"},
    {"≈", "\\approx"}, {"∞", "\\infty"},   {"√", "\\surd"},  {"∩", "\\cap"},
    {"∪", "\\cup"},    {"→", "\\to"},      {"←", "\\gets"},  {"∓", "\\mp"},
    {"°", "^\\circ"},  {"α", "\\alpha"},   {"β", "\\beta"},  {"γ", "\\gamma"},
    {"δ", "\\delta"},  {"ε", "\\epsilon"}, {"ζ", "\\zeta"},  {"η", "\\eta"},
    {"θ", "\\theta"},  {"ι", "\\iota"},    {"κ", "\\kappa"}, {"λ", "\\lambda"},
    {"μ", "\\mu"},     {"ν", "\\nu"},      {"ξ", "\\xi"},    {"ο", "o"},
    {"π", "\\pi"},     {"ρ", "\\rho"},     {"σ", "\\sigma"}, {"ς", "\\varsigma"},
    {"τ", "\\tau"},    {"υ", "\\upsilon"}, {"φ", "\\phi"},   {"χ", "\\chi"},
    {"ψ", "\\psi"},    {"ω", "\\omega"},   {"Γ", "\\Gamma"}, {"Δ", "\\Delta"},
    {"Θ", "\\Theta"},  {"Λ", "\\Lambda"},  {"Ξ", "\\Xi"},    {"Π", "\\Pi"},
    {"Σ", "\\Sigma"},  {"Φ", "\\Phi"},     {"Ψ", "\\Psi"},   {"Ω", "\\Omega"},
    {"µ", "\\mu"},     {"²", "^2"}};

// Accented letters that every font of pdfLaTeX has: Latin-1 but eth and thorn.
bool is_latin_letter(char32_t code) {
  return code >= 0xC0 && code <= 0xFF && code != 0xD0 && code != 0xDE && code != 0xF0 &&
         code != 0xFE;
}

void append_character(std::string& out, std::string_view sequence) {
  const auto is_it = [&](const Sign& sign) { return sign.character == sequence; };
  const char32_t code = decoded(sequence);
  if (const auto* const sign = std::ranges::find_if(text_signs, is_it);
      sign != std::end(text_signs))
    out += sign->latex;
  else if (const auto* const maths = std::ranges::find_if(math_signs, is_it);
           maths != std::end(math_signs))
    out += fmt::format("${}$", maths->latex);
  else if (sequence.size() == 1 || is_latin_letter(code))
    out.append(makes_ligature(sequence[0]) && out.ends_with(sequence[0]) ? "{}" : "") += sequence;
  else
    out += fmt::format("\\subintentchar{{{:04X}}}{{{}}}", static_cast<unsigned>(code), sequence);
}

constexpr std::string_view character_command =
    "% Characters that pdfLaTeX has no glyphs for; XeLaTeX and LuaLaTeX print them if the font "
    "does.\n"
    "\\providecommand{\\subintentchar}[2]{\\ifdefined\\XeTeXversion#2\\else"
    "\\ifdefined\\directlua#2\\else(U+#1)\\fi\\fi}\n";

// Is it a number, or several: an interval, "-.667/-.556"?
bool are_numbers(std::string text) {
  for (char& c : text)
    if (std::string_view("/,[]()").find(c) != std::string_view::npos) c = ' ';
  std::vector<std::string> parts = split(text, ' ');
  std::erase(parts, "");
  return !parts.empty() && std::ranges::all_of(parts, is_number_text);
}

// Numbers with minus signs in place of hyphens.
std::string number_text(std::string text) {
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 3)
    text.replace(at, 1, "$-$");
  return text;
}

std::string interval_text(const PaperCell& cell) {
  if (cell.interval.empty()) return {};
  return "{\\small " + replace_all(number_text(cell.interval), "<", "$<$") + "}";
}

// The marks behind the text, without intervals.
std::string marks_text(const PaperCell& cell) {
  std::string text;
  if (!cell.superscript.empty()) text += "\\textsuperscript{" + latex_text(cell.superscript) + "}";
  if (!cell.subscript.empty()) text += "\\textsubscript{" + latex_text(cell.subscript) + "}";
  return text;
}

// How a table is set. What is too wide for a page with its intervals beside the means has them
// below, in rows of their own; what still is has its columns in several blocks, one below the
// other.
struct Layout {
  bool stacked = false;
  std::vector<std::vector<std::size_t>> blocks;  // of columns, each with the labels first
  bool wide = false;                             // over both columns of a page
  bool boxed = false;                            // made smaller where there is no room
};

std::string beside(const PaperCell& cell, const Layout& layout) {
  const std::string interval = layout.stacked ? "" : interval_text(cell);
  return marks_text(cell) + (interval.empty() ? "" : "~" + interval);
}

std::string latex_cell_text(const PaperCell& cell) {
  const std::string shown = display_text(cell.is_measure ? typeset_measure(cell.text) : cell.text);
  const std::string text = are_numbers(cell.text) ? number_text(cell.text) : latex_text(shown);
  return cell.bold ? "\\textbf{" + text + "}" : text;
}

// A column with text behind numbers becomes two, so that the numbers end below one another.
bool has_marks(const PaperTable& table, std::size_t column, const Layout& layout) {
  return column >= table.labels && std::ranges::any_of(table.rows, [&](const auto& row) {
           return parse_double(row[column].text) && !beside(row[column], layout).empty();
         });
}

// In characters, with what lies between two columns.
std::size_t column_width(const PaperTable& table, std::size_t column, bool stacked) {
  std::size_t widest = display_width(table.header[column].text);
  for (const auto& row : table.rows) {
    const std::size_t text = display_width(row[column].text),
                      interval = display_width(row[column].interval);
    widest = std::max(widest, stacked ? std::max(text, interval) : text + interval);
  }
  return std::min(widest, longest_shown) + 2;
}

std::size_t total_width(const PaperTable& table, bool stacked) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < table.header.size(); ++i) width += column_width(table, i, stacked);
  return width;
}

// The columns next to the labels, in as few blocks as fit onto a page, about as many in each.
std::vector<std::vector<std::size_t>> blocks_of(const PaperTable& table, bool stacked) {
  constexpr std::size_t page = 100;
  const std::size_t labels = std::min(table.labels, table.header.size()),
                    others = table.header.size() - labels;
  std::size_t of_labels = 0;
  for (std::size_t i = 0; i < labels; ++i) of_labels += column_width(table, i, stacked);
  std::size_t count = 1, width = of_labels;
  for (std::size_t i = labels; i < table.header.size(); ++i) {
    const std::size_t wide = column_width(table, i, stacked);
    if (width + wide > page && width > of_labels) {
      ++count;
      width = of_labels;
    }
    width += wide;
  }
  std::vector<std::vector<std::size_t>> blocks(count);
  for (std::size_t block = 0, next = labels; block < count; ++block) {
    for (std::size_t i = 0; i < labels; ++i) blocks[block].push_back(i);
    const std::size_t end = labels + others * (block + 1) / count;
    while (next < end) blocks[block].push_back(next++);
  }
  return blocks;
}

Layout layout_of(const PaperTable& table) {
  constexpr std::size_t column_of_page = 64, narrow_page = 68, most_of_column = 5;
  Layout layout;
  const bool has_intervals = std::ranges::any_of(table.rows, [](const auto& row) {
    return std::ranges::any_of(row, [](const PaperCell& cell) { return !cell.interval.empty(); });
  });
  layout.stacked = has_intervals && total_width(table, false) > narrow_page;
  const std::size_t width = total_width(table, layout.stacked);
  layout.boxed = width > column_of_page;
  layout.wide = layout.boxed && table.header.size() > table.labels + most_of_column;
  layout.blocks = blocks_of(table, layout.stacked);
  return layout;
}

// The cells of a row, as `write` gives them by column.
template <typename Write>
std::string latex_row_text(const std::vector<std::size_t>& columns, Write write) {
  std::string text;
  for (const std::size_t i : columns) {
    if (i != columns.front()) text += " & ";
    text += write(i);
  }
  // The end of the row before would take these for an argument or a star.
  if (text.starts_with('[') || text.starts_with('*')) text.insert(0, "{}");
  return text + " \\\\";
}

// Puts text over both columns of a number and its marks.
std::string over_both(bool are_both, const std::string& text) {
  return are_both ? "\\multicolumn{2}{r}{" + text + "}" : text;
}

// A row of means, and where they are below them, one of intervals.
std::string rows_text(const std::vector<PaperCell>& row, const std::vector<std::size_t>& columns,
                      const std::vector<bool>& marked, const Layout& layout) {
  std::string text = latex_row_text(columns, [&](std::size_t i) {
    return latex_cell_text(row[i]) + (marked[i] ? " & " : "") + beside(row[i], layout);
  });
  text += '\n';
  const bool has_interval =
      std::ranges::any_of(columns, [&](std::size_t i) { return !row[i].interval.empty(); });
  if (!layout.stacked || !has_interval) return text;
  return text +
         latex_row_text(
             columns, [&](std::size_t i) { return over_both(marked[i], interval_text(row[i])); }) +
         "[.5ex]\n";
}

std::string block_text(const PaperTable& table, const std::vector<std::size_t>& columns,
                       const Layout& layout) {
  std::string alignment;
  std::vector<bool> marked(table.header.size());
  for (const std::size_t i : columns) {
    marked[i] = has_marks(table, i, layout);
    alignment += i < table.labels ? "l" : marked[i] ? "r@{}l" : "r";
  }
  std::string text = "\\begin{tabular}{" + alignment + "}\n\\toprule\n";
  text += latex_row_text(columns, [&](std::size_t i) {
    return over_both(marked[i], latex_cell_text(table.header[i]) + marks_text(table.header[i]));
  });
  text += "\n\\midrule\n";
  for (const auto& row : table.rows) text += rows_text(row, columns, marked, layout);
  text += "\\bottomrule\n\\end{tabular}";
  if (!layout.boxed) return text + '\n';
  // No wider than the page, or one of its columns, whatever the width of these.
  return fmt::format("\\resizebox{{\\ifdim\\width>{0}{0}\\else\\width\\fi}}{{!}}{{%\n{1}}}\n",
                     layout.wide ? "\\textwidth" : "\\columnwidth", text);
}

// How many rows of a table fit onto a page, below its caption. What is boxed may be made smaller,
// and never higher.
std::size_t rows_of_page(const PaperTable& table, const Layout& layout) {
  constexpr std::size_t lines_of_page = 44, characters_of_line = 85, least = 10;
  const std::size_t head = 2 + table.caption.size() / characters_of_line;
  const std::size_t lines = lines_of_page - std::min(head, lines_of_page - least);
  // A block has its own header, and room above it.
  const std::size_t of_block = lines / layout.blocks.size();
  return std::max<std::size_t>(of_block > 2 ? of_block - 2 : 0, 4) / (layout.stacked ? 2 : 1);
}

// The table in parts that fit onto pages, each with the header.
std::vector<PaperTable> parts_of(const PaperTable& table, const Layout& layout) {
  const std::size_t most = rows_of_page(table, layout), rows = table.rows.size();
  if (rows <= most) return {table};
  const std::size_t count = (rows + most - 1) / most;
  std::vector<PaperTable> parts;
  for (std::size_t part = 0; part < count; ++part) {
    PaperTable& paper = parts.emplace_back(table);
    const auto at = [&](std::size_t i) {
      return table.rows.begin() + static_cast<std::ptrdiff_t>(rows * i / count);
    };
    paper.rows.assign(at(part), at(part + 1));
    if (part == 0) continue;
    paper.caption = fmt::format("Part {} of {}.", part + 1, count);
    paper.label.clear();
  }
  return parts;
}

// A part but the first has the number of the first.
std::string part_text(const PaperTable& table, const Layout& layout, bool is_first) {
  const char* const environment = layout.wide ? "table*" : "table";
  std::string text = fmt::format("\\begin{{{}}}\n\\centering\n", environment);
  if (!is_first) text += "\\addtocounter{table}{-1}\n";
  if (!table.caption.empty()) {
    text += "\\caption{" + latex_text(typeset_note(table.caption)) + "}\n";
    if (!table.label.empty()) text += "\\label{" + table.label + "}\n";
    text += "\\medskip\n";  // classes that have captions below tables leave no room here
  }
  for (const auto& columns : layout.blocks) {
    if (&columns != &layout.blocks.front()) text += "\n\\medskip\n";
    text += block_text(table, columns, layout);
  }
  return text + fmt::format("\\end{{{}}}\n", environment);
}

std::string latex_table_text(const PaperTable& table) {
  const Layout layout = layout_of(table);
  std::string text;
  for (const PaperTable& part : parts_of(table, layout)) {
    const bool is_first = text.empty();
    if (!is_first) text += "\\clearpage\n";  // LaTeX keeps no more than some floats for later pages
    text += part_text(part, layout, is_first);
  }
  return text;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0 || static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F)
      out += '?';
    else
      append_character(out, text.substr(0, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string latex_of(const std::vector<PaperTable>& tables) {
  std::string text;
  for (const PaperTable& table : tables)
    text += (text.empty() ? "" : "\n") + latex_table_text(table);
  if (text.find("\\subintentchar{") != std::string::npos) text.insert(0, character_command);
  const bool has_boxes = text.find("\\resizebox{\\ifdim") != std::string::npos;
  return text.insert(0,
                     fmt::format("% \\usepackage{{booktabs{}}}\n", has_boxes ? ",graphicx" : ""));
}

}  // namespace subintent::internal
