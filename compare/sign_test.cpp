#include "compare/sign_test.h"

#include <algorithm>
#include <cmath>

#include "compare/distributions.h"
#include "compare/pair_differences.h"
#include "compare/significance.h"
#include "core/base/parallel.h"

namespace subintent::internal {
namespace {

// The interval of the median of n differences lies between the k-th smallest and the k-th largest:
// k is the largest number with 2 P(fewer than k of n fair coins) < alpha. So the test finds a
// difference exactly where fewer than k of them are on one side of 0. 0 if there is no such k.
std::size_t median_rank(std::size_t n, double alpha) {
  const auto is_rare = [&](std::size_t k) { return 2 * fair_coins(k - 1, n) < alpha; };
  const auto size = static_cast<double>(n);
  const double guess = std::floor((size - normal_border(alpha) * std::sqrt(size)) / 2);
  auto k = static_cast<std::size_t>(std::max(0.0, guess));
  while (k < n / 2 && is_rare(k + 1)) ++k;
  while (k > 0 && !is_rare(k)) --k;
  return k;
}

// The interval leaves ties out, as the test does.
PairTest sign_test_pair(const PairDifferences& differences, const TestSettings& settings) {
  PairTest result = differences.description();
  result.better = (result.wins > result.losses) - (result.wins < result.losses);
  if (differences.z.size() < 2) return result;
  result.p = sign_test(result.wins, result.losses);
  if (!settings.intervals) return result;
  const std::vector<double> sorted = differences.untied();
  const std::size_t rank = median_rank(sorted.size(), settings.alpha);
  if (rank == 0) return result;
  result.low = sorted[rank - 1];
  result.high = sorted[sorted.size() - rank];
  return result;
}

TestResult sign_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                     const TestSettings& settings, const PairsDone& done) {
  TestResult result;
  result.pairs.resize(pairs.size());
  parallel_for(pairs.size(), [&](std::size_t i) {
    result.pairs[i] = sign_test_pair(PairDifferences(scores, pairs[i]), settings);
    done(1);
  });
  return result;
}

}  // namespace

double sign_test(std::uint64_t wins, std::uint64_t losses) {
  const std::uint64_t n = wins + losses;
  if (n == 0 || wins == losses) return 1;
  return std::min(1.0, 2 * fair_coins(std::min(wins, losses), n));
}

SignificanceTest sign_test_record() {
  SignificanceTest test;
  test.name = "sign";
  test.label = "sign test";
  test.prepare = [](const TestSettings& settings) -> MeasureTest {
    return [settings](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const PairsDone& done) { return sign_test(scores, pairs, settings, done); };
  };
  return test;
}

}  // namespace subintent::internal
