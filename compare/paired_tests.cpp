#include "compare/paired_tests.h"

#include <cmath>
#include <iterator>

#include "compare/distributions.h"

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

TestResult sign_tests(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                      const TestSettings& settings, const PairsDone& done) {
  return test_pairs(scores, pairs, done, [&](const PairDifferences& differences) {
    return sign_test_pair(differences, settings);
  });
}

// `border` is the |t| that is significant at alpha.
PairTest t_test_pair(const PairDifferences& differences, const StudentsT& distribution,
                     double border) {
  PairTest result = differences.description();
  const auto n = static_cast<double>(differences.z.size());
  if (n < 2) return result;
  if (differences.deviation == 0 && differences.mean != 0) {
    result.p = std::exp2(1 - n);
    return result;
  }
  result.p = distribution.two_sided_p(std::sqrt(differences.squared_t()));
  const double width = border * differences.deviation / std::sqrt(n);
  differences.set_interval(result, result.difference - width, result.difference + width);
  return result;
}

TestResult t_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                  const TestSettings& settings, const PairsDone& done) {
  const StudentsT distribution(std::max(1.0, static_cast<double>(scores.topics) - 1));
  const double border = distribution.border(settings.alpha);
  return test_pairs(scores, pairs, done, [&](const PairDifferences& differences) {
    return t_test_pair(differences, distribution, border);
  });
}

// Differences that are not 0, for the test: they are ranked by size, equal ones with the
// mean of their ranks.
struct SignedRanks {
  double n = 0;
  double positive = 0;  // the sum of the ranks of those above 0
  double ties = 0;      // the sum of t^3 - t over groups of t equal ones

  explicit SignedRanks(std::vector<double> sorted) {
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

constexpr std::size_t most_exact = 49;  // topics, as in R

// P(sum of the positive ranks <= w) of n differences that are all unequal, w a whole number of at
// most half of the greatest sum.
class RankSumDistribution {
 public:
  // The distribution is empty if there are too many.
  explicit RankSumDistribution(std::size_t n) : n_(n) {
    if (n > most_exact) return;
    // Counts the subsets of the ranks 1 ... n that have each sum, up to half of the greatest sum.
    cumulated_.assign(static_cast<std::size_t>(mean_sum(static_cast<double>(n))) + 1, 0);
    cumulated_[0] = 1;
    for (std::size_t rank = 1; rank <= n; ++rank) {
      const std::size_t greatest = std::min(rank * (rank + 1) / 2, cumulated_.size() - 1);
      for (std::size_t sum = greatest; sum >= rank; --sum)
        cumulated_[sum] += cumulated_[sum - rank];
    }
    for (std::size_t sum = 1; sum < cumulated_.size(); ++sum)
      cumulated_[sum] += cumulated_[sum - 1];
  }

  // Is this sample of that distribution?
  bool holds(const SignedRanks& ranks) const {
    return !cumulated_.empty() && ranks.n == static_cast<double>(n_) && ranks.ties == 0;
  }

  double at_most(double w) const {
    return std::ldexp(cumulated_[static_cast<std::size_t>(w)], -static_cast<int>(n_));
  }

 private:
  std::size_t n_;
  std::vector<double> cumulated_;
};

// The two-sided p-value of a sample like this one where the smaller sum of ranks, of those above 0
// or of those below, is w: exact, or of the normal approximation with corrections for ties and
// continuity.
double p_of_sum(double w, const SignedRanks& ranks, const RankSumDistribution& exact) {
  if (exact.holds(ranks)) return std::min(1.0, 2 * exact.at_most(w));
  const double n = ranks.n, distance = mean_sum(n) - w;
  const double deviation = std::sqrt(n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48);
  return normal_tails(std::max(0.0, distance - 0.5) / deviation);
}

// The largest k, at most half of the greatest sum, with a p-value of the sum k - 1 below alpha.
std::size_t rank_of_interval(const SignedRanks& ranks, const RankSumDistribution& exact,
                             double alpha) {
  std::size_t low = 0, high = static_cast<std::size_t>(mean_sum(ranks.n));
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (p_of_sum(static_cast<double>(middle) - 1, ranks, exact) < alpha)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// The k-th smallest and the k-th largest of the means of every two differences, each with itself,
// too: the Hodges-Lehmann interval of the median of the differences. It holds 0 exactly where the
// p-value of the sum of ranks is not below alpha, but for differences of equal size on both sides
// of 0, half of whose ranks count for each side.
void set_interval(const std::vector<double>& z, std::size_t k, PairTest& result) {
  std::vector<double> means;
  means.reserve(z.size() * (z.size() + 1) / 2);
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = i; j < z.size(); ++j) {
      const double mean = (z[i] + z[j]) / 2;
      means.push_back(std::abs(mean) <= tie ? 0 : mean);
    }
  }
  const auto at = [&](std::size_t place) {
    const auto nth = means.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(means.begin(), nth, means.end());
    return *nth;
  };
  result.low = at(k - 1);
  result.high = at(means.size() - k);
}

// The interval of a significant test that ends at 0 begins right behind what is a tie. If it was 0
// alone, how much the difference is cannot be said.
void exclude_zero(bool positive, PairTest& result) {
  if (positive && result.low <= 0) {
    if (result.high <= 0) result.high = infinity;
    result.low = tie;
  }
  if (!positive && result.high >= 0) {
    if (result.low >= 0) result.low = -infinity;
    result.high = -tie;
  }
}

PairTest wilcoxon_pair(const PairDifferences& differences, const RankSumDistribution& exact,
                       const TestSettings& settings) {
  PairTest pair = differences.description();
  const std::vector<double> z = differences.untied();
  if (differences.z.size() < 2 || z.empty()) return pair;
  const SignedRanks ranks(z);
  const double center = mean_sum(ranks.n);
  pair.better = (ranks.positive > center) - (ranks.positive < center);
  pair.p = p_of_sum(std::min(ranks.positive, 2 * center - ranks.positive), ranks, exact);
  if (!settings.intervals) return pair;
  const std::size_t k = rank_of_interval(ranks, exact, settings.alpha);
  if (k == 0) return pair;
  set_interval(z, k, pair);
  if (pair.p < settings.alpha) exclude_zero(pair.better > 0, pair);
  return pair;
}

TestResult wilcoxon_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                         const TestSettings& settings, const PairsDone& done) {
  const RankSumDistribution exact(scores.topics);
  return test_pairs(scores, pairs, done, [&](const PairDifferences& differences) {
    return wilcoxon_pair(differences, exact, settings);
  });
}

}  // namespace

