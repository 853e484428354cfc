// What a warning says, and what to do about it.
#pragma once

#include <string>
#include <string_view>

namespace subintent::internal {

// In a warning, what to do stands behind a line end, in the library's own words: there alone an
// argument to give stands between backquotes, `name=value`. What is wrong may hold names of users,
// which hold no line end; a backquote there is part of a name. One that says nothing else begins
// with the line end.
inline std::string with_advice(std::string what, std::string_view advice) {
  return what.append("\n").append(advice);
}

struct AdvisedText {
  std::string_view what, advice;  // the latter empty if there is none
};

inline AdvisedText split_advice(std::string_view warning) {
  const std::size_t end = warning.rfind('\n');
  if (end == warning.npos) return {warning, {}};
  return {warning.substr(0, end), warning.substr(end + 1)};
}

// "max_grade" is --max-grade, "m" is -m.
std::string option_of(std::string name);

// The text with arguments between backquotes as options of the command line: `order=score` is
// --order score.
std::string with_options(std::string text);

// A remark on one line as the command line and pages show it, "what; advice".
std::string remark_text(std::string_view remark);

}  // namespace subintent::internal
