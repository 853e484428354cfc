#pragma once

#include <cmath>
#include <cstdint>

namespace subintent::internal {

// The user of ERR, who stops at a document of grade g with chance (2^g - 1) / 2^G.
class StoppingUser {
 public:
  explicit StoppingUser(std::int32_t max_grade) : scale_(std::ldexp(1, -max_grade)) {}

  // The chance to read on to the next document, and to stop there.
  double stops_at(std::int32_t grade) {
    const double stops = (std::ldexp(1, grade) - 1) * scale_;
    const double chance = still_reading_ * stops;
    still_reading_ *= 1 - stops;
    return chance;
  }

 private:
  double scale_;
  double still_reading_ = 1;
};

}  // namespace subintent::internal
