// Used in all of the library: errors, sources, progress, outputs, warnings; and headers of the
// standard library, which files that have this one do not include again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Marks what a shared library exports: all of public headers, and nothing else.
#define SUBINTENT_PUBLIC [[gnu::visibility("default")]]

namespace SUBINTENT_PUBLIC subintent {

// Data that copies of an object share. To move it is to copy it, so that no object is ever without.
template <typename Value>
struct Shared : std::shared_ptr<Value> {
  using std::shared_ptr<Value>::shared_ptr;
  Shared() = default;
  Shared(const std::shared_ptr<Value>& value) : std::shared_ptr<Value>(value) {}
  Shared(const Shared&) = default;
  Shared& operator=(const Shared&) = default;
};

// A place in an input. Line numbers start at 1; 0 means the input as a whole.
struct Location {
  std::string file;  // the name of the source ("standard input" for "-")
  std::size_t line = 0;

  bool operator==(const Location&) const = default;
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

  // Makes one of Kind::argument. `name` is what the library calls the argument ("max_grade"); empty
  // where several do not go together. A message that begins with it is about its value.
  static Error argument(std::string name, std::string message, std::string advice = {});
  static Error usage(std::string message, std::string advice = {});  // the same without a name
  static Error interrupted();

  Error(const Error&) = default;
  Error& operator=(const Error&) = default;

  Kind kind() const { return fields_->kind; }
  const Location& location() const { return fields_->location; }
  const std::string& message() const { return fields_->message; }
  // The remedy; may be empty. Between backquotes are names of the library: `name=value`.
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

// A file, or bytes in memory that it shares with what is read from it; they may be compressed (gzip
// or zstd, detected from the first bytes). Cheap to copy; to move is to copy.
class Source {
 public:
  // The bytes of a source of memory are followed by as many line ends, which may be read.
  static constexpr std::size_t padding = 64;

  // A file; "-" is standard input. Made from a path wherever a source is wanted.
  Source() = default;
  Source(std::string path);
  Source(const char* path);

  // A copy of `bytes`, called `name` in messages.
  static Source memory(std::string_view bytes, std::string name);

  Source(const Source&) = default;
  Source& operator=(const Source&) = default;

  bool is_memory() const { return bytes_ != nullptr; }
  const std::string& path() const { return path_; }  // of a file; else empty
  // In messages: the path, "standard input" for "-".
  const std::string& name() const { return name_; }

  // The bytes of a source in memory, valid as long as a copy of `owner()` lives.
  std::string_view bytes() const { return {bytes_.get(), size_}; }
  const std::shared_ptr<const char[]>& owner() const { return bytes_; }

 private:
  std::string path_, name_;
  std::shared_ptr<const char[]> bytes_;
  std::size_t size_ = 0;
};

std::vector<Source> sources(const std::vector<std::string>& paths);

// The argument of callbacks. The names are valid during the call only.
struct Progress {
  std::string_view what;    // is being done, as "tokenize"
  std::string_view unit;    // of what is counted, as "documents"
  std::uint64_t done = 0;   // units so far
  std::uint64_t total = 0;  // units in all; 0 if unknown
  double share = -1;        // of the work that is done, 0 to 1; negative if unknown
};

// Called at most ten times a second, from any thread, but one at a time. Where it returns false the
// work stops and throws Error of Kind::interrupted; what it throws passes through. May be empty.
using ProgressCallback = std::function<bool(const Progress&)>;

// Takes the text of an output, part by part, in its order. The text is valid during the call only.
// What it throws ends the work and passes through.
using TextWriter = std::function<void(std::string_view text)>;

// A likely fault that is no error; or, as a note, something that results depend on.
struct Warning {
  std::string code;    // says what it is about: "unjudged-run"; docs/warnings.md lists all
  Location location;   // that it is about; no file where it is about none alone
  std::string text;    // on one line; empty where the advice says all
  std::string advice;  // what to do about it, as Error::advice() says it; may be empty

  // "FILE:LINE: text; advice", without the parts that are missing.
  std::string what() const;

  bool operator==(const Warning&) const = default;
};

// Functions that may warn add to them.
using Warnings = std::vector<Warning>;

// Remarks on scores: warnings of what makes them worthless without being an error, and notes of
// what they depend on, with numbers.
struct Remarks {
  Warnings warnings, notes;

  // Warnings, then notes, for who does not tell them apart.
  Warnings all() const {
    Warnings both = warnings;
    both.insert(both.end(), notes.begin(), notes.end());
    return both;
  }
};

// Is told remarks before work that may fail for the reason that they name. May be empty.
using RemarksCallback = std::function<void(const Remarks&)>;

}  // namespace subintent
