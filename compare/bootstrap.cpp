#include "compare/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>

#include "base/parallel.h"
#include "base/philox.h"
#include "compare/distributions.h"
#include "compare/kernel.h"
#include "compare/pair_differences.h"

namespace subintent::internal {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t lanes = Resamples::lanes;
constexpr std::size_t tile = CompareKernel::tile;

class Bootstrap {
 public:
  Bootstrap(const ScoreMatrix& scores, std::span<const RunPair> pairs, const Resamples& resamples,
            const TestSettings& settings)
      : scores_(scores), pairs_(pairs), resamples_(resamples), padded_(resamples.blocks() * lanes) {
    if (settings.intervals) border_ = borderline_index(resamples.trials(), settings.alpha);
    if (scores.topics > 1) {
      const StudentsT distribution(static_cast<double>(scores.topics - 1));
      const double border = distribution.border(settings.alpha);
      expected_border_ = border * border;
    }
    centre();
    add_up_runs();
  }

  TestResult run(const PairsDone& done) {
    TestResult result;
    result.pairs.resize(pairs_.size());
    std::vector<double> borders(pairs_.size(), 0);
    const std::size_t tiles = (pairs_.size() + tile - 1) / tile;
    parallel_for(tiles, [&](std::size_t i) {
      const std::size_t begin = i * tile, end = std::min(pairs_.size(), begin + tile);
      test_tile(begin, end, result.pairs, borders);
      done(end - begin);
    });
    if (border_ && !pairs_.empty()) {
      const double delta = *std::max_element(borders.begin(), borders.end());
      if (delta > 0) result.delta = delta;
    }
    return result;
  }

 private:
  // Scores minus the mean of their run: differences of these are the shifted vector w.
  void centre() {
    const auto means = scores_.means();
    centred_ = scores_;
    for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
      for (std::size_t run = 0; run < scores_.runs; ++run) {
        centred_.values[topic * scores_.runs + run] -= means[run];
      }
    }
  }

