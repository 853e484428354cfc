// How long the random tests take on one thread: CPU seconds, the best of five. The same tests in
// NumPy: rival_numpy.py.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <ctime>
#include <functional>

#include "compare/paired_tests.h"
#include "compare/significance.h"
#include "core/base/philox.h"

namespace {

using namespace subintent::internal;

ScoreMatrix random_scores(std::size_t topics, std::size_t runs, std::uint32_t seed) {
  ScoreMatrix scores{"random", topics, runs, std::vector<double>(topics * runs)};
  for (std::uint32_t i = 0; i < scores.values.size(); ++i)
    scores.values[i] = philox({i, 0, 0, 0}, {seed, 0})[0] / 4294967296.0;
  return scores;
}

void measure(const char* name, std::size_t runs, std::size_t topics, TestSettings settings,
             std::size_t measures = 1) {
  std::vector<ScoreMatrix> scores;
  for (std::uint32_t i = 0; i < measures; ++i) scores.push_back(random_scores(topics, runs, i));
  const auto pairs = all_pairs(runs);
  double best = 1e9;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const std::clock_t start = std::clock();
    run_tests(scores, pairs, settings);
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  fmt::print("{:34}{:5} measures {:5} runs {:5} topics {:6} trials {:10.1f} ms\n", name, measures,
             runs, topics, settings.trials, 1000 * best);
}

}  // namespace

int main() {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  measure("bootstrap, p-values", 48, 50, {find_test("bootstrap"), 1000, 1, 0.05, false});
  measure("bootstrap, intervals and delta", 48, 50, {find_test("bootstrap"), 1000, 1, 0.05, true});
  measure("Tukey HSD", 129, 50, {find_test("tukey"), 5000, 1, 0.05, true});
  measure("randomisation", 48, 50, {find_test("randomisation"), 5000, 1, 0.05, true});
  measure("bootstrap, 946 pairs", 44, 250, {find_test("bootstrap"), 1000, 1, 0.05, true}, 12);
  return 0;
}
