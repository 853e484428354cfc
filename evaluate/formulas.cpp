#include "evaluate/formulas.h"

#include "core/base/portable_math.h"
#include "subintent/basics.h"

namespace subintent::internal {

double Gain::of(std::int32_t grade) const {
  if (grade <= 0) return 0;
  if (kind_ == Kind::exponential) return std::ldexp(1, grade) - 1;
  if (kind_ == Kind::table) {
    const auto at = table_->find(grade);
    if (at != table_->end()) return at->second;
  }
  return grade;
}

namespace {

double square(double x) {
  return x * x;
}

// Its share of the Kullback-Leibler divergence, in bits.
double relative_entropy(double share, double of_mean) {
  return share > 0 ? share * portable::log2(share / of_mean) : 0;
}

// For each place i the sum over all j of |i - j| x[j].
std::vector<double> weighted_by_distance(std::span<const double> x) {
  std::vector<double> sums(x.size(), 0);
  double passed = 0, sum = 0;  // of x, and of x times its distance
  const auto pass = [&](std::size_t i) {
    sum += passed;
    sums[i] += sum;
    passed += x[i];
  };
  for (std::size_t i = 0; i < x.size(); ++i) pass(i);
  passed = sum = 0;
  for (std::size_t i = x.size(); i-- > 0;) pass(i);
  return sums;
}

}  // namespace

double jensen_shannon(GroupDistribution a, GroupDistribution b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double mean = (a[i] + b[i]) / 2;
    sum += relative_entropy(a[i], mean) + relative_entropy(b[i], mean);
  }
  return std::clamp(sum / 2, 0.0, 1.0);  // rounding
}

double match_distance(GroupDistribution a, GroupDistribution b) {
  double sum = 0, cumulative_a = 0, cumulative_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    cumulative_a += a[i];
    cumulative_b += b[i];
    sum += std::abs(cumulative_a - cumulative_b);
  }
  return sum / static_cast<double>(a.size() - 1);
}

double order_aware_divergence(GroupDistribution achieved, GroupDistribution target) {
  std::vector<double> squares;
  for (std::size_t i = 0; i < target.size(); ++i)
    squares.push_back(square(achieved[i] - target[i]));
  const std::vector<double> weighted = weighted_by_distance(squares);
  double sum = 0, wanted = 0;
  for (std::size_t i = 0; i < target.size(); ++i) {
    if (target[i] <= 0) continue;
    sum += weighted[i];
    ++wanted;
  }
  return std::sqrt(sum / wanted / static_cast<double>(target.size() - 1));
}

}  // namespace subintent::internal
