#include "compare/significance.h"
#include "subintent/program.h"

#include <cmath>
#include <numeric>

namespace subintent::internal {
namespace {

MeasureOverlap overlap(const DiscriminativePower& a, const DiscriminativePower& b, double alpha) {
  MeasureOverlap result{a.measure, b.measure};
  for (std::size_t i = 0; i < a.p.size(); ++i) {
    const bool in_a = a.p[i] < alpha, in_b = b.p[i] < alpha;
    result.only1 += in_a && !in_b ? 1 : 0;
    const bool opposite = a.winner[i] * b.winner[i] < 0;
    result.both += in_a && in_b && !opposite ? 1 : 0;
    result.conflicts += in_a && in_b && opposite ? 1 : 0;
    result.only2 += in_b && !in_a ? 1 : 0;
  }
  const std::uint64_t any = result.only1 + result.both + result.only2 + result.conflicts;
  if (any > 0) result.agreement = share_of(result.both, any);
  return result;
}

}  // namespace

std::vector<double> DiscriminativePower::curve() const {
  std::vector<double> sorted = p;
  std::ranges::sort(sorted, std::greater<>());
  return sorted;
}

Correction correction_for(const SignificanceTest& test, Correction correction) {
  return test.family_wise ? Correction::none : correction;
}

std::vector<double> corrected(std::span<const double> p, const TestSettings& settings,
                              Correction correction) {
  std::vector<double> shares(p.begin(), p.end());
  if (correction != Correction::none && settings.test->is_random()) {
    const auto trials = static_cast<double>(settings.trials);
    for (double& value : shares) value = (std::round(value * trials) + 1) / (trials + 1);
  }
  return record_of(correction).corrected(shares);
}

std::vector<double> p_values(const TestResult& result) {
  return mapped(result.pairs, &PairTest::p);
}

double smallest_corrected(std::size_t pairs, std::uint64_t trials) {
  return std::min(1.0, static_cast<double>(pairs) / (static_cast<double>(trials) + 1));
}

std::uint64_t trials_needed(std::size_t pairs, double alpha) {
  const double about = std::min(std::floor(static_cast<double>(pairs) / alpha), 1e15);
  auto trials = static_cast<std::uint64_t>(std::max(1.0, about - 1));
  while (smallest_corrected(pairs, trials) >= alpha) ++trials;
  return trials;
}

DiscriminativePower discriminative_power(std::span<const TestResult> groups,
                                         const TestSettings& settings, Correction correction) {
  DiscriminativePower power;
  for (const TestResult& group : groups) {
    for (const double value : corrected(p_values(group), settings, correction)) {
      power.p.push_back(value);
      power.significant += value < settings.alpha ? 1 : 0;
    }
    for (const PairTest& pair : group.pairs)
      power.winner.push_back(static_cast<std::int8_t>(pair.better));
    if (!group.delta) continue;
    if (!power.delta)
      power.delta = group.delta;
    else if (settings.test->delta == SignificanceTest::Delta::smallest)
      power.delta = std::min(*power.delta, *group.delta);
    else
      power.delta = std::max(*power.delta, *group.delta);
  }
  return power;
}

std::vector<MeasureOverlap> measure_overlaps(std::span<const DiscriminativePower> powers,
                                             double alpha) {
  std::vector<MeasureOverlap> overlaps;
  for (std::size_t i = 0; i < powers.size(); ++i)
    for (std::size_t j = i + 1; j < powers.size(); ++j)
      overlaps.push_back(overlap(powers[i], powers[j], alpha));
  return overlaps;
}

double PlaceboPower::mean() const {
  return share_of(std::accumulate(placebos.begin(), placebos.end(), std::uint64_t{0}),
                  pairs * placebos.size());
}

std::uint64_t PlaceboPower::as_high() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(placebos, [&](std::uint64_t one) { return one >= significant; }));
}

}  // namespace subintent::internal
