#include "support/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace subintent {

Progress::Progress(std::string what, std::string unit, std::uint64_t total, bool enabled)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      shown_(enabled && isatty(STDERR_FILENO) == 1),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::advance(std::uint64_t count) {
  const std::uint64_t done = done_.fetch_add(count, std::memory_order_relaxed) + count;
  if (!shown_) return;
  const std::int64_t now = std::chrono::duration_cast<std::chrono::milliseconds>(
                               std::chrono::steady_clock::now() - start_)
                               .count();
  std::int64_t due = next_drawing_.load(std::memory_order_relaxed);
  // The first tenth of a second passes in silence: short work shows nothing.
  if (due == 0) due = 100;
  if (now >= due && next_drawing_.compare_exchange_strong(due, now + 100)) {
    draw(done);
  } else if (due == 100) {
    std::int64_t unset = 0;
    next_drawing_.compare_exchange_strong(unset, 100);
  }
}

void Progress::draw(std::uint64_t done) {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  double share = share_.load(std::memory_order_relaxed);
  if (share < 0 && total_ > 0) share = static_cast<double>(done) / static_cast<double>(total_);
  std::string line = fmt::format("\r{}: {} {}", what_, done, unit_);
  if (share > 0) {
    share = std::min(share, 1.0);
    const int filled = static_cast<int>(share * 20);
    line += fmt::format(" [{:#>{}}{:.>{}}] {:3.0f} %, {:.0f} s left", "", filled, "", 20 - filled,
                        share * 100, seconds * (1 - share) / share);
  } else {
    line += fmt::format(", {:.0f}/s", static_cast<double>(done) / std::max(seconds, 1e-3));
  }
  line += "\033[K";
  std::fputs(line.c_str(), stderr);
}

}  // namespace subintent
