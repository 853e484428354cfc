#pragma once

#include <cstdint>

#include "core/base/portable_math.h"
#include "evaluate/parameters.h"

namespace subintent::internal {

// Gains over the logarithm of their ranks.
class Discounting {
 public:
  explicit Discounting(const Parameters& parameters)
      : discount_(parameters.discount),
        base_(parameters.log_base),
        log2_of_base_(portable::log2(parameters.log_base)) {}

  double operator()(double gain, std::uint32_t rank) const {
    if (discount_ == Discount::standard) return gain / (portable::log2(rank + 1.0) / log2_of_base_);
    return rank <= base_ ? gain : gain / (portable::log2(rank) / log2_of_base_);
  }

 private:
  Discount discount_;
  double base_, log2_of_base_;
};

}  // namespace subintent::internal
