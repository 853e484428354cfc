// Standard streams, the terminal and memory, whatever state the program finds them in.
#pragma once

#include <chrono>

#include "subintent/basics.h"

namespace subintent::internal {

// Opens those of the descriptors 0, 1 and 2 that are closed, so that no file opened later takes
// their place. They are of no use: reading or writing them is an error still. Throws Error if that
// cannot be done.
void occupy_standard_descriptors();

// "subintent: TEXT" as one line on standard error, without control characters; of a very long text
// the middle is left out. An error stream that is closed or full loses the line, and nothing else.
void print_message(std::string_view text);

// Writes them as they are; nothing happens where nobody reads.
void write_to_standard_error(std::string_view bytes);

// Prints the last message of a program that fails, which may have no memory left.
void print_failure(std::string_view text) noexcept;

// Says that there is not enough memory; allocates none.
void print_out_of_memory() noexcept;

// From now on, an allocation that fails ends the program at once, with a message and exit code 1;
// unfinished outputs do not have their names then. There is nothing to unwind for, and several
// libraries crash, wait for ever or take the data for corrupt when they get no memory. To be called
// before anything uses ICU.
void end_when_out_of_memory();

// The columns of the terminal that standard output goes to; 0 where it goes elsewhere, or the
// terminal does not say.
std::size_t terminal_width();

// The columns that text is wrapped to: those of the terminal, else COLUMNS.
std::size_t text_width(std::size_t otherwise = 80);

// One line that is redrawn at every call and removed at the end. Shows nothing unless `enabled`.
class ProgressLine {
 public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Draws the line as long as this object lives; empty where nothing is shown.
  ProgressCallback callback();

  // Removes the line until it is drawn again.
  void clear();

  // The same, and its time begins here.
  void restart();

 private:
  void draw(const Progress& progress);

  bool is_shown_, is_drawn_ = false;
  std::chrono::steady_clock::time_point start_;
};

// The folder of an output; of a stream ("-", a pipe) that of the environment variable TMPDIR, or
// /tmp. Throws the errors of OutputPath.
std::string temporary_folder(const std::string& output);

}  // namespace subintent::internal
