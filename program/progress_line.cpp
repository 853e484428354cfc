#include "program/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace subintent::internal {

ProgressLine::ProgressLine(bool enabled)
    : is_shown_(enabled && isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::clear() {
  if (is_drawn_) std::fputs("\r\033[K", stderr);
  is_drawn_ = false;
}

void ProgressLine::restart() {
  clear();
  start_ = std::chrono::steady_clock::now();
}

ProgressCallback ProgressLine::callback() {
  if (!is_shown_) return {};
  return [this](const Progress& progress) {
    draw(progress);
    return true;
  };
}

void ProgressLine::draw(const Progress& progress) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string line = fmt::format("\r{}: {} {}", progress.what, progress.done, progress.unit);
  if (const double share = progress.share; share > 0) {
    const int filled = static_cast<int>(share * 20);
    line += fmt::format(" [{:#>{}}{:.>{}}] {:3.0f} %, {:.0f} s left", "", filled, "", 20 - filled,
                        share * 100, seconds * (1 - share) / share);
  } else {
    line += fmt::format(", {:.0f}/s", static_cast<double>(progress.done) / std::max(seconds, 1e-3));
  }
  line += "\033[K";
  std::fputs(line.c_str(), stderr);
  is_drawn_ = true;
}

}  // namespace subintent::internal
