#include "compare/margin.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "compare/correction.h"

namespace subintent::internal {
namespace {

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
  std::vector<double> p;
  for (const SampleMean& mean : means) p.push_back(p_of(mean));
  return {p, alpha, correction};
}

std::vector<SampleMean> means_of(std::span<const std::vector<double>> differences) {
  std::vector<SampleMean> means;
  for (const std::vector<double>& of_topics : differences) means.push_back(sample_mean(of_topics));
  return means;
}

// So many standard errors.
double errors(const SampleMean& mean, double number) {
  return mean.topics < 2 ? std::numeric_limits<double>::infinity() : number * mean.error;
}

}  // namespace

std::vector<GatedMean> gated_means(std::span<const std::vector<double>> differences, double margin,
                                   double alpha, Correction correction) {
  if (differences.empty()) return {};
  const std::vector<SampleMean> means = means_of(differences);
  const MarginFamily worse = family_of(
      means, alpha, correction, [&](const SampleMean& mean) { return mean.p_below(-margin); });
  const MarginFamily not_worse = family_of(
      means, alpha, correction, [&](const SampleMean& mean) { return mean.p_above(-margin); });
  const std::size_t topics = means[0].topics;
  const double to_low = t_border(topics, not_worse.level), to_high = t_border(topics, worse.level);
  const double detectable = detectable_errors(topics, worse.level, detection_power);
  std::vector<GatedMean> made;
  for (std::size_t i = 0; i < means.size(); ++i) {
    GatedMean& one = made.emplace_back();
    one.difference = means[i];
    one.p_worse = worse.corrected[i];
    one.p_not_worse = not_worse.corrected[i];
    one.low = means[i].mean - errors(means[i], to_low);
    one.high = means[i].mean + errors(means[i], to_high);
    one.detectable = margin + errors(means[i], detectable);
    if (one.p_worse < alpha) one.verdict = GateVerdict::worse;
    if (one.p_not_worse < alpha) one.verdict = GateVerdict::not_worse;
  }
  return made;
}

std::vector<EquivalentMean> equivalent_means(std::span<const std::vector<double>> differences,
                                             double margin, double alpha, Correction correction) {
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
  std::vector<EquivalentMean> made;
  for (std::size_t i = 0; i < means.size(); ++i) {
    EquivalentMean& one = made.emplace_back();
    one.difference = means[i];
    one.p_equivalent = equivalent.corrected[i];
    one.p_different = different.corrected[i];
    one.low = means[i].mean - errors(means[i], width);
    one.high = means[i].mean + errors(means[i], width);
    std::tie(one.effect_low, one.effect_high) = effect_interval(means[i], different.level);
    one.detectable = errors(means[i], detectable);
    one.equivalent = one.p_equivalent < alpha;
    one.different = one.p_different < alpha;
  }
  return made;
}

}  // namespace subintent::internal
