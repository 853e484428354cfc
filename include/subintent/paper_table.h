// Tables for papers and pages.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// Cells hold text of any characters, which formats escape. Texts of more than 100 characters are
// cut, and end in "...".
struct PaperTableText {
  std::vector<std::vector<std::string>> rows;  // of one length; the first is the header
  std::size_t labels = 1;                      // columns on the left that name the row
  std::string caption = {};
  std::vector<std::pair<std::size_t, std::size_t>> bold = {};  // cells: row and column
  bool measures = false;   // the headings of the other columns are names of measures
  std::string label = {};  // of letters, digits and : - _ . / +, to refer to; needs a caption
};

// An environment "table" of LaTeX for the package booktabs, after a comment that names the package;
// "table*", over both columns of a page, where it is wide; graphicx then makes what is wider than
// the page smaller, and columns for which it has no room stand below the others. Throws Error for a
// label that LaTeX cannot refer to. Measures have their letters, α and ♯,
// and numbers are below one another at the decimal point.
std::string latex_table(const PaperTableText& table);

// A table with pipes, as GitHub and Pandoc read it, and its caption in a paragraph below.
std::string markdown_table(const PaperTableText& table);

}  // namespace subintent