PairDifferences::PairDifferences(const ScoreMatrix& scores, RunPair runs)
    : pair(runs), z(scores.topics) {
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
  result.better = (mean > 0) - (mean < 0);
  return result;
}

void PairDifferences::set_interval(PairTest& result, double low, double high) const {
  result.low = std::abs(low) <= 1e-12 * scale ? 0 : low;
  result.high = std::abs(high) <= 1e-12 * scale ? 0 : high;
}

std::vector<double> PairDifferences::untied() const {
  std::vector<double> kept;
  std::ranges::copy_if(z, std::back_inserter(kept),
                       [](double value) { return std::abs(value) > tie; });
  std::ranges::sort(kept);
  return kept;
}

std::optional<std::size_t> borderline_index(std::uint64_t trials, double alpha) {
  const double rank = std::floor(static_cast<double>(trials) * alpha + 1e-9);
  if (rank < 1) return std::nullopt;
  return static_cast<std::size_t>(rank) - 1;
}

double sign_test(std::uint64_t wins, std::uint64_t losses) {
  const std::uint64_t n = wins + losses;
  if (n == 0 || wins == losses) return 1;
  return std::min(1.0, 2 * fair_coins(std::min(wins, losses), n));
}

SignificanceTest sign_test_record() {
  return {.name = "sign", .label = "sign test", .run = each<sign_tests>};
}

// Student's t-test for paired samples.
SignificanceTest t_test_record() {
  return {.name = "t", .label = "paired t-test", .run = each<t_test>};
}

// Wilcoxon's signed-rank test [Wilcoxon 1945; Hollander and Wolfe 1999, §3.1 to 3.3], as
// wilcox.test(paired = TRUE) of R makes it.
SignificanceTest wilcoxon_test_record() {
  return {.name = "wilcoxon", .label = "Wilcoxon signed-rank test", .run = each<wilcoxon_test>};
}

}  // namespace subintent::internal
