#include "compare/paired_tests.h"

#include <cmath>
#include <iterator>

#include "compare/distributions.h"
#include "core/base/clones.h"
#include "core/base/parallel.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

template <typename Number, std::size_t bytes>
struct VectorOf {
  using Type __attribute__((vector_size(bytes))) = Number;
};

constexpr double smallest_ratio = 1e-30;  // that floats are good for
constexpr std::size_t lanes = Resamples::lanes;
constexpr std::size_t tile = run_tile, rough_tile = pair_tile;

// The question to the trials of a pair.
struct Question {
  RunPair pair;
  double scale, noise;  // of the scores, and of the rounding of squares
  double unit;          // a power of two, by which rough squares are multiplied
  double error;         // relative, of those, at most
  const float* rough_squares;
};

class Bootstrap {
 public:
  Bootstrap(const ScoreMatrix& scores, std::span<const RunPair> pairs, const Resamples& resamples,
            const TestSettings& settings)
      : scores_(scores), pairs_(pairs), resamples_(resamples), padded_(resamples.blocks() * lanes) {
    if (settings.intervals) border_ = borderline_index(resamples.trials(), settings.alpha);
    if (scores.topics > 1) {
      const StudentsT distribution(static_cast<double>(scores.topics - 1));
      const double border = distribution.border(settings.alpha);
      const auto n = static_cast<double>(scores.topics);
      expected_border_ = std::max(n * border * border / (n - 1 + border * border), smallest_ratio);
    }
    centre();
    add_up_runs();
  }

