// Wilcoxon's signed-rank test [Wilcoxon 1945; Hollander and Wolfe 1999, §3.1 to 3.3], as
// wilcox.test(paired = TRUE) of R makes it.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/parallel.h"
#include "compare/distributions.h"
#include "compare/pair_differences.h"
#include "compare/significance.h"

namespace subintent::internal {
namespace {

constexpr double tie = 1e-9;

// What the test needs of a sample: differences of 0 are left out, the others ranked by size, equal
// ones with the mean of their ranks.
struct SignedRanks {
  double n = 0;         // differences that are not 0
  double positive = 0;  // the sum of the ranks of those above 0
  double ties = 0;      // the sum of t^3 - t over groups of t equal ones

  explicit SignedRanks(const std::vector<double>& z) {
    std::vector<double> sorted;
    for (const double value : z) {
      if (std::abs(value) > tie) sorted.push_back(value);
    }
    std::ranges::sort(sorted, {}, [](double value) { return std::abs(value); });
    n = static_cast<double>(sorted.size());
    for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      while (end < sorted.size() && std::abs(sorted[end]) - std::abs(sorted[begin]) <= tie) ++end;
      const auto size = static_cast<double>(end - begin);
      const double rank = static_cast<double>(begin + 1 + end) / 2;
      for (std::size_t i = begin; i < end; ++i) positive += sorted[i] > 0 ? rank : 0;
      ties += size * size * size - size;
    }
  }
};

// The sum of the positive ranks under the null hypothesis, n differences.
double mean_sum(double n) {
  return n * (n + 1) / 4;
}
double deviation_of_sum(double n, double ties) {
  return std::sqrt(n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
}

constexpr std::size_t most_exact_p = 49;           // topics, as in R
constexpr std::size_t most_exact_intervals = 500;  // beyond them exact sums take too long

// P(sum of the positive ranks <= w): exact up to `most_exact` differences, else normal with
// correction for continuity. For differences that are all unequal.
class RankSumDistribution {
 public:
  RankSumDistribution(std::size_t n, std::size_t most_exact) : n_(static_cast<double>(n)) {
    if (n > most_exact) return;
    // Of subsets of the ranks 1 ... n, how many have each sum, up to half of the greatest sum:
    // exact below 2^53, and below 2^500 but for the last digits.
    cumulated_.assign(static_cast<std::size_t>(mean_sum(n_)) + 1, 0);
    cumulated_[0] = 1;
    for (std::size_t rank = 1; rank <= n; ++rank) {
      const std::size_t greatest = std::min(rank * (rank + 1) / 2, cumulated_.size() - 1);
      for (std::size_t sum = greatest; sum >= rank; --sum) {
        cumulated_[sum] += cumulated_[sum - rank];
      }
    }
    for (std::size_t sum = 1; sum < cumulated_.size(); ++sum) {
      cumulated_[sum] += cumulated_[sum - 1];
    }
  }

  bool is_exact() const { return !cumulated_.empty(); }

  // w a whole number, at most half of the greatest sum.
  double at_most(double w) const {
    if (w < 0) return 0;
    if (is_exact()) {
      return std::ldexp(cumulated_[static_cast<std::size_t>(w)], -static_cast<int>(n_));
    }
    return normal_tails((mean_sum(n_) - w - 0.5) / deviation_of_sum(n_, 0)) / 2;
  }

  // The largest k with P(sum <= k - 1) < share, at most half of the greatest sum.
  std::size_t rank_below(double share) const {
    std::size_t low = 0, high = static_cast<std::size_t>(mean_sum(n_));
    while (low < high) {
      const std::size_t middle = (low + high + 1) / 2;
      if (at_most(static_cast<double>(middle) - 1) < share) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

 private:
  double n_;
  std::vector<double> cumulated_;
};

double p_value(const SignedRanks& ranks, const RankSumDistribution& distribution,
               std::size_t topics) {
  if (ranks.n == 0) return 1;
  const bool has_zeros = ranks.n < static_cast<double>(topics);
  if (distribution.is_exact() && !has_zeros && ranks.ties == 0) {
    const double smaller = std::min(ranks.positive, 2 * mean_sum(ranks.n) - ranks.positive);
    return std::min(1.0, 2 * distribution.at_most(smaller));
  }
  const double distance = std::abs(ranks.positive - mean_sum(ranks.n));
  return normal_tails(std::max(0.0, distance - 0.5) / deviation_of_sum(ranks.n, ranks.ties));
}

// The k of the interval: the 1 - alpha / 2 of the distribution, as R's with exact = TRUE.
std::size_t rank_of_interval(std::size_t topics, double alpha) {
  return RankSumDistribution(topics, most_exact_intervals).rank_below(alpha / 2);
}

// The k-th smallest and the k-th largest of the means of every two differences, each with itself,
// too: the Hodges-Lehmann interval of the median of the differences.
void set_interval(const PairDifferences& differences, std::size_t k, PairTest& result) {
  const std::vector<double>& z = differences.z;
  std::vector<double> means;
  means.reserve(z.size() * (z.size() + 1) / 2);
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = i; j < z.size(); ++j) means.push_back((z[i] + z[j]) / 2);
  }
  const auto at = [&](std::size_t place) {
    const auto nth = means.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(means.begin(), nth, means.end());
    return *nth;
  };
  const double low = at(k - 1);
  differences.set_interval(result, low, at(means.size() - k));
}

TestResult wilcoxon_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                         const TestSettings& settings, const PairsDone& done) {
  TestResult result;
  result.pairs.resize(pairs.size());
  const RankSumDistribution distribution(scores.topics, most_exact_p);
  const std::size_t k = settings.intervals ? rank_of_interval(scores.topics, settings.alpha) : 0;
  parallel_for(pairs.size(), [&](std::size_t i) {
    const PairDifferences differences(scores, pairs[i]);
    PairTest& pair = result.pairs[i];
    pair = differences.description();
    if (scores.topics > 1) {
      pair.p = p_value(SignedRanks(differences.z), distribution, scores.topics);
      if (k > 0) set_interval(differences, k, pair);
    }
    done(1);
  });
  return result;
}

}  // namespace

SignificanceTest wilcoxon_test_record() {
  SignificanceTest test;
  test.name = "wilcoxon";
  test.label = "Wilcoxon signed-rank test";
  test.prepare = [](const TestSettings& settings) -> MeasureTest {
    return
        [settings](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                   const PairsDone& done) { return wilcoxon_test(scores, pairs, settings, done); };
  };
  return test;
}

}  // namespace subintent::internal
