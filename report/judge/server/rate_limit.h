// How often something may be done.
#pragma once

#include <algorithm>
#include <chrono>

namespace subintent::internal {

// `burst` times at once, and `per_second` times a second in the long run (a token bucket).
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  RateLimit(double per_second, double burst)
      : per_second_(per_second), burst_(burst), left_(burst) {}

  // May it be done now? If so, it counts. Times do not go back.
  bool take(Time now) {
    const std::chrono::duration<double> passed = now - last_;
    if (last_ != Time()) left_ = std::min(burst_, left_ + per_second_ * passed.count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double per_second_, burst_, left_;
  Time last_{};
};

}  // namespace subintent::internal
