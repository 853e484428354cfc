// A progress line on standard error, for people only: nothing is shown when standard error is not a
// terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace subintent {

// One line that is redrawn at most ten times a second and removed at the end. Safe to call from
// several threads.
class Progress {
 public:
  // `what` is being done to `total` `unit`s; a total of 0 means unknown. Shows nothing unless
  // `enabled`.
  Progress(std::string what, std::string unit, std::uint64_t total, bool enabled);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t count = 1);
  // For inputs measured otherwise than in units: the finished share of the work, 0 to 1.
  void set_share(double share) { share_.store(share, std::memory_order_relaxed); }

 private:
  void draw(std::uint64_t done);

  std::string what_, unit_;
  std::uint64_t total_;
  bool shown_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<double> share_{-1};
  std::chrono::steady_clock::time_point start_;
  std::atomic<std::int64_t> next_drawing_{0};  // in milliseconds since the start
};

}  // namespace subintent
