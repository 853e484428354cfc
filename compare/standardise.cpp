#include "compare/standardise.h"

#include <algorithm>
#include <cmath>

namespace subintent::internal {

void standardise(std::span<double> scores) {
  if (scores.empty()) return;
  const auto n = static_cast<double>(scores.size());
  const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  const double largest = std::max(std::abs(*low), std::abs(*high));
  if (*high - *low <= 1e-12 * largest) {
    std::fill(scores.begin(), scores.end(), 0.0);
    return;
  }
  double sum = 0, squares = 0;
  for (const double score : scores) sum += score;
  const double mean = sum / n;
  for (const double score : scores) squares += (score - mean) * (score - mean);
  const double deviation = std::sqrt(squares / (n - 1));
  for (double& score : scores) score = (score - mean) / deviation;
}

}  // namespace subintent::internal
