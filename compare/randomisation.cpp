#include <cmath>

#include "compare/paired_tests.h"
#include "core/base/clones.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

// sums[trial * runs + run]: of the scores of all topics with the trial's signs, drawn as
// RandomPurpose::signs says. `done` is called with 0 for each trial.
std::vector<double> signed_sums(const ScoreMatrix& scores, const TestSettings& settings,
                                const PairsDone& done) {
  std::vector<double> sums(settings.trials * scores.runs, 0);
  parallel_for(static_cast<std::size_t>(settings.trials), [&](std::size_t i) {
    std::vector<std::uint32_t> words((scores.topics + 31) / 32);
    random_words({settings.seed, RandomPurpose::signs, static_cast<std::uint32_t>(i), 0}, words);
    for (std::size_t topic = 0; topic < scores.topics; ++topic) {
      const bool minus = ((words[topic / 32] >> (topic % 32)) & 1) != 0;
      add_signed(sums.data() + i * scores.runs, scores.values.data() + topic * scores.runs,
                 scores.runs, minus ? -1 : 1);
    }
    done(0);
  });
  return sums;
}

PairTest randomise_pair(const ScoreMatrix& scores, const PairDifferences& differences,
                        const std::vector<double>& sums, const TestSettings& settings) {
  const auto [first, second] = differences.pair;
  PairTest result = differences.description();
  if (differences.z.size() < 2) return result;
  const double limit = std::abs(differences.mean) - 1e-12 * differences.scale;
  std::vector<double> means(settings.trials);
  std::size_t count = 0;
  for (std::size_t trial = 0; trial < means.size(); ++trial) {
    const double* of_runs = sums.data() + trial * scores.runs;
    means[trial] = std::abs(of_runs[first] - of_runs[second]) / static_cast<double>(scores.topics);
    count += means[trial] >= limit ? 1 : 0;
  }
  result.p = static_cast<double>(count) / static_cast<double>(settings.trials);
  const auto border = borderline_index(settings.trials, settings.alpha);
  if (border && settings.intervals) {
    const auto at = means.begin() + static_cast<std::ptrdiff_t>(*border);
    std::nth_element(means.begin(), at, means.end(), std::greater<>());
    differences.set_interval(result, differences.mean - *at, differences.mean + *at);
  }
  return result;
}

// Signs are drawn as RandomPurpose::signs says and shared by all pairs and measures. A trial counts
// if its mean difference is at least as large as that of the data, to within 1e-12 of the largest
// score. The interval is the difference -+ the floor(B alpha)-th largest absolute mean of the
// trials.
TestResult randomisation_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                              const TestSettings& settings, const PairsDone& done) {
  const std::vector<double> sums = signed_sums(scores, settings, done);
  return test_pairs(scores, pairs, done, [&](const PairDifferences& differences) {
    return randomise_pair(scores, differences, sums, settings);
  });
}

// So many trials are gone through at once.
constexpr std::size_t maxt_lanes = 8;
using TrialSums = std::array<double, maxt_lanes>;

struct OrderedPair {
  RunPair pair;
  double factor, least;  // the least statistic that is as extreme as that of the data
};

// Adds to the count of each pair the trials in which the largest statistic of the pairs from it on
// is extreme.
SUBINTENT_CLONES void count_extreme(const std::vector<TrialSums>& sums,
                                    const std::vector<OrderedPair>& pairs,
                                    std::vector<std::uint32_t>& counts) {
  TrialSums largest{};
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const TrialSums &first = sums[pairs[i].pair.first], &second = sums[pairs[i].pair.second];
    std::uint32_t count = 0;
    for (std::size_t lane = 0; lane < maxt_lanes; ++lane) {
      const double sum = first[lane] - second[lane], statistic = sum * sum * pairs[i].factor;
      largest[lane] = largest[lane] < statistic ? statistic : largest[lane];
      count += largest[lane] >= pairs[i].least ? 1 : 0;
    }
    counts[i] += count;
  }
}

// Pairs with their statistics u = mean^2 / mean of squares, of the data and of each trial. Signs
// leave the squares as they are, so that u orders trials as |t| does: t^2 = (n - 1) u / (1 - u).
class MaxtFamily {
 public:
  MaxtFamily(const ScoreMatrix& scores, std::span<const RunPair> pairs,
             const TestSettings& settings, const PairsDone& done)
      : scores_(scores), pairs_(pairs), sums_(signed_sums(scores, settings, done)) {
    for (const RunPair& pair : pairs) {
      const PairDifferences differences(scores, pair);
      double squares = 0;
      for (const double z : differences.z) squares += z * z;
      const auto n = static_cast<double>(scores.topics);
      // 1 / (n^2 mean of squares); 0 where there is nothing to test.
      factors_.push_back(differences.testable() && squares > 0 ? 1 / (n * squares) : 0);
      data_.push_back(differences.mean * differences.mean * n * n * factors_.back());
    }
    order_ = ordered(pairs.size(), [&](std::size_t pair) { return -data_[pair]; });
  }

