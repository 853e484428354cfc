// False alarms: how often a test finds a difference where there is none.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "compare/significance.h"
#include "core/base/philox.h"

namespace subintent::internal {

// Scores of runs that are equally good: all scores of a topic are drawn from one distribution, so
// that every order of them is equally likely. Topics are of different difficulty. With `steps` the
// scores are multiples of 1 / steps, as those of P@10 are with 10; otherwise they are continuous.
inline ScoreMatrix null_scores(std::size_t topics, std::size_t runs, std::uint32_t sample,
                               int steps) {
  const auto random = [&](std::size_t topic, std::size_t run) {
    return philox({static_cast<std::uint32_t>(topic), static_cast<std::uint32_t>(run), sample, 97},
                  {1, 2})[0] /
           4294967296.0;
  };
  ScoreMatrix scores{"null", topics, runs, {}};
  for (std::size_t topic = 0; topic < topics; ++topic) {
    const double easiness = random(topic, runs);
    for (std::size_t run = 0; run < runs; ++run) {
      const double score = easiness * random(topic, run);
      scores.values.push_back(steps > 0 ? std::round(score * steps) / steps : score);
    }
  }
  return scores;
}

// Over some samples of null data: pairs whose uncorrected p-value is below alpha, and families of
// pairs, corrected, with any such pair.
struct FalseAlarms {
  std::uint64_t samples = 0, pairs = 0;
  std::uint64_t pairwise = 0;              // of `pairs`
  std::uint64_t holm = 0, bonferroni = 0;  // of `samples`: all pairs; for tukey uncorrected
  std::uint64_t baseline_holm = 0;         // of `samples`: pairs with the first run, Holm
  std::uint64_t baseline_bonferroni = 0;
};

inline FalseAlarms count_false_alarms(const TestSettings& settings, std::size_t topics,
                                      std::size_t runs, std::uint32_t samples, int steps) {
  FalseAlarms found;
  const auto pairs = all_pairs(runs);
  const auto any = [&](const TestResult& result, Correction correction) -> std::uint64_t {
    for (const double p :
         corrected(p_values(result), settings, correction_for(*settings.test, correction)))
      if (p < settings.alpha) return 1;
    return 0;
  };
  for (std::uint32_t sample = 0; sample < samples; ++sample) {
    const ScoreMatrix scores[] = {null_scores(topics, runs, sample, steps)};
    TestSettings one = settings;
    one.seed = sample + 1;
    const TestResult all = run_tests(scores, pairs, one)[0];
    TestResult with_first;  // pairs with the first run come first
    with_first.pairs.assign(all.pairs.begin(),
                            all.pairs.begin() + static_cast<std::ptrdiff_t>(runs - 1));
    ++found.samples;
    found.pairs += pairs.size();
    for (const PairTest& pair : all.pairs) found.pairwise += pair.p < settings.alpha ? 1 : 0;
    found.holm += any(all, Correction::holm);
    found.bonferroni += any(all, Correction::bonferroni);
    found.baseline_holm += any(with_first, Correction::holm);
    found.baseline_bonferroni += any(with_first, Correction::bonferroni);
  }
  return found;
}

}  // namespace subintent::internal
