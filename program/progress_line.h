// A progress line on standard error, for people only: nothing is shown when standard error is not a
// terminal.
#pragma once

#include <chrono>

#include "subintent/basics.h"

namespace subintent::internal {

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

}  // namespace subintent::internal
