#include "compare/pair_differences.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "compare/constants.h"

namespace subintent::internal {
namespace {}  // namespace

PairDifferences::PairDifferences(const ScoreMatrix& scores, RunPair pair) : z(scores.topics) {
  const auto n = static_cast<double>(z.size());
  double low = infinity, high = -infinity, sum = 0;
  for (std::size_t topic = 0; topic < z.size(); ++topic) {
    const double first = scores.at(topic, pair.first), second = scores.at(topic, pair.second);
    z[topic] = first - second;
    sum += z[topic];
    low = std::min(low, z[topic]);
    high = std::max(high, z[topic]);
    scale = std::max(scale, std::max(std::abs(first), std::abs(second)));
  }
  mean = sum / n;
  if (std::abs(mean) <= 1e-12 * scale) mean = 0;
  if (high - low <= 1e-12 * scale) return;
  double squares = 0;
  for (const double value : z) squares += (value - mean) * (value - mean);
  deviation = std::sqrt(squares / (n - 1));
}

double PairDifferences::squared_t() const {
  if (mean == 0) return 0;
  if (deviation == 0) return infinity;
  const double t = mean / deviation;
  return t * t * static_cast<double>(z.size());
}

PairTest PairDifferences::description() const {
  PairTest result;
  result.difference = mean;
  result.effect_size = mean == 0        ? 0
                       : deviation == 0 ? std::copysign(infinity, mean)
                                        : mean / deviation;
  result.low = -infinity;
  result.high = infinity;
  for (const double value : z) {  // without branches, which would be guessed wrong half the time
    result.wins += value > tie;
    result.losses += value < -tie;
  }
  result.ties = z.size() - result.wins - result.losses;
  result.better = (mean > 0) - (mean < 0);
  return result;
}

void PairDifferences::set_interval(PairTest& result, double low, double high) const {
  result.low = std::abs(low) <= 1e-12 * scale ? 0 : low;
  result.high = std::abs(high) <= 1e-12 * scale ? 0 : high;
}

std::vector<double> PairDifferences::untied() const {
  std::vector<double> kept;
  std::ranges::copy_if(z, std::back_inserter(kept),
                       [](double value) { return std::abs(value) > tie; });
  std::ranges::sort(kept);
  return kept;
}

std::optional<std::size_t> borderline_index(std::uint64_t trials, double alpha) {
  const double rank = std::floor(static_cast<double>(trials) * alpha + 1e-9);
  if (rank < 1) return std::nullopt;
  return static_cast<std::size_t>(rank) - 1;
}

}  // namespace subintent::internal
