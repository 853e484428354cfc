#include "compare/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace subintent::internal {

// The tests; each is defined in the file of its name.
SignificanceTest t_test_record();              // Student's t
SignificanceTest bootstrap_test_record();      // [Sakai12 Fig. 2]
SignificanceTest tukey_test_record();          // randomised Tukey HSD [Sakai12 Fig. 4]
SignificanceTest randomisation_test_record();  // random signs of the differences
SignificanceTest sign_test_record();           // exact

std::span<const SignificanceTest> significance_tests() {
  static const SignificanceTest tests[] = {t_test_record(), bootstrap_test_record(),
                                           tukey_test_record(), randomisation_test_record(),
                                           sign_test_record()};
  return tests;
}

const SignificanceTest* find_test(std::string_view name) {
  for (const SignificanceTest& test : significance_tests()) {
    if (test.name == name) return &test;
  }
  return nullptr;
}

std::string description(const TestSettings& settings) {
  const SignificanceTest& test = *settings.test;
  if (!test.is_random()) return std::string(test.label);
  return fmt::format("{} (B = {}, seed {})", test.label, settings.trials, settings.seed);
}

std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const PairsDone& progress) {
  const PairsDone done = progress ? progress : [](std::uint64_t) {};
  const MeasureTest test = settings.test->prepare(settings);
  std::vector<TestResult> results;
  for (const ScoreMatrix& scores : measures) results.push_back(test(scores, pairs, done));
  return results;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> corrected;
  for (const double value : p) {
    corrected.push_back(std::min(1.0, value * static_cast<double>(p.size())));
  }
  return corrected;
}

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, p[order[i]] * static_cast<double>(p.size() - i));
    corrected[order[i]] = std::min(1.0, highest);
  }
  return corrected;
}

}  // namespace subintent::internal