  // The p-values of [Westfall and Young 1993, algorithm 4.1]: for each pair the share of trials,
  // the data being one more, where the largest u of the pairs that are no more extreme than it is
  // at least its own; none below that of a pair before it.
  std::vector<double> p_values() const {
    const std::size_t size = pairs_.size();
    constexpr std::size_t blocks = 16;
    std::vector<OrderedPair> ordered;
    for (const std::size_t i : order_)
      ordered.push_back({pairs_[i], factors_[i], data_[i] * (1 - rounding)});
    std::vector<std::vector<std::uint32_t>> counts(blocks, std::vector<std::uint32_t>(size, 0));
    parallel_for(blocks, [&](std::size_t block) {
      for (std::size_t trial = block * maxt_lanes; trial < trials(); trial += blocks * maxt_lanes)
        count_extreme(trials_from(trial), ordered, counts[block]);
    });
    std::vector<double> p(size, 1);
    double highest = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (factors_[order_[i]] == 0) break;  // as are all that follow
      std::uint64_t count = 1;
      for (const auto& of_block : counts) count += of_block[i];
      highest = std::max(highest, static_cast<double>(count) / static_cast<double>(trials() + 1));
      p[order_[i]] = highest;
    }
    return p;
  }

  // The u above which the pairs that are left after so many were significant at alpha; of all, the
  // last. Infinite where there are too few trials.
  double border(std::size_t significant, double alpha) const {
    const double allowed = std::ceil(alpha * static_cast<double>(trials() + 1)) - 2;
    if (allowed < 0 || pairs_.empty()) return std::numeric_limits<double>::infinity();
    const std::size_t first = std::min(significant, pairs_.size() - 1);
    std::vector<double> largest(trials(), 0);
    parallel_for(largest.size(), [&](std::size_t trial) {
      for (std::size_t i = first; i < order_.size(); ++i)
        largest[trial] = std::max(largest[trial], statistic(trial, order_[i]));
    });
    const auto at = largest.begin() + static_cast<std::ptrdiff_t>(allowed);
    std::nth_element(largest.begin(), at, largest.end(), std::greater<>());
    return *at;
  }

 private:
  static constexpr double rounding = 1e-9;

  std::size_t trials() const { return sums_.size() / scores_.runs; }

  // The sums of some trials from this one on, by run; of trials that are not there they are no
  // numbers, which are never extreme.
  std::vector<TrialSums> trials_from(std::size_t trial) const {
    TrialSums none;
    none.fill(std::numeric_limits<double>::quiet_NaN());
    std::vector<TrialSums> sums(scores_.runs, none);
    for (std::size_t lane = 0; lane < maxt_lanes && trial + lane < trials(); ++lane)
      for (std::size_t run = 0; run < sums.size(); ++run)
        sums[run][lane] = sums_[(trial + lane) * sums.size() + run];
    return sums;
  }

  double statistic(std::size_t trial, std::size_t pair) const {
    const double* const of_runs = sums_.data() + trial * scores_.runs;
    const double sum = of_runs[pairs_[pair].first] - of_runs[pairs_[pair].second];
    return sum * sum * factors_[pair];
  }

  const ScoreMatrix& scores_;
  std::span<const RunPair> pairs_;
  std::vector<double> sums_, factors_, data_;
  std::vector<std::uint32_t> order_;  // of pairs, the most extreme first
};

// Signs are those of the randomisation test, shared by all pairs, so that what is true of some
// pairs does not change how the others are tested. The interval of a pair is mean -+ t s / sqrt(n),
// t that of the border: it excludes 0 where the pair is significant, and nowhere else.
TestResult maxt_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                     const TestSettings& settings, const PairsDone& done) {
  const MaxtFamily family(scores, pairs, settings, done);
  const std::vector<double> p = family.p_values();
  TestResult result;
  std::size_t significant = 0;
  for (const double value : p) significant += value < settings.alpha ? 1 : 0;
  double t = std::numeric_limits<double>::infinity();
  if (settings.intervals) {
    const double u = family.border(significant, settings.alpha);
    if (u < 1) t = std::sqrt((static_cast<double>(scores.topics) - 1) * u / (1 - u));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PairDifferences differences(scores, pairs[i]);
    PairTest& tested = result.pairs.emplace_back(differences.description());
    done(1);
    if (scores.topics < 2) continue;
    tested.p = p[i];
    if (!settings.intervals || t == std::numeric_limits<double>::infinity()) continue;
    const double width = t * differences.deviation / std::sqrt(static_cast<double>(scores.topics));
    differences.set_interval(tested, differences.mean - width, differences.mean + width);
  }
  return result;
}

}  // namespace

// The paired randomisation test: the sign of every difference is as likely + as -.
SignificanceTest randomisation_test_record() {
  return {.name = "randomisation",
          .other_name = "randomization",
          .label = "paired randomisation test",
          .default_trials = 5000,
          .run = each<randomisation_test>};
}

// The step-down maxT randomisation test: one family of pairs, whose tests depend on each other.
SignificanceTest maxt_test_record() {
  return {.name = "maxt",
          .label = "step-down maxT randomisation test",
          .default_trials = 5000,
          .family_wise = true,
          .run = each<maxt_test>};
}

}  // namespace subintent::internal
