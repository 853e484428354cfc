// What to cite for what a command line uses: measures, significance tests, methods, and the
// program.
#pragma once

#include <string>
#include <vector>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

struct Citation {
  std::string key;                // "SakaiSong11"
  std::vector<std::string> uses;  // what comes from it: "D#-nDCG@20", "the test tukey"
  std::string entry;              // BibTeX, lines that end
};

// Of a command line without the name of the program: {"evaluate", "-m", "D#-nDCG@20", "run"}. The
// first is the program itself; without words it is the only one. What is not given has its default;
// measures in files of scores are not known unless --measures names them. Throws Error for a
// measure that is not known.
std::vector<Citation> citations(const std::vector<std::string>& words);

}  // namespace subintent
