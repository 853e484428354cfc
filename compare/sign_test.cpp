#include "compare/sign_test.h"

#include <algorithm>

#include "base/parallel.h"
#include "compare/distributions.h"
#include "compare/pair_differences.h"
#include "compare/significance.h"

namespace subintent::internal {
namespace {

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
PairTest test_pair(const PairDifferences& differences, std::size_t rank) {
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

TestResult sign_test(const ScoreMatrix& scores, std::span<const RunPair> pairs, double alpha,
                     const PairsDone& done) {
  TestResult result;
  result.pairs.resize(pairs.size());
  const std::size_t rank = median_rank(scores.topics, alpha);
  parallel_for(pairs.size(), [&](std::size_t i) {
    result.pairs[i] = test_pair(PairDifferences(scores, pairs[i]), rank);
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
    return [alpha = settings.alpha](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                                    const PairsDone& done) {
      return sign_test(scores, pairs, alpha, done);
    };
  };
  return test;
}

}  // namespace subintent::internal