  // Sums of the centred scores of every run over every sample; those of w are differences of them.
  void add_up_runs() {
    const std::size_t tiles = (scores_.runs + tile - 1) / tile;
    run_sums_.resize(tiles * tile * padded_);
    parallel_for(tiles, [&](std::size_t i) {
      std::vector<double> values(scores_.topics * tile, 0);
      for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
        for (std::size_t k = 0; k < tile && i * tile + k < scores_.runs; ++k) {
          values[topic * tile + k] = centred_.at(topic, i * tile + k);
        }
      }
      kernel_.weighted_sums(resamples_.block(0), values.data(), scores_.topics, resamples_.blocks(),
                            run_sums_.data() + i * tile * padded_);
    });
  }

  void test_tile(std::size_t begin, std::size_t end, std::vector<PairTest>& results,
                 std::vector<double>& borders) const {
    std::vector<double> squares(scores_.topics * tile, 0), sums(tile * padded_), t(padded_);
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
        const double w = shifted(topic, pairs_[i]);
        squares[topic * tile + i - begin] = w * w;
      }
    }
    kernel_.weighted_sums(resamples_.block(0), squares.data(), scores_.topics, resamples_.blocks(),
                          sums.data());
    for (std::size_t i = begin; i < end; ++i) {
      results[i] = test_pair(pairs_[i], sums.data() + (i - begin) * padded_, t, borders[i]);
    }
  }

  PairTest test_pair(RunPair pair, const double* squares, std::vector<double>& t,
                     double& border) const {
    const PairDifferences differences(scores_, pair);
    PairTest result = differences.description();
    if (differences.z.size() < 2) return result;
    if (differences.deviation == 0) {
      result.p = differences.mean == 0 ? 1 : 0;
      result.low = result.high = differences.mean;
      return result;
    }
    const auto n = static_cast<double>(scores_.topics);
    const double least = 1e-9 * differences.scale, noise = n * least * least;
    const std::size_t doubtful = kernel_.squared_ts(sums_of(pair.first), sums_of(pair.second),
                                                    squares, padded_, n, noise, t.data());
    if (doubtful > 0) settle_doubts(pair, differences.scale, noise, squares, t);
    const double limit = differences.squared_t() * (1 - 1e-12);
    result.p = static_cast<double>(kernel_.count_at_least(t.data(), resamples_.trials(), limit)) /
               static_cast<double>(resamples_.trials());
    if (border_) {
      const std::size_t trial = borderline_trial(t);
      border = std::abs(sums_of(pair.first)[trial] - sums_of(pair.second)[trial]) / n;
      const double width = std::sqrt(t[trial] / n) * differences.deviation;
      differences.set_interval(result, differences.mean - width, differences.mean + width);
    }
    return result;
  }

  // The trial that comes at place border_ when sorted by t, descending, where values that only
  // rounding tells apart are equal, then trial. Only trials in a bracket around the value to expect
  // are sorted.
  std::size_t borderline_trial(const std::vector<double>& t) const {
    const std::size_t trials = resamples_.trials();
    double low = 0.8 * expected_border_, high = 1.25 * expected_border_;
    while (low > 0 && kernel_.count_at_least(t.data(), trials, low) <= *border_) {
      low = low < 1e-300 ? 0 : low / 2;
    }
    std::size_t above = kernel_.count_at_least(t.data(), trials, high);
    while (above > *border_ && high < infinity) {
      high *= 2;
      above = high < infinity ? kernel_.count_at_least(t.data(), trials, high) : 0;
    }
    std::vector<std::uint32_t> order;
    order.reserve(trials / 8);
    for (std::uint32_t trial = 0; trial < trials; ++trial) {
      if (t[trial] >= low && (t[trial] < high || high == infinity)) order.push_back(trial);
    }
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return t[a] > t[b]; });
    const std::size_t place = *border_ - above;
    const double value = t[order[place]];
    const auto same = [&](std::uint32_t trial) {
      return t[trial] >= value * (1 - 1e-12) && t[trial] <= value * (1 + 1e-12);
    };
    const auto at = order.begin() + static_cast<std::ptrdiff_t>(place);
    const auto end = std::find_if_not(at, order.end(), same);
    const auto begin = std::find_if_not(std::make_reverse_iterator(at), order.rend(), same).base();
    std::sort(begin, end);
    return *at;
  }

  void settle_doubts(RunPair pair, double scale, double noise, const double* squares,
                     std::vector<double>& t) const {
    const auto n = static_cast<double>(scores_.topics);
    for (std::size_t trial = 0; trial < resamples_.trials(); ++trial) {
      const double sum = sums_of(pair.first)[trial] - sums_of(pair.second)[trial];
      if (is_doubtful(squares[trial] - sum * sum / n, squares[trial], noise)) {
        t[trial] = exact_squared_t(pair, scale, trial);
      }
    }
  }

  // In two passes over the sample.
  double exact_squared_t(RunPair pair, double scale, std::size_t trial) const {
    const auto n = static_cast<double>(scores_.topics);
    double lowest = infinity, highest = -infinity, sum = 0;
    for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
      const double count = resamples_.count(trial, topic);
      if (count == 0) continue;
      const double w = shifted(topic, pair);
      lowest = std::min(lowest, w);
      highest = std::max(highest, w);
      sum += count * w;
    }
    const double mean = sum / n;
    if (highest - lowest <= 1e-12 * scale) return std::abs(mean) <= 1e-12 * scale ? 0 : infinity;
    double squares = 0;
    for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
      const double from_mean = shifted(topic, pair) - mean;
      squares += resamples_.count(trial, topic) * from_mean * from_mean;
    }
    return mean * mean * n * (n - 1) / squares;
  }

  double shifted(std::size_t topic, RunPair pair) const {
    return centred_.at(topic, pair.first) - centred_.at(topic, pair.second);
  }
  const double* sums_of(std::size_t run) const { return run_sums_.data() + run * padded_; }

  const CompareKernel& kernel_ = compare_kernel();
  const ScoreMatrix& scores_;
  std::span<const RunPair> pairs_;
  const Resamples& resamples_;
  std::size_t padded_;
  std::optional<std::size_t> border_;
  double expected_border_ = 1;  // t squared there, about
  ScoreMatrix centred_;
  std::vector<double> run_sums_;
};

}  // namespace

Resamples::Resamples(std::size_t topics, std::uint64_t trials, std::uint64_t seed)
    : topics_(topics), trials_(trials), counts_(blocks() * topics * lanes, 0) {
  parallel_for(blocks(), [&](std::size_t block) {
    float* const counts = counts_.data() + block * topics_ * lanes;
    std::vector<std::uint32_t> words(topics_);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t trial = block * lanes + lane;
      random_words({seed, RandomPurpose::bootstrap, static_cast<std::uint32_t>(trial), 0}, words);
      for (std::size_t i = 0; i < topics_; ++i) {
        const std::size_t topic = trial < trials_ ? (std::uint64_t{words[i]} * topics_) >> 32 : i;
        counts[topic * lanes + lane] += 1;
      }
    }
  });
}

TestResult bootstrap_test(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                          const Resamples& resamples, const TestSettings& settings,
                          const PairsDone& done) {
  return Bootstrap(scores, pairs, resamples, settings).run(done);
}

SignificanceTest bootstrap_test_record() {
  SignificanceTest test;
  test.name = "bootstrap";
  test.label = "paired bootstrap test";
  test.default_trials = 1000;
  test.delta = SignificanceTest::Delta::largest;
  test.prepare = [](const TestSettings& settings) -> MeasureTest {
    // The samples are made for the first measure, and again for one of another number of topics.
    const auto resamples = std::make_shared<std::optional<Resamples>>();
    return [settings, resamples](const ScoreMatrix& scores, std::span<const RunPair> pairs,
                                 const PairsDone& done) {
      if (!*resamples || (*resamples)->topics() != scores.topics) {
        resamples->emplace(scores.topics, settings.trials, settings.seed);
      }
      return bootstrap_test(scores, pairs, **resamples, settings, done);
    };
  };
  return test;
}

}  // namespace subintent::internal
