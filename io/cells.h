// Lines cut into cells: by commas or tabs, with quotes as CSV has them, or by blanks.
#pragma once

#include <cstddef>
#include <string_view>

namespace subintent::internal {

inline constexpr char blank_separated = ' ';  // at runs of blanks, without quotes

// Goes through the cells of a line.
class CellSplitter {
 public:
  CellSplitter(std::string_view line, char separator);

  // Puts the next cell, without blanks around it, into `cell`; false after the last one. What
  // stands in quotes comes without them, and may hold separators.
  bool next(std::string_view& cell);

  // What is wrong with the cells so far, to be read after "the line"; nullptr if nothing is.
  const char* defect() const { return defect_; }

 private:
  bool next_word(std::string_view& cell);
  std::string_view quoted();

  const char* at_;
  const char* end_;
  char separator_;
  bool done_ = false;
  const char* defect_ = nullptr;
};

}  // namespace subintent::internal
