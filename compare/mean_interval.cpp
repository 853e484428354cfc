#include "compare/mean_interval.h"

#include <cmath>

#include "compare/constants.h"
#include "compare/distributions.h"

namespace subintent::internal {

std::pair<double, double> mean_interval(std::span<const double> values, double alpha) {
  if (values.size() < 2) return {-infinity, infinity};
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / n;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double width = StudentsT(n - 1).border(alpha) * std::sqrt(squares / (n - 1) / n);
  return {mean - width, mean + width};
}

}  // namespace subintent::internal
