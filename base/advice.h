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

}  // namespace subintent::internal
