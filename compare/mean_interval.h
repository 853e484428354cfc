// Confidence intervals of means.
#pragma once

#include <span>
#include <utility>

namespace subintent::internal {

// The mean -+ t s / sqrt(n), t that of n - 1 degrees whose two-sided p-value is alpha, s the
// standard deviation (n - 1). Infinite for fewer than two values.
std::pair<double, double> mean_interval(std::span<const double> values, double alpha);

}  // namespace subintent::internal
