// Calls the progress callback of long work.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "subintent/basics.h"

namespace subintent::internal {

// Counts what is done. All functions may be called from several threads; with an empty callback
// they do nothing but count.
class ProgressMeter {
 public:
  // `what` is being done to `total` `unit`s; a total of 0 means unknown.
  ProgressMeter(ProgressCallback callback, std::string what, std::string unit,
                std::uint64_t total = 0);

  // Throws Error of Kind::interrupted if the callback has asked to stop.
  void advance(std::uint64_t count = 1);
  // For inputs measured otherwise than in units: the finished share of the work, 0 to 1.
  void set_share(double share) { share_.store(share, std::memory_order_relaxed); }

 private:
  void report(std::uint64_t done);

  ProgressCallback callback_;
  std::string what_, unit_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::atomic<double> share_{-1};
  std::atomic<bool> is_interrupted_{false};
  std::mutex one_at_a_time_;
  std::chrono::steady_clock::time_point start_;
  std::atomic<std::int64_t> due_;  // the next call, in milliseconds since the start
};

}  // namespace subintent::internal
