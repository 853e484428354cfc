// Tables in LaTeX, for the package booktabs.
#pragma once

#include "report/paper_table.h"

namespace subintent::internal {

// `text` as LaTeX that prints its characters and does nothing else, in text and in captions. Greek
// letters, signs of music and the like are set in mathematics. pdfLaTeX has no glyphs for other
// scripts: their characters are \subintentchar{code}{character}, which latex_of() defines.
std::string latex_text(std::string_view text);

// An environment "table" for each, after comments that name the packages. Texts of more than 100
// characters are cut, and end in "...".
std::string latex_of(const std::vector<PaperTable>& tables);

}  // namespace subintent::internal
