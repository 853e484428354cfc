#include "compare/mean_test.h"

#include <algorithm>
#include <cmath>

#include "compare/constants.h"
#include "compare/distributions.h"

namespace subintent::internal {
namespace {

constexpr double rounding = 1e-12;

// Nearly always the one of the call before.
const StudentsT& distribution_for(std::size_t topics) {
  thread_local std::size_t last_topics = 2;
  thread_local StudentsT last(1);
  if (topics != last_topics) {
    last = StudentsT(static_cast<double>(topics) - 1);
    last_topics = topics;
  }
  return last;
}

}  // namespace

SampleMean sample_mean(std::span<const double> values) {
  SampleMean found{values.size(), 0, 0};
  if (values.empty()) return found;
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0, largest = 0;
  for (const double value : values) {
    sum += value;
    largest = std::max(largest, std::abs(value));
  }
  found.mean = std::abs(sum / n) <= rounding * largest ? 0 : sum / n;
  if (values.size() < 2) return found;
  for (const double value : values) squares += (value - found.mean) * (value - found.mean);
  found.error = std::sqrt(squares / (n - 1) / n);
  if (found.error <= rounding * largest) found.error = 0;
  return found;
}

double SampleMean::p_above(double bound) const {
  if (topics < 2) return 1;
  const double distance = mean - bound;
  if (std::abs(distance) <= rounding) return 0.5;
  const double t = error == 0 ? infinity : std::abs(distance) / error;
  const double tail = distribution_for(topics).two_sided_p(t) / 2;
  return distance > 0 ? tail : 1 - tail;
}

double SampleMean::p_below(double bound) const {
  return SampleMean{topics, -mean, error}.p_above(-bound);
}

double SampleMean::p_different() const {
  if (topics < 2 || mean == 0) return 1;
  return error == 0 ? 0 : distribution_for(topics).two_sided_p(std::abs(mean) / error);
}

double SampleMean::effect_size() const {
  if (mean == 0) return 0;
  if (error == 0) return std::copysign(infinity, mean);
  return mean / error / std::sqrt(static_cast<double>(topics));
}

double t_border(std::size_t topics, double level) {
  return topics < 2 ? infinity : distribution_for(topics).border(2 * level);
}

std::pair<double, double> effect_interval(const SampleMean& sample, double alpha) {
  if (sample.topics < 2) return {-infinity, infinity};
  if (sample.error == 0) return {sample.effect_size(), sample.effect_size()};
  const StudentsT distribution = distribution_for(sample.topics);
  const double t = sample.mean / sample.error;
  const double root = std::sqrt(static_cast<double>(sample.topics));
  return {distribution.noncentrality(t, alpha / 2) / root,
          distribution.noncentrality(t, 1 - alpha / 2) / root};
}

double detectable_errors(std::size_t topics, double level, double power) {
  if (topics < 2) return infinity;
  return distribution_for(topics).noncentrality(t_border(topics, level), power);
}

}  // namespace subintent::internal
