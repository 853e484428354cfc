#include "compare/significance.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compare/bootstrap.h"
#include "compare/distributions.h"
#include "compare/pair_differences.h"
#include "compare/randomisation.h"
#include "compare/tukey.h"
#include "support/parallel.h"

namespace subintent {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tie = 1e-9;

// `border` is the |t| that is significant at alpha.
PairTest t_test(const PairDifferences& differences, const StudentsT& distribution, double border) {
  PairTest result = differences.description();
  const auto n = static_cast<double>(differences.z.size());
  if (n < 2) return result;
  result.p = distribution.two_sided_p(std::sqrt(differences.squared_t()));
  const double width = border * differences.deviation / std::sqrt(n);
  differences.set_interval(result, result.difference - width, result.difference + width);
  return result;
}

// The interval of the median of n differences lies between the k-th smallest and the k-th largest:
// k is the largest number, at most n / 2, with P(fewer than k of n fair coins) <= alpha / 2.
std::size_t median_rank(std::size_t n, double alpha) {
  std::size_t low = 0, high = n / 2;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (fair_coins(middle, n) <= alpha / 2) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

// `rank` is median_rank() of the number of topics.
PairTest exact_sign_test(const PairDifferences& differences, std::size_t rank) {
  PairTest result = differences.description();
  const std::size_t n = differences.z.size();
  if (n < 2) return result;
  result.p = sign_test(result.wins, result.losses);
  if (rank == 0) return result;
  std::vector<double> sorted = differences.z;
  std::sort(sorted.begin(), sorted.end());
  differences.set_interval(result, sorted[rank - 1], sorted[n - rank]);
  return result;
}

TestResult classic_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                        const TestSettings& settings) {
  TestResult result;
  result.pairs.resize(pairs.size());
  const bool is_t = settings.test == SignificanceTest::t;
  const StudentsT distribution(std::max(1.0, static_cast<double>(scores.topics) - 1));
  const double border = distribution.border(settings.alpha);
  const std::size_t rank = is_t ? 0 : median_rank(scores.topics, settings.alpha);
  parallel_for(pairs.size(), [&](std::size_t i) {
    const PairDifferences differences(scores, pairs[i]);
    result.pairs[i] =
        is_t ? t_test(differences, distribution, border) : exact_sign_test(differences, rank);
  });
  return result;
}

}  // namespace

std::string_view name_of(SignificanceTest test) {
  switch (test) {
    case SignificanceTest::t:
      return "t";
    case SignificanceTest::bootstrap:
      return "bootstrap";
    case SignificanceTest::tukey:
      return "tukey";
    case SignificanceTest::randomisation:
      return "randomisation";
    case SignificanceTest::sign:
      return "sign";
  }
  return {};
}

bool is_random(SignificanceTest test) {
  return test != SignificanceTest::t && test != SignificanceTest::sign;
}

std::uint64_t default_trials(SignificanceTest test) {
  return test == SignificanceTest::bootstrap ? 1000 : 5000;
}

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
  return result;
}

void PairDifferences::set_interval(PairTest& result, double low, double high) const {
  result.low = std::abs(low) <= 1e-12 * scale ? 0 : low;
  result.high = std::abs(high) <= 1e-12 * scale ? 0 : high;
}

std::optional<std::size_t> borderline_index(std::uint64_t trials, double alpha) {
  const double rank = std::floor(static_cast<double>(trials) * alpha + 1e-9);
  if (rank < 1) return std::nullopt;
  return static_cast<std::size_t>(rank) - 1;
}

std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const std::function<void(std::uint64_t)>& progress) {
  std::vector<TestResult> results;
  std::optional<Resamples> resamples;
  for (const ScoreMatrix& scores : measures) {
    switch (settings.test) {
      case SignificanceTest::t:
      case SignificanceTest::sign:
        results.push_back(classic_test(scores, pairs, settings));
        break;
      case SignificanceTest::bootstrap:
        if (!resamples || resamples->topics() != scores.topics) {
          resamples.emplace(scores.topics, settings.trials, settings.seed);
        }
        results.push_back(bootstrap_test(scores, pairs, *resamples, settings));
        break;
      case SignificanceTest::tukey:
        results.push_back(tukey_test(scores, pairs, settings));
        break;
      case SignificanceTest::randomisation:
        results.push_back(randomisation_test(scores, pairs, settings));
        break;
    }
    if (progress) progress(pairs.size());
  }
  return results;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> corrected;
  for (const double value : p) {
    corrected.push_back(std::min(1.0, value * static_cast<double>(p.size())));
  }
  return corrected;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, p[order[i]] * static_cast<double>(p.size() - i));
    corrected[order[i]] = std::min(1.0, highest);
  }
  return corrected;
}

double sign_test(std::uint64_t wins, std::uint64_t losses) {
  const std::uint64_t n = wins + losses;
  if (n == 0 || wins == losses) return 1;
  return std::min(1.0, 2 * fair_coins(std::min(wins, losses), n));
}

}  // namespace subintent
