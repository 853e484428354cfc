#include "compare/discriminative_power.h"

#include <algorithm>
#include <functional>

namespace subintent {

double DiscriminativePower::share() const {
  return p.empty() ? 0 : static_cast<double>(significant) / static_cast<double>(p.size());
}

std::vector<double> corrected(std::span<const double> p, Correction correction) {
  switch (correction) {
    case Correction::holm:
      return holm(p);
    case Correction::bonferroni:
      return bonferroni(p);
    case Correction::none:
      break;
  }
  return {p.begin(), p.end()};
}

DiscriminativePower discriminative_power(std::span<const TestResult> groups,
                                         const TestSettings& settings, Correction correction) {
  DiscriminativePower power;
  for (const TestResult& group : groups) {
    std::vector<double> p;
    for (const PairTest& pair : group.pairs) p.push_back(pair.p);
    for (const double value : corrected(p, correction)) {
      power.p.push_back(value);
      power.significant += value < settings.alpha ? 1 : 0;
    }
    if (!group.delta) continue;
    if (!power.delta) {
      power.delta = group.delta;
    } else if (settings.test == SignificanceTest::tukey) {
      power.delta = std::min(*power.delta, *group.delta);
    } else {
      power.delta = std::max(*power.delta, *group.delta);
    }
  }
  return power;
}

double Overlap::agreement() const {
  const std::uint64_t any = first + both + second;
  return any == 0 ? 1 : static_cast<double>(both) / static_cast<double>(any);
}

Overlap overlap(const DiscriminativePower& a, const DiscriminativePower& b, double alpha) {
  Overlap made;
  for (std::size_t i = 0; i < a.p.size(); ++i) {
    const bool in_a = a.p[i] < alpha, in_b = b.p[i] < alpha;
    made.first += in_a && !in_b ? 1 : 0;
    made.both += in_a && in_b ? 1 : 0;
    made.second += in_b && !in_a ? 1 : 0;
  }
  return made;
}

std::vector<double> asl_curve(const DiscriminativePower& power) {
  std::vector<double> curve = power.p;
  std::sort(curve.begin(), curve.end(), std::greater<>());
  return curve;
}

}  // namespace subintent
