#include "render/latex.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

#include "base/replace_all.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "render/charts/display_width.h"
#include "render/measure_name.h"
#include "render/text_layout.h"

namespace subintent::internal {
namespace {

// What a character is in LaTeX; nullptr for one that needs nothing.
const char* ascii_text(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '`':
      return "\\`{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '|':
      return "\\textbar{}";
    case '"':
      return "\\char34{}";
    case '{':
      return "\\{";
    case '}':
      return "\\}";
    case '$':
      return "\\$";
    case '&':
      return "\\&";
    case '#':
      return "\\#";
    case '%':
      return "\\%";
    case '_':
      return "\\_";
    default:
      return nullptr;
  }
}

// "--" would become a dash, two quotes or commas a quotation mark.
bool makes_ligature(char c) {
  return c == '-' || c == '\'' || c == ',';
}

struct Sign {
  std::string_view character;
  const char* latex;
};

constexpr Sign text_signs[] = {{"–", "--"}, {"—", "---"}, {"‘", "`"},        {"’", "'"},
                               {"“", "``"}, {"”", "''"},  {"…", "\\dots{}"}, {" ", "~"}};

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
    {"µ", "\\mu"}};

std::uint32_t code_point(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  std::uint32_t code = sequence.size() == 1   ? byte(0)
                       : sequence.size() == 2 ? byte(0) & 0x1FU
                       : sequence.size() == 3 ? byte(0) & 0x0FU
                                              : byte(0) & 0x07U;
  for (std::size_t i = 1; i < sequence.size(); ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return code;
}

// Accented letters that every font of pdfLaTeX has: Latin-1 but eth and thorn.
bool is_latin_letter(std::uint32_t code) {
  return code >= 0xC0 && code <= 0xFF && code != 0xD0 && code != 0xDE && code != 0xF0 &&
         code != 0xFE;
}

void append_character(std::string& out, std::string_view sequence) {
  const auto is_it = [&](const Sign& sign) { return sign.character == sequence; };
  const std::uint32_t code = code_point(sequence);
  if (const auto* const sign = std::ranges::find_if(text_signs, is_it);
      sign != std::end(text_signs)) {
    out += sign->latex;
  } else if (const auto* const maths = std::ranges::find_if(math_signs, is_it);
             maths != std::end(math_signs)) {
    out += fmt::format("${}$", maths->latex);
  } else if (is_latin_letter(code)) {
    out += sequence;
  } else {
    out += fmt::format("\\subintentchar{{{:04X}}}{{{}}}", code, sequence);
  }
}

constexpr std::string_view packages = "% \\usepackage{booktabs}\n";
constexpr std::string_view character_command =
    "% Characters that pdfLaTeX has no glyphs for; XeLaTeX and LuaLaTeX print them if the font "
    "does.\n"
    "\\providecommand{\\subintentchar}[2]{\\ifdefined\\XeTeXversion#2\\else"
    "\\ifdefined\\directlua#2\\else(U+#1)\\fi\\fi}\n";

// A number with a minus sign in place of a hyphen.
std::string number_text(std::string text) {
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 3) {
    text.replace(at, 1, "$-$");
  }
  return text;
}

std::string in_bold(const PaperCell& cell, const std::string& text) {
  return cell.bold ? "\\textbf{" + text + "}" : text;
}

// What stands behind the text.
std::string marks_text(const PaperCell& cell) {
  std::string text;
  if (!cell.superscript.empty()) {
    text += "\\textsuperscript{" + latex_text(cell.superscript) + "}";
  }
  if (!cell.subscript.empty()) text += "\\textsubscript{" + latex_text(cell.subscript) + "}";
  if (!cell.interval.empty()) {
    text += " {\\small " + replace_all(number_text(cell.interval), "<", "$<$") + "}";
  }
  return text;
}