  TestResult run(const PairsDone& done) {
    TestResult result;
    result.pairs.resize(pairs_.size());
    std::vector<double> borders(pairs_.size(), 0);
    const std::size_t tiles = (pairs_.size() + rough_tile - 1) / rough_tile;
    parallel_for(tiles, [&](std::size_t i) {
      const std::size_t begin = i * rough_tile, end = std::min(pairs_.size(), begin + rough_tile);
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
    for (std::size_t topic = 0; topic < scores_.topics; ++topic)
      for (std::size_t run = 0; run < scores_.runs; ++run)
        centred_.values[topic * scores_.runs + run] -= means[run];
  }

  // Sums of the centred scores of every run over every sample; those of w are differences of them.
  void add_up_runs() {
    const std::size_t tiles = (scores_.runs + tile - 1) / tile;
    run_sums_.resize(tiles * tile * padded_);
    parallel_for(tiles, [&](std::size_t i) {
      std::vector<double> values(scores_.topics * tile, 0);
      for (std::size_t topic = 0; topic < scores_.topics; ++topic)
        for (std::size_t k = 0; k < tile && i * tile + k < scores_.runs; ++k)
          values[topic * tile + k] = centred_.at(topic, i * tile + k);
      weighted_sums(resamples_.block(0), values.data(), scores_.topics, resamples_.blocks(),
                    run_sums_.data() + i * tile * padded_);
    });
  }

  void test_tile(std::size_t begin, std::size_t end, std::vector<PairTest>& results,
                 std::vector<double>& borders) const {
    std::vector<float> values(scores_.topics * rough_tile, 0), sums(rough_tile * padded_);
    std::array<double, rough_tile> units;
    for (std::size_t i = begin; i < end; ++i)
      units[i - begin] = rough_squares(pairs_[i], values.data() + (i - begin));
    rough_sums(resamples_.block(0), values.data(), scores_.topics, resamples_.blocks(),
               sums.data());
    for (std::size_t i = begin; i < end; ++i) {
      const float* const squares = sums.data() + (i - begin) * padded_;
      results[i] = test_pair(pairs_[i], units[i - begin], squares, borders[i]);
    }
  }

  // Writes the squares of w, topic after topic, as floats of at most 1; returns by what they were
  // multiplied.
  double rough_squares(RunPair pair, float* values) const {
    double largest = 0;
    for (std::size_t topic = 0; topic < scores_.topics; ++topic)
      largest = std::max(largest, std::abs(shifted(topic, pair)));
    const bool moderate = largest > 1e-140 && largest < 1e140;  // otherwise all trials stay open
    const double unit = moderate ? std::ldexp(1, -2 * std::ilogb(largest) - 2)
                                 : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
      const double w = shifted(topic, pair);
      values[topic * rough_tile] = static_cast<float>(w * w * unit);
    }
    return unit;
  }

  PairTest test_pair(RunPair pair, double unit, const float* squares, double& border) const {
    const PairDifferences differences(scores_, pair);
    PairTest result = differences.description();
    if (differences.z.size() < 2) return result;
    if (differences.deviation == 0) {
      result.p = differences.mean == 0 ? 1 : 0;
      result.low = result.high = differences.mean;
      return result;
    }
    const auto n = static_cast<double>(scores_.topics);
    const double least = 1e-9 * differences.scale;
    const Question question{pair, differences.scale,  n * least * least,
                            unit, error_of_floats(n), squares};
    const double limit = differences.squared_t() * (1 - 1e-12);
    result.p = static_cast<double>(count_reaching(question, limit)) /
               static_cast<double>(resamples_.trials());
    if (border_) {
      const auto [trial, squared_t] = borderline_trial(question);
      border = std::abs(sums_of(pair.first)[trial] - sums_of(pair.second)[trial]) / n;
      const double width = std::sqrt(squared_t / n) * differences.deviation;
      differences.set_interval(result, differences.mean - width, differences.mean + width);
    }
    return result;
  }

  // Bounds the error of a sum of n squares as floats, each product and sum rounded.
  static double error_of_floats(double n) { return (2 * n + 8) * 0x1p-24; }

  // Finds the trials that have t squared = limit: t^2 >= limit is the same as sum^2 >= limit * n /
  // (n - 1 + limit) * squares, in which nothing cancels.
  RoughLimits rough_limits(const Question& question, double limit) const {
    const auto n = static_cast<double>(scores_.topics);
    const double at = limit * n / (n - 1 + limit) / question.unit;
    // Beyond the doubtful trials, and samples of squares that floats are too coarse for.
    return {at * (1 + question.error), at * (1 - question.error),
            n * (1 - 1.001e-4) * (1 - 2 * question.error) / question.unit,
            n * (1.001 * question.noise + 0x1p-80 / question.unit)};
  }

  // How many trials have a t squared of at least `limit`. Nearly all show it roughly.
  std::size_t count_reaching(const Question& question, double limit) const {
    const RoughLimits limits = rough_limits(question, limit);
    const double *const first = sums_of(question.pair.first), *const second =
                                                                  sums_of(question.pair.second);
    auto [count, open] =
        count_rough(first, second, question.rough_squares, resamples_.trials(), limits);
    for (std::size_t trial = 0; open > 0; ++trial) {
      const double sum = first[trial] - second[trial];
      if (!limits.is_open(sum * sum, question.rough_squares[trial])) continue;
      count += squared_t(question, trial) >= limit ? 1 : 0;
      --open;
    }
    return count;
  }

  struct Borderline {
    std::size_t trial;
    double squared_t;
  };
  struct RoughTrial {
    std::uint32_t trial;
    float ratio;
  };

  // The trial that comes at place border_ when sorted by t, descending, where values that only
  // rounding tells apart are equal, then trial. Exact are only those that may be it.
  Borderline borderline_trial(const Question& question) const {
    const double margin = 3 * question.error + 1e-11;
    std::size_t above = 0;
    std::vector<RoughTrial> trials = around_border(ratios_of(question), margin, above);
    const auto place = trials.begin() + static_cast<std::ptrdiff_t>(*border_ - above);
    std::ranges::nth_element(trials, place, std::greater(), &RoughTrial::ratio);
    const double about = place->ratio;
    std::vector<Borderline> near;
    for (const auto& [trial, ratio] : trials)
      if (about >= smallest_ratio && ratio > about * (1 + margin))
        ++above;
      else if (about < smallest_ratio || ratio >= about * (1 - margin))
        near.push_back({trial, squared_t(question, trial)});
    return at_place(near, *border_ - above);
  }

  static Borderline at_place(std::vector<Borderline>& trials, std::size_t place) {
    std::ranges::sort(trials, std::greater(), &Borderline::squared_t);
    const auto at = trials.begin() + static_cast<std::ptrdiff_t>(place);
    const double value = at->squared_t;
    const auto same = [&](const Borderline& trial) {
      return trial.squared_t >= value * (1 - 1e-12) && trial.squared_t <= value * (1 + 1e-12);
    };
    const auto end = std::find_if_not(at, trials.end(), same);
    const auto begin = std::find_if_not(std::make_reverse_iterator(at), trials.rend(), same).base();
    std::ranges::sort(begin, end, {}, &Borderline::trial);
    return *at;
  }

  // By trial sum^2 / squares, which ascends with t squared and is as exact as the squares.
  std::vector<float> ratios_of(const Question& question) const {
    const double *const first = sums_of(question.pair.first), *const second =
                                                                  sums_of(question.pair.second);
    const auto n = static_cast<double>(scores_.topics);
    const RoughLimits limits = rough_limits(question, 1);
    std::vector<float> ratios(resamples_.trials());
    std::size_t left = rough_ratios(first, second, question.rough_squares, ratios.size(), limits,
                                    question.unit, ratios.data());
    for (std::size_t trial = 0; left > 0; ++trial) {
      const double sum = first[trial] - second[trial];
      if (!limits.is_without_variance(sum * sum, question.rough_squares[trial])) continue;
      const double t = squared_t(question, trial);
      ratios[trial] = static_cast<float>(t < 1e30 ? n * t / (n - 1 + t) : n);
      --left;
    }
    return ratios;
  }

  // The trials around place border_ of the ratios in descending order, as far as `margin` matters;
  // adds to `above` how many are above those.
  std::vector<RoughTrial> around_border(const std::vector<float>& ratios, double margin,
                                        std::size_t& above) const {
    const auto at_least = [&](double limit) {
      return count_at_least(ratios.data(), ratios.size(), static_cast<float>(limit));
    };
    double low = 0.8 * expected_border_, high = 1.25 * expected_border_;
    while (low > 0 && at_least(low) <= *border_) low = low < smallest_ratio ? 0 : low / 2;
    while (at_least(high) > *border_) high *= 2;
    const auto from = static_cast<float>(low * std::max(0.0, 1 - margin));
    const auto to = static_cast<float>(high * (1 + margin));
    above += at_least(to);
    std::vector<RoughTrial> trials(ratios.size() + 1);
    std::size_t count = 0;
    for (std::uint32_t trial = 0; trial < ratios.size(); ++trial) {
      const float ratio = ratios[trial];
      trials[count] = {trial, ratio};  // stays if it counts
      count += static_cast<std::size_t>(ratio >= from) & static_cast<std::size_t>(ratio < to);
    }
    trials.resize(count);
    return trials;
  }

  // The squared t, as exact as doubles are.
  double squared_t(const Question& question, std::size_t trial) const {
    const auto n = static_cast<double>(scores_.topics);
    double squares = 0;
    for (std::size_t topic = 0; topic < scores_.topics; ++topic) {
      const double w = shifted(topic, question.pair);
      squares += resamples_.count(trial, topic) * (w * w);
    }
    const double sum = sums_of(question.pair.first)[trial] - sums_of(question.pair.second)[trial];
    const double of_mean = sum * sum / n, of_variance = squares - of_mean;
    // Is the variance so small, beside the mean or the scores (whose rounding is `noise`), that
    // rounding rules it?
    if (of_variance <= 1e-4 * squares + question.noise)
      return exact_squared_t(question.pair, question.scale, trial);
    return of_mean * (n - 1) / of_variance;
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

  const ScoreMatrix& scores_;
  std::span<const RunPair> pairs_;
  const Resamples& resamples_;
  std::size_t padded_;
  std::optional<std::size_t> border_;
  double expected_border_ = 1;  // the ratio there, about
  ScoreMatrix centred_;
  std::vector<double> run_sums_;
};

}  // namespace

SUBINTENT_CLONES void weighted_sums(const float* counts, const double* values, std::size_t topics,
                                    std::size_t blocks, double* __restrict sums) {
  constexpr std::size_t bytes = 64;  // that are worked on together
  using Doubles = VectorOf<double, bytes>::Type;
  using Floats = VectorOf<float, bytes / 2>::Type;
  constexpr std::size_t at_once = bytes / sizeof(double);  // trials of a block
  const std::size_t trials = blocks * trial_lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at =
        counts + trial / trial_lanes * trial_lanes * topics + trial % trial_lanes;
    const double* value = values;
    Doubles sum0{}, sum1{}, sum2{}, sum3{};
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count_floats;
      __builtin_memcpy(&count_floats, count_at, sizeof count_floats);
      const Doubles count = __builtin_convertvector(count_floats, Doubles);
      sum0 += count * value[0];
      sum1 += count * value[1];
      sum2 += count * value[2];
      sum3 += count * value[3];
      count_at += trial_lanes;
      value += run_tile;
    }
    __builtin_memcpy(sums + trial, &sum0, bytes);
    __builtin_memcpy(sums + trials + trial, &sum1, bytes);
    __builtin_memcpy(sums + 2 * trials + trial, &sum2, bytes);
    __builtin_memcpy(sums + 3 * trials + trial, &sum3, bytes);
  }
}

