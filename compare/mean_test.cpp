#include "compare/mean_test.h"

#include <cmath>
#include <tuple>

#include "compare/distributions.h"
#include "compare/paired_tests.h"
#include "subintent/program.h"

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

// P-values of a family: with their correction, and what follows from the level that it leaves.
struct MarginFamily {
  std::vector<double> corrected;
  double level = 0;

  MarginFamily(const std::vector<double>& p, double alpha, Correction correction)
      : corrected(record_of(correction).corrected(p)),
        level(interval_level(correction, p, alpha)) {}
};

template <typename P>
MarginFamily family_of(std::span<const SampleMean> means, double alpha, Correction correction,
                       P p_of) {
  return {mapped(means, p_of), alpha, correction};
}

std::vector<SampleMean> means_of(std::span<const std::vector<double>> differences) {
  return mapped(differences,
                [](const std::vector<double>& of_topics) { return sample_mean(of_topics); });
}

// So many standard errors.
double errors(const SampleMean& mean, double number) {
  return mean.topics < 2 ? std::numeric_limits<double>::infinity() : number * mean.error;
}

}  // namespace

std::optional<double> median(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

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

double detectable_mean(const SampleMean& sample, double errors) {
  return sample.error == 0 ? infinity : sample.error * errors;
}

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

[[gnu::cold]] std::vector<GatedMean> gated_means(std::span<const std::vector<double>> differences,
                                                 double margin, double alpha,
                                                 Correction correction) {
  if (differences.empty()) return {};
  const std::vector<SampleMean> means = means_of(differences);
  const MarginFamily worse = family_of(
      means, alpha, correction, [&](const SampleMean& mean) { return mean.p_below(-margin); });
  const MarginFamily not_worse = family_of(
      means, alpha, correction, [&](const SampleMean& mean) { return mean.p_above(-margin); });
  const std::size_t topics = means[0].topics;
  const double to_low = t_border(topics, not_worse.level), to_high = t_border(topics, worse.level);
  const double detectable = detectable_errors(topics, worse.level, detection_power);
  std::vector<GatedMean> result;
  for (std::size_t i = 0; i < means.size(); ++i) {
    GatedMean& one = result.emplace_back();
    one.difference = means[i];
    one.p_worse = worse.corrected[i];
    one.p_not_worse = not_worse.corrected[i];
    one.low = means[i].mean - errors(means[i], to_low);
    one.high = means[i].mean + errors(means[i], to_high);
    one.detectable = margin + detectable_mean(means[i], detectable);
    if (one.p_worse < alpha) one.verdict = GateVerdict::worse;
    if (one.p_not_worse < alpha) one.verdict = GateVerdict::not_worse;
  }
  return result;
}

[[gnu::cold]] std::vector<EquivalentMean> equivalent_means(
    std::span<const std::vector<double>> differences, double margin, double alpha,
    Correction correction) {
  if (differences.empty()) return {};
  const std::vector<SampleMean> means = means_of(differences);
  const MarginFamily equivalent = family_of(means, alpha, correction, [&](const SampleMean& mean) {
    return std::max(mean.p_above(-margin), mean.p_below(margin));
  });
  const MarginFamily different = family_of(
      means, alpha, correction, [](const SampleMean& mean) { return mean.p_different(); });
  const std::size_t topics = means[0].topics;
  const double width = t_border(topics, equivalent.level);
  const double detectable = detectable_errors(topics, different.level / 2, detection_power);
  std::vector<EquivalentMean> result;
  for (std::size_t i = 0; i < means.size(); ++i) {
    EquivalentMean& one = result.emplace_back();
    one.difference = means[i];
    one.p_equivalent = equivalent.corrected[i];
    one.p_different = different.corrected[i];
    one.low = means[i].mean - errors(means[i], width);
    one.high = means[i].mean + errors(means[i], width);
    std::tie(one.effect_low, one.effect_high) = effect_interval(means[i], different.level);
    one.detectable = detectable_mean(means[i], detectable);
    one.equivalent = one.p_equivalent < alpha;
    one.different = one.p_different < alpha;
  }
  return result;
}

}  // namespace subintent::internal
