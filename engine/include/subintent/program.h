// For programs that behave as subintent does: outputs that appear whole or not at all, names that
// are fit for messages, numbers and lists as people give them.
#pragma once

#include <deque>

#include "subintent/basics.h"

namespace SUBINTENT_PUBLIC subintent {

// `text` fit for one line of a message or of a terminal: at most `limit` bytes, control characters
// and invalid UTF-8 replaced by '?'.
std::string printable(std::string_view text, std::size_t limit = 60);

// The name of `path` in messages: "standard input" for "-".
inline std::string display_name(const std::string& path) {
  return Source(path).name();
}

// "1 document", "2 documents".
std::string count_of(std::uint64_t n, std::string_view noun);

// The shortest text that reads back as the same double.
std::string shortest(double value);

// The whole text as a number, or nothing. No blanks, no leading '+' but for doubles. NaN and
// infinity are nothing.
std::optional<double> parse_double(std::string_view text);
std::optional<std::int64_t> parse_any_integer(std::string_view text);  // for parse_integer() alone
[[gnu::always_inline]] inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  constexpr std::size_t max_digits = 18;  // that always fit
  std::int64_t number = 0;
  for (const char c : text) {
    const auto digit = static_cast<unsigned char>(c - '0');
    if (digit > 9 || text.size() > max_digits) {
      // A new one: where an optional is either made here or by a call, it is put together in
      // memory.
      const auto any = parse_any_integer(text);
      return any ? std::optional(*any) : std::nullopt;
    }
    number = number * 10 + digit;
  }
  if (text.empty()) return std::nullopt;
  return number;
}

// A number of bytes: a positive whole number, with K, M, G or T for powers of 1024. Nothing for
// anything else, and where it is beyond 2^63.
std::optional<std::uint64_t> parse_memory_size(std::string_view text);

// The numbers of "0.2,0.3" or of the range FIRST:LAST:STEP, as "0:0.7:0.05", which has up to 1001
// of them. Throws Error::argument, of this name, for anything else, a number that is not from
// `low` to `high`, and one that is there twice.
std::vector<double> parse_number_list(const std::string& name, const std::string& text, double low,
                                      double high);

// Cuts at every `separator`; "" gives no parts.
std::vector<std::string> split(std::string_view text, char separator);

// Texts in a row.
template <typename Texts>
std::string join(const Texts& texts, std::string_view between) {
  std::string row;
  bool is_first = true;
  for (const std::string_view text : texts) {
    if (!is_first) row += between;
    is_first = false;
    row += text;
  }
  return row;
}

// The values that a function or a member gives of each element, of its own type or of type Made.
template <typename Made = void, typename Elements, typename Part>
auto mapped(Elements&& elements, Part part) {
  using Own = std::remove_cvref_t<std::invoke_result_t<Part&, decltype(*std::begin(elements))>>;
  std::vector<std::conditional_t<std::is_void_v<Made>, Own, Made>> result;
  for (auto&& element : elements) result.emplace_back(std::invoke(part, element));
  return result;
}

// The sum of what a function or a member gives of each element, from the first on.
template <typename Elements, typename Part = std::identity>
auto total_of(const Elements& elements, Part part = {}) {
  std::remove_cvref_t<std::invoke_result_t<Part&, decltype(*std::begin(elements))>> sum{};
  for (const auto& element : elements) sum += std::invoke(part, element);
  return sum;
}

// Without blanks (space, tab, CR, form feed, vertical tab) at both ends.
std::string_view trim(std::string_view text);

// ASCII letters in lower case.
std::string lowered(std::string_view text);

// `text` with `to` in every place of `from`, which is not empty. What was put in is not looked at
// again.
inline std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// For hash tables of strings that are searched by views.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

// The known name with the fewest edits (a letter added, left out or replaced, or two swapped), the
// first of several; nothing if none is near, that is within a third of the letters. Capitals,
// hyphens, underscores and blanks make no difference, but among equals, and a name may be cut
// short: "eval".
std::optional<std::string_view> nearest_name(std::string_view wanted,
                                             std::span<const std::string_view> known);

// An argument of the library as an option of the command line: "max_grade" is --max-grade, "m" is
// -m.
std::string option_of(std::string name);

// The text of Error::advice() or Warning::advice with names between backquotes as the command line
// says them: `order=score` is --order score, `RunFile::name` is NAME=RUN.
std::string with_options(std::string text);
// The same without the clauses (", or", ", and") whose options a command lacks, by the names that
// it `has`, without "--". A clause that names another command stays; if none does, all do, with the
// commands that have the option.
std::string with_options(const std::string& text,
                         const std::function<bool(std::string_view name)>& has,
                         const std::function<std::string(std::string_view name)>& commands_with);

