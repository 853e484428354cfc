// Text for people: cut, on lines of a given width, and names of measures as papers print them.
#pragma once

#include "subintent/program.h"

namespace subintent::internal {

// Text that is cut ends behind a word, or within one that began in the first half, and in "...".

// `text` as printable() gives it, cut to `longest_shown` characters.
inline constexpr std::size_t longest_shown = 100;
std::string display_text(std::string_view text);

// `text` cut to `width` columns, but not to fewer than 4.
std::string cut_text(std::string_view text, std::size_t width);

// cut_text() of a text that is put on one line, as printable() gives it.
std::string fitting_text(std::string_view text, std::size_t width);

// A label without the words of the query of its topic that it begins with, with or without an "s"
// behind them, as all labels of the topic may, so that what is cut can be told apart; all of it
// where nothing else is left.
std::string without_query(std::string_view label, std::string_view query);

// A word with the escape sequences around it, which take no columns.
struct StyledWord {
  std::string text;
  std::string_view style = {};  // "1" bold, "2" dim; empty for none
};

// The width of sentences beside tables of this one, which 0 leaves without a limit.
inline std::size_t prose_width(std::size_t width) {
  return width == 0 ? 80 : width;
}

// Appends `words` with blanks between them, in lines of at most `width` columns; 0 means no limit.
// A word that is longer than a line has a line of its own and is cut into pieces of that width. The
// first line starts with `first`, the others with `rest`.
void append_wrapped(std::string& out, std::string_view first, std::string_view rest,
                    const std::vector<StyledWord>& words, std::size_t width);
// The words between the blanks of a text.
void append_wrapped(std::string& out, std::string_view first, std::string_view rest,
                    const std::string& text, std::size_t width);

// "α-nDCG@20" of "alpha-nDCG@20", "D♯-nDCG@10" of "D#-nDCG@10". Measures can be asked for by this
// name as well. What stands behind "_", the name of a hierarchy, stays.
std::string typeset_measure(std::string_view name);

// A sentence of the program with "α = 0.05" for "alpha = 0.05".
std::string typeset_note(std::string_view note);

// Is it a number, or what fraction() makes of an infinite one?
inline bool is_number_text(std::string_view text) {
  return text == "inf" || text == "-inf" || parse_double(text);
}

}  // namespace subintent::internal