SUBINTENT_CLONES void rough_sums(const float* counts, const float* values, std::size_t topics,
                                 std::size_t blocks, float* __restrict sums) {
  constexpr std::size_t bytes = 32;
  using Floats = VectorOf<float, bytes>::Type;
  constexpr std::size_t at_once = bytes / sizeof(float);
  static_assert(trial_lanes % at_once == 0);
  const std::size_t trials = blocks * trial_lanes;
  for (std::size_t trial = 0; trial < trials; trial += at_once) {
    const float* count_at =
        counts + trial / trial_lanes * trial_lanes * topics + trial % trial_lanes;
    const float* value = values;
    Floats of_pairs[pair_tile] = {};
    for (std::size_t topic = 0; topic < topics; ++topic) {
      Floats count;
      __builtin_memcpy(&count, count_at, bytes);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < pair_tile; ++k) of_pairs[k] += count * value[k];
      count_at += trial_lanes;
      value += pair_tile;
    }
#pragma GCC unroll 8
    for (std::size_t k = 0; k < pair_tile; ++k)
      __builtin_memcpy(sums + k * trials + trial, &of_pairs[k], bytes);
  }
}

SUBINTENT_CLONES RoughCount count_rough(const double* first, const double* second,
                                        const float* squares, std::size_t trials,
                                        const RoughLimits& limits) {
  std::size_t reached = 0, open = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i], square = sum * sum, of_squares = squares[i];
    const bool far = square >= limits.reached * of_squares;
    const bool near = square < limits.missed * of_squares;
    const bool varies = square + limits.noise < limits.spread * of_squares;
    reached += (far & varies) ? 1 : 0;
    open += ((far | near) & varies) ? 0 : 1;
  }
  return {reached, open};
}