std::string cell_text(const PaperCell& cell) {
  const std::string shown = display_text(cell.is_measure ? typeset_measure(cell.text) : cell.text);
  const std::string text = parse_double(cell.text) ? number_text(cell.text) : latex_text(shown);
  return in_bold(cell, text) + marks_text(cell);
}

// A number as two cells that meet at the decimal point: "0 & .4224".
std::string split_number(const PaperCell& cell) {
  const std::size_t point = std::min(cell.text.find('.'), cell.text.size());
  const std::string fraction = cell.text.substr(point);
  return in_bold(cell, number_text(cell.text.substr(0, point))) + " & " +
         (fraction.empty() ? "" : in_bold(cell, fraction)) + marks_text(cell);
}

// Numbers of as many decimals, with nothing behind them, are below one another as they are.
bool needs_split(const PaperTable& table, std::size_t column) {
  std::optional<std::size_t> decimals;
  bool differs = false;
  for (const auto& row : table.rows) {
    const PaperCell& cell = row[column];
    if (cell.text.empty()) continue;
    if (!parse_double(cell.text) || cell.text.find_first_of("einEIN") != std::string::npos) {
      return false;
    }
    const std::size_t found = cell.text.size() - std::min(cell.text.find('.'), cell.text.size());
    differs =
        differs || found != decimals.value_or(found) || cell.bold || !marks_text(cell).empty();
    decimals = found;
  }
  return differs;
}

// Wider than a column of a page of two, in characters.
bool is_wide(const PaperTable& table) {
  constexpr std::size_t column_of_page = 64;
  std::size_t width = 0;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    std::size_t widest = display_width(table.header[i].text);
    for (const auto& row : table.rows) {
      widest = std::max(widest, display_width(row[i].text) + display_width(row[i].interval));
    }
    width += std::min(widest, longest_shown) + 2;
  }
  return width > column_of_page;
}

using Splits = std::vector<bool>;  // by column

std::string row_text(const std::vector<PaperCell>& row, const Splits& splits, bool is_header) {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) text += " & ";
    if (!splits[i]) {
      text += cell_text(row[i]);
    } else if (is_header) {
      text += "\\multicolumn{2}{c}{" + cell_text(row[i]) + "}";
    } else {
      text += split_number(row[i]);
    }
  }
  // The end of the row before would take these for an argument or a star.
  if (text.starts_with('[') || text.starts_with('*')) text.insert(0, "{}");
  return text + " \\\\\n";
}

std::string table_text(const PaperTable& table) {
  Splits splits;
  std::string columns;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    splits.push_back(i >= table.labels && needs_split(table, i));
    columns += i < table.labels ? "l" : splits[i] ? "r@{}l" : table.ragged_right ? "l" : "r";
  }
  const char* const environment = is_wide(table) ? "table*" : "table";
  std::string text = fmt::format("\\begin{{{}}}\n\\centering\n", environment);
  if (!table.caption.empty()) {
    text += "\\caption{" + latex_text(typeset_note(table.caption)) + "}\n";
  }
  text += "\\begin{tabular}{" + columns + "}\n\\toprule\n";
  text += row_text(table.header, splits, true) + "\\midrule\n";
  for (const auto& row : table.rows) text += row_text(row, splits, false);
  return text + fmt::format("\\bottomrule\n\\end{{tabular}}\n\\end{{{}}}\n", environment);
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    const char c = text[0];
    if (length == 0 || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += '?';
      text.remove_prefix(1);
      continue;
    }
    if (length > 1) {
      append_character(out, text.substr(0, length));
    } else if (const char* const escaped = ascii_text(c)) {
      out += escaped;
    } else {
      if (makes_ligature(c) && out.ends_with(c)) out += "{}";
      out += c;
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string latex_of(const std::vector<PaperTable>& tables) {
  std::string text;
  for (const PaperTable& table : tables) text += (text.empty() ? "" : "\n") + table_text(table);
  if (text.find("\\subintentchar{") != std::string::npos) text.insert(0, character_command);
  return text.insert(0, packages);
}

}  // namespace subintent::internal
