// Words that may stand at the end of a command line, for the completions of shells (completions/).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace subintent::internal {

struct Completions {
  std::vector<std::string> words;  // whole words that begin with what is there
  bool files = false;              // or the name of a file
  bool goes_on = false;            // no blank follows: "--order=", "HD#-nDCG"
};

// The first `words` are complete, behind "subintent"; the last one, which may be empty, is not.
Completions completions_of(const std::vector<std::string>& words);

// Completions as the scripts of completions/ read them: a word per line, ":files", ":goes-on".
std::string completions_text(const std::vector<std::string>& words);

}  // namespace subintent::internal