SUBINTENT_CLONES std::size_t rough_ratios(const double* first, const double* second,
                                          const float* squares, std::size_t trials,
                                          const RoughLimits& limits, double unit,
                                          float* __restrict out) {
  std::size_t without_variance = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    const double sum = first[i] - second[i], square = sum * sum, of_squares = squares[i];
    out[i] = static_cast<float>(square * unit) / squares[i];
    without_variance += square + limits.noise < limits.spread * of_squares ? 0 : 1;
  }
  return without_variance;
}

SUBINTENT_CLONES std::size_t count_at_least(const float* values, std::size_t size, float limit) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < size; ++i) count += values[i] >= limit ? 1 : 0;
  return count;
}

SUBINTENT_CLONES void add_signed(double* __restrict sums, const double* __restrict values,
                                 std::size_t size, double sign) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += sign * values[i];
}

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
  test.run = [](std::span<const ScoreMatrix> measures, std::span<const RunPair> pairs,
                const TestSettings& settings, const PairsDone& done) {
    std::optional<Resamples> resamples;  // made again for another number of topics
    return mapped(measures, [&](const ScoreMatrix& scores) {
      if (!resamples || resamples->topics() != scores.topics)
        resamples.emplace(scores.topics, settings.trials, settings.seed);
      return bootstrap_test(scores, pairs, *resamples, settings, done);
    });
  };
  return test;
}

}  // namespace subintent::internal
