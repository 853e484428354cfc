#include "subintent/compare.h"

#include <algorithm>
#include <cmath>

#include "compare/correlation.h"
#include "compare/discriminative_power.h"
#include "compare/score_matrix.h"
#include "compare/significance.h"
#include "evaluate/identifier.h"
#include "subintent/error.h"
#include "support/error.h"

namespace subintent {
namespace {

// Values can be put together by hand.
void check(const Scores& scores) {
  const bool fits = scores.values.size() == scores.measures.size() * scores.topics.size();
  if (fits && std::ranges::all_of(scores.values, [](double v) { return std::isfinite(v); })) return;
  throw Error::argument("runs", "runs: " + internal::printable(scores.run) +
                                    " has not one finite value for each measure and topic");
}

// Topics x runs by one measure.
internal::ScoreMatrix matrix_of(const std::vector<Scores>& runs, const std::string& measure) {
  for (const Scores& run : runs) check(run);
  if (runs.size() < 2) throw Error::argument("runs", "runs: two are needed at least");
  internal::ScoreMatrix matrix{measure, runs[0].topics.size(), runs.size(), {}};
  std::vector<std::size_t> places;
  for (const Scores& run : runs) {
    if (run.topics != runs[0].topics) {
      throw Error::argument("runs", "runs: " + internal::printable(run.run) +
                                        " was scored for other topics than " +
                                        internal::printable(runs[0].run));
    }
    const auto place = internal::find_measure(run.measures, measure);
    if (!place) {
      throw Error::argument("measure", "measure: " + internal::printable(run.run) +
                                           " has no scores by " + internal::printable(measure));
    }
    places.push_back(*place);
  }
  for (std::size_t topic = 0; topic < matrix.topics; ++topic) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      matrix.values.push_back(runs[i].value(places[i], topic));
    }
  }
  return matrix;
}

internal::TestSettings settings_of(const SignificanceOptions& options) {
  internal::TestSettings settings;
  settings.test = internal::find_test(options.test);
  if (settings.test == nullptr) {
    throw Error::argument("test", "test: '" + internal::printable(options.test) + "' is not known");
  }
  settings.trials = options.trials.value_or(settings.test->default_trials);
  if (settings.test->is_random() &&
      (settings.trials < 1 || settings.trials > internal::max_trials)) {
    throw Error::argument("trials",
                          "trials: not a number from 1 to " + std::to_string(internal::max_trials));
  }
  if (!(options.alpha > 0 && options.alpha < 1)) {
    throw Error::argument("alpha", "alpha: not a number between 0 and 1");
  }
  settings.seed = options.seed;
  settings.alpha = options.alpha;
  return settings;
}

}  // namespace

std::vector<ComparedPair> significance(const std::vector<Scores>& runs, const std::string& measure,
                                       const SignificanceOptions& options) {
  const internal::TestSettings settings = settings_of(options);
  const internal::ScoreMatrix matrix = matrix_of(runs, measure);
  const auto pairs = internal::all_pairs(runs.size());
  const internal::TestResult result = internal::run_tests({&matrix, 1}, pairs, settings).at(0);
  const auto correction = internal::correction_for(*settings.test, options.correction);
  const std::vector<double> p = internal::corrected(result, settings, correction);
  std::vector<ComparedPair> compared;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const internal::PairTest& pair = result.pairs[i];
    compared.push_back({runs[pairs[i].first].run, runs[pairs[i].second].run, pair.difference, p[i],
                        pair.effect_size, pair.low, pair.high, p[i] < settings.alpha});
  }
  return compared;
}

double discriminative_power(const std::vector<Scores>& runs, const std::string& measure,
                            const SignificanceOptions& options) {
  const auto pairs = significance(runs, measure, options);
  const auto significant = std::ranges::count_if(pairs, &ComparedPair::significant);
  return static_cast<double>(significant) / static_cast<double>(pairs.size());
}

double rank_correlation(const std::vector<Scores>& runs, const std::string& measure1,
                        const std::string& measure2) {
  const auto ranks = [&](const std::string& measure) {
    return internal::dense_ranks(matrix_of(runs, measure).means(), 1e-12, 1e-12);
  };
  return internal::kendall_tau_b(ranks(measure1), ranks(measure2));
}

}  // namespace subintent
