// The one error type: what went wrong, where, and what to do about it.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>

#include "subintent/export.h"

namespace SUBINTENT_PUBLIC subintent {

// A place in an input. Line numbers start at 1; 0 means the input as a whole.
struct Location {
  std::string file;  // the name of the source ("standard input" for "-")
  std::size_t line = 0;
};

// Thrown by every function of the library that fails. what() reads "FILE:LINE: message; advice",
// without the parts that are missing. Copying does not throw, and to move is to copy.
class Error : public std::runtime_error {
 public:
  enum class Kind {
    input,       // what a file or a value in memory holds is wrong
    argument,    // an invalid argument of the caller
    system,      // the operating system or a library refuses, as to open or to write a file
    interrupted  // a progress callback asked to stop
  };

  // An error of Kind::input.
  Error(Location location, std::string message, std::string advice = {});
  explicit Error(std::string message);

  Error(Kind kind, Location location, std::string message, std::string advice = {});

  // Of Kind::argument. `name` is that of the argument as the library calls it ("gains",
  // "max_grade"); empty where several do not go together. A message that begins with the name says
  // what is wrong with its value.
  static Error argument(std::string name, std::string message, std::string advice = {});
  static Error usage(std::string message, std::string advice = {});  // the same without a name
  static Error interrupted();

  Error(const Error&) = default;
  Error& operator=(const Error&) = default;

  Kind kind() const { return fields_->kind; }
  const Location& location() const { return fields_->location; }
  const std::string& message() const { return fields_->message; }
  // What to do about it; may be empty. An argument to give stands between backquotes: `name=value`.
  const std::string& advice() const { return fields_->advice; }
  // The name of the argument, for Kind::argument; may be empty.
  const std::string& argument() const { return fields_->argument; }

 private:
  struct Fields {
    Kind kind;
    Location location;
    std::string message, advice, argument;
  };
  explicit Error(Fields fields);

  std::shared_ptr<const Fields> fields_;
};

}  // namespace subintent
