#include "compare/significance.h"

#include <fmt/format.h>

#include <utility>

namespace subintent::internal {

// The tests; each is defined in the file of its name.
SignificanceTest t_test_record();              // Student's t
SignificanceTest bootstrap_test_record();      // [Sakai12 Fig. 2]
SignificanceTest tukey_test_record();          // randomised Tukey HSD [Sakai12 Fig. 4]
SignificanceTest randomisation_test_record();  // random signs of the differences
SignificanceTest maxt_test_record();           // random signs, all pairs together
SignificanceTest sign_test_record();           // exact
SignificanceTest wilcoxon_test_record();       // signed ranks

std::span<const SignificanceTest> significance_tests() {
  static const SignificanceTest tests[] = {t_test_record(),       bootstrap_test_record(),
                                           tukey_test_record(),   randomisation_test_record(),
                                           maxt_test_record(),    sign_test_record(),
                                           wilcoxon_test_record()};
  return tests;
}

const SignificanceTest* find_test(std::string_view name) {
  for (const SignificanceTest& test : significance_tests()) {
    if (test.name == name || (!name.empty() && test.other_name == name)) return &test;
  }
  return nullptr;
}

std::string description(const TestSettings& settings) {
  const SignificanceTest& test = *settings.test;
  if (!test.is_random()) return std::string(test.label);
  return fmt::format("{} (B = {}, seed {})", test.label, settings.trials, settings.seed);
}

namespace {

// All measures at once; those of other topics, to which fewer apply, by themselves.
std::vector<TestResult> run_together(std::span<const ScoreMatrix> measures,
                                     std::span<const RunPair> pairs, const TestSettings& settings,
                                     const PairsDone& done) {
  std::vector<TestResult> results;
  while (!measures.empty()) {
    std::size_t alike = 1;
    while (alike < measures.size() && measures[alike].topics == measures[0].topics) ++alike;
    for (TestResult& result :
         settings.test->together(measures.first(alike), pairs, settings, done)) {
      results.push_back(std::move(result));
    }
    measures = measures.subspan(alike);
  }
  return results;
}

// Tests take the higher score for the better one.
void turn_around(TestResult& result) {
  for (PairTest& pair : result.pairs) {
    std::swap(pair.wins, pair.losses);
    pair.better = -pair.better;
  }
}

}  // namespace

std::vector<TestResult> run_tests(std::span<const ScoreMatrix> measures,
                                  std::span<const RunPair> pairs, const TestSettings& settings,
                                  const PairsDone& progress) {
  const PairsDone done = progress ? progress : [](std::uint64_t) {};
  std::vector<TestResult> results;
  if (settings.test->together != nullptr) {
    results = run_together(measures, pairs, settings, done);
  } else {
    const MeasureTest test = settings.test->prepare(settings);
    for (const ScoreMatrix& scores : measures) results.push_back(test(scores, pairs, done));
  }
  for (std::size_t m = 0; m < measures.size(); ++m) {
    if (measures[m].lower_is_better) turn_around(results[m]);
  }
  return results;
}

}  // namespace subintent::internal
