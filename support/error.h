// The one error type of the program: what went wrong, where, and what to do about it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace subintent {

// A place in an input file. Line numbers start at 1; 0 means the file as a whole.
struct Location {
  std::string file;
  std::size_t line = 0;
};

// Thrown by library code; main() prints what() on one line and exits with exit_code().
// what() reads "FILE:LINE: message; advice", without the parts that are missing.
class Error : public std::runtime_error {
 public:
  enum class Kind { failure, usage };

  Error(const Location& location, const std::string& message, const std::string& advice = {});
  explicit Error(const std::string& message);

  // Wrong use of the command line: exit code 2.
  static Error usage(const std::string& message, const std::string& advice = {});

  int exit_code() const { return kind_ == Kind::usage ? 2 : 1; }

 private:
  Error(Kind kind, const std::string& text);
  Kind kind_ = Kind::failure;
};

// `text` fit for one line of a message: at most `limit` bytes, control characters and invalid UTF-8
// replaced by '?'.
std::string printable(std::string_view text, std::size_t limit = 60);

}  // namespace subintent
