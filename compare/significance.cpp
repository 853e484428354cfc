#include "compare/significance.h"

#include <fmt/format.h>

#include <numeric>

#include "subintent/program.h"

namespace subintent::internal {

namespace {

// The places of the p-values, the smallest first.
std::vector<std::size_t> ascending(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  return order;
}

}  // namespace

std::span<const CorrectionRecord> corrections() {
  static const CorrectionRecord all[] = {
      {Correction::none, "none", "",
       [](std::span<const double> p) { return std::vector<double>(p.begin(), p.end()); }, false},
      {Correction::holm, "holm", "Holm's correction", holm},
      {Correction::bonferroni, "bonferroni", "Bonferroni's correction", bonferroni},
      {Correction::benjamini_hochberg, "bh", "Benjamini and Hochberg's correction",
       benjamini_hochberg, false},
  };
  return all;
}

const CorrectionRecord& record_of(Correction correction) {
  return corrections()[static_cast<std::size_t>(correction)];
}

const CorrectionRecord* find_correction(std::string_view name) {
  const auto found = std::ranges::find(corrections(), name, &CorrectionRecord::name);
  return found == corrections().end() ? nullptr : &*found;
}

std::string_view name_of(Correction correction) {
  return record_of(correction).name;
}

double interval_level(Correction correction, std::span<const double> p, double alpha) {
  const auto m = static_cast<double>(p.size());
  double significant = 0;
  for (const double value : record_of(correction).corrected(p)) significant += value < alpha;
  switch (correction) {
    case Correction::none:
      return alpha;
    case Correction::bonferroni:
      return alpha / std::max(1.0, m);
    case Correction::holm:
      return alpha / std::max(1.0, m - significant);
    case Correction::benjamini_hochberg:
      return alpha * std::max(1.0, significant) / std::max(1.0, m);
  }
  return alpha;
}

std::vector<double> bonferroni(std::span<const double> p) {
  std::vector<double> corrected;
  for (const double value : p)
    corrected.push_back(std::min(1.0, value * static_cast<double>(p.size())));
  return corrected;
}

std::vector<double> holm(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> corrected(p.size());
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    highest = std::max(highest, p[order[i]] * static_cast<double>(p.size() - i));
    corrected[order[i]] = std::min(1.0, highest);
  }
  return corrected;
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
  const std::vector<std::size_t> order = ascending(p);
  const auto n = static_cast<double>(p.size());
  std::vector<double> corrected(p.size());
  double lowest = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t at = order[rank - 1];
    lowest = std::min(lowest, n / static_cast<double>(rank) * p[at]);
    corrected[at] = lowest;
  }
  return corrected;
}

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
  for (const SignificanceTest& test : significance_tests())
    if (test.name == name || (!name.empty() && test.other_name == name)) return &test;
  return nullptr;
}

std::string description(const TestSettings& settings) {
  const SignificanceTest& test = *settings.test;
  if (!test.is_random()) return std::string(test.label);
  return fmt::format("{} (B = {}, seed {})", test.label, settings.trials, settings.seed);
}

std::string description(const TestSettings& settings, Correction correction) {
  const std::string_view label = record_of(correction).label;
  return fmt::format("{}, alpha = {}{}{}", description(settings), shortest(settings.alpha),
                     label.empty() ? "" : ", ", label);
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
    for (TestResult& result : settings.test->together(measures.first(alike), pairs, settings, done))
      results.push_back(std::move(result));
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
  for (std::size_t m = 0; m < measures.size(); ++m)
    if (measures[m].lower_is_better) turn_around(results[m]);
  return results;
}

}  // namespace subintent::internal