// A command line of the program as a shell takes it: "subintent evaluate --qrels 'my qrels'".
std::string command_line_text(const std::string& command,
                              const std::vector<std::string>& arguments);

// Appends `text` as a JSON string with its quotes. Invalid UTF-8 becomes U+FFFD, so that the output
// is always JSON.
void append_json_string(std::string& out, std::string_view text);

// The fault of a name of a document or a run, to be read after it ("is empty"), or nothing: it must
// not be empty, hold control characters or be anything but UTF-8.
std::optional<std::string> name_defect(std::string_view name);

struct GivenRun {
  std::string path;
  std::optional<std::string> name;  // none: the run is named by its file or tag
};

// Is there such a file? Standard input, "-", is one.
bool is_file(const std::string& path);

// "NAME=RUN" or "RUN". What exists as a file under the whole text is that file; else the name ends
// at the first '=' before a file that exists ("k=5=runs/bm25"), or at the first of all. Throws
// Error::usage where the name or the file is empty, and for a name with control characters or
// anything but UTF-8.
GivenRun given_run(const std::string& text);

// Can the name be a column of lines that are cut at blanks? The first column of a line cannot begin
// with '#' either, which begins a comment.
bool fits_blank_column(std::string_view name, bool is_first = false);

// The first control character (of ASCII) of the text, in words, which no column of a text file for
// programs can hold; nothing if there is none.
std::optional<std::string_view> control_in(std::string_view text);

// A warning as the command line and pages show it: Warning::what(), with options in the place of
// arguments.
std::string remark_text(const Warning& warning);

// A time in ISO 8601, in UTC: 2026-11-22T10:00:00Z.
std::string utc_time(std::int64_t seconds_since_1970);

// Throws Error "FILE: WHAT: text of errno; advice". Where errno says by itself what would help
// (space, open files), that is the advice; else it is the one given.
[[noreturn]] void throw_system_error(const std::string& file, const std::string& what,
                                     const std::string& advice);

// The file that the name of an output leads to. Symbolic links are followed to their end, and stay.
// A name for an open descriptor of this process ("-", /dev/stdout, /dev/fd/3, /proc/self/fd/1)
// stands for that descriptor, which may be a file that others go on with.
struct OutputPath {
  // Throws Error for an empty name, for one that cannot be followed (a loop of links) and for a
  // folder.
  explicit OutputPath(const std::string& given);

  // Is it written as it stands, as descriptors, devices and pipes are? Else it is a regular file,
  // or one that does not exist yet.
  bool is_stream() const { return descriptor >= 0 || is_special; }
  std::string folder() const;  // of a file, "." without one in its name

  std::string name;     // for messages
  std::string path;     // the end of the links; of a descriptor, its last name
  int descriptor = -1;  // an open one, or -1
  bool exists = false;
  bool is_special = false;  // a device or a pipe
};

// Throws Error of Kind::argument for an output with an empty name and for one that is the same file
// as another output or an input, by whatever names. Devices and pipes may be given several times.
void require_different_files(const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs);

// A file that appears under its name only when it is complete: close() puts it there in one step,
// and without close() nothing is left behind, whether the program throws or is killed. It is plain,
// or compressed by gzip (.gz) or zstd (.zst), as its name says; "-" is standard output. A file that
// exists keeps its permissions; a device or a pipe is written directly. Throws Error if the file
// cannot be made or written.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;

  // Throws Error, of Kind::argument, after finish() or close().
  void write(std::string_view bytes);

  // Writes what is left, so that close() can only fail to give the file its name. May be called
  // before close(), from the thread that wrote, to spread the work of compression.
  void finish();
  void close();  // a second time it does nothing

 private:
  friend class OutputFiles;
  class Sink;
  std::unique_ptr<Sink> sink_;
};

// Outputs that belong together: close() gives all of them their names or, if it throws, none, and
// earlier files are there again. Streams cannot take back what was written to them.
class OutputFiles {
 public:
  // The output lives as long as this object. Throws as OutputFile does.
  OutputFile& open(const std::string& path);
  // Null where no path is given.
  OutputFile* open_if(const std::optional<std::string>& path);

  // Writes what is left: close() can then only fail to give the files their names.
  void finish();
  // To be called when all is written, instead of OutputFile::close().
  void close();

 private:
  std::deque<OutputFile> files_;  // never moved
};

// From now on large plain files are mapped instead of read, which is faster. For programs that
// handle SIGBUS, which comes where such a file is cut short or cannot be read.
void map_large_files();

// All bytes of a source, decompressed.
std::string read_file(const Source& source);

// Writes all bytes to an open descriptor. False, with errno, if it cannot.
bool write_all(int descriptor, std::string_view bytes);

}  // namespace subintent
