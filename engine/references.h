// The bibliography, references.bib: BibTeX, whose field cited-by is a list of phrases separated by
// semicolons. An entry is cited where one of them stands in the source of a measure or analysis, or
// is what is used: "test tukey", "correction holm", "linkage average", "option vectors", "command
// cluster", "analysis correlation", "diversify mmr", "compat ndeval".
#pragma once

#include <string_view>

namespace subintent::internal {

extern const std::string_view references_text;

}  // namespace subintent::internal
