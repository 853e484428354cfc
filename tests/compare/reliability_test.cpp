#include "compare/reliability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/distributions.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

using Units = std::vector<std::vector<std::size_t>>;

// One row per judge, '.' for no value, '1' or 'a' for the first.
Units units_of(const std::vector<std::string>& judges, char first) {
  Units units(judges[0].size());
  for (const std::string& judge : judges) {
    for (std::size_t u = 0; u < judge.size(); ++u)
      if (judge[u] != '.') units[u].push_back(static_cast<std::size_t>(judge[u] - first));
  }
  return units;
}

double alpha_of(const Units& units, std::size_t values, ValueMetric metric) {
  Coincidences coincidences(values);
  for (const auto& unit : units) coincidences.add(unit);
  return coincidences.alpha(metric).value();
}

// The examples of K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).
TEST(Krippendorff, ComputesThePublishedExamples) {
  const Units a = units_of({"0100000010", "1110010000"}, '0');
  EXPECT_NEAR(alpha_of(a, 2, ValueMetric::nominal), .095, .0005);
  const Units b = units_of({"aabbdcccedda", "babbbccceddd"}, 'a');
  EXPECT_NEAR(alpha_of(b, 5, ValueMetric::nominal), .692, .0005);
  const Units c = units_of({"123321412...", "1233224125.3", ".3332342251.", "12332441251."}, '1');
  EXPECT_NEAR(alpha_of(c, 5, ValueMetric::nominal), .743, .0005);
  EXPECT_NEAR(alpha_of(c, 5, ValueMetric::ordinal), .815, .0005);
}

// Straight from the definition: 1 - the mean difference within units / that of any two values.
double naive_alpha(const Units& units, std::size_t values, ValueMetric metric) {
  std::vector<std::size_t> all;
  for (const auto& unit : units)
    if (unit.size() > 1) all.insert(all.end(), unit.begin(), unit.end());
  std::vector<double> n(values, 0);
  for (const std::size_t value : all) ++n[value];
  const auto difference = [&](std::size_t c, std::size_t k) -> double {
    if (metric == ValueMetric::nominal) return c == k ? 0 : 1;
    double sum = 0;
    for (std::size_t g = std::min(c, k); g <= std::max(c, k); ++g) sum += n[g];
    return std::pow(sum - (n[c] + n[k]) / 2, 2);
  };
  double observed = 0, expected = 0;
  for (const auto& unit : units) {
    if (unit.size() < 2) continue;
    for (const std::size_t c : unit)
      for (const std::size_t k : unit)
        observed += difference(c, k) / static_cast<double>(unit.size() - 1);
  }
  for (const std::size_t c : all)
    for (const std::size_t k : all) expected += difference(c, k);
  const auto size = static_cast<double>(all.size());
  return 1 - (observed / size) / (expected / (size * (size - 1)));
}

TEST(Krippendorff, EqualsItsDefinition) {
  for (std::uint32_t trial = 0; trial < 50; ++trial) {
    std::vector<std::uint32_t> words(200);
    random_words({7, RandomPurpose::bootstrap, trial, 0}, words);
    Units units(20);
    for (const std::uint32_t word : words) units[word % 20].push_back((word >> 8) % 4);
    units[0].resize(1);
    for (const ValueMetric metric : {ValueMetric::nominal, ValueMetric::ordinal})
      EXPECT_NEAR(alpha_of(units, 4, metric), naive_alpha(units, 4, metric), 1e-12);
  }
}

TEST(Krippendorff, IsUnknownWithoutDifferentValues) {
  Coincidences coincidences(3);
  EXPECT_FALSE(coincidences.alpha(ValueMetric::nominal));
  const std::size_t equal[] = {1, 1}, alone[] = {0};
  coincidences.add(equal);
  coincidences.add(alone);
  EXPECT_FALSE(coincidences.alpha(ValueMetric::ordinal));
  EXPECT_EQ(coincidences.total(), 2);
}

Confusion confusion_of(const std::vector<std::vector<int>>& counts) {
  Confusion made(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t j = 0; j < counts.size(); ++j)
      for (int k = 0; k < counts[i][j]; ++k) made.add(i, j);
  }
  return made;
}

// J. L. Fleiss, B. Levin, M. C. Paik: Statistical Methods for Rates and Proportions (2003), Table
// 18.1: kappa = .676.
TEST(Kappa, ComputesAPublishedTable) {
  const Confusion table = confusion_of({{75, 1, 4}, {5, 4, 1}, {0, 0, 10}});
  EXPECT_EQ(table.total(), 100u);
  EXPECT_EQ(table.equal(), 89u);
  EXPECT_NEAR(table.kappa().value(), .676, .0005);
}

TEST(Kappa, IsUnknownWithoutDifferentValues) {
  EXPECT_FALSE(Confusion(2).kappa());
  EXPECT_FALSE(confusion_of({{5, 0}, {0, 0}}).kappa());
  EXPECT_DOUBLE_EQ(confusion_of({{5, 0}, {0, 5}}).kappa().value(), 1);
}

TEST(Kappa, CountsAreCoincidencesOfTwoJudges) {
  const Confusion table = confusion_of({{5, 1, 0}, {2, 4, 3}, {0, 1, 6}});
  Units units;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j)
      for (std::uint64_t k = 0; k < table.at(i, j); ++k) units.push_back({i, j});
  }
  EXPECT_NEAR(table.coincidences().alpha(ValueMetric::ordinal).value(),
              naive_alpha(units, 3, ValueMetric::ordinal), 1e-12);
}

// The examples of R. G. Newcombe, Two-sided confidence intervals for the single proportion
// (Statistics in Medicine, 1998), method 3.
// Ten subjects, fourteen raters, five categories: kappa = .210, as it is worked out in textbooks.
TEST(Fleiss, ComputesAPublishedTable) {
  const std::vector<std::vector<std::size_t>> table = {
      {0, 0, 0, 0, 14}, {0, 2, 6, 4, 2}, {0, 0, 3, 5, 6}, {0, 3, 9, 2, 0}, {2, 2, 8, 1, 1},
      {7, 7, 0, 0, 0},  {3, 2, 6, 3, 0}, {2, 5, 3, 2, 2}, {6, 5, 2, 1, 0}, {0, 2, 2, 3, 7}};
  Ratings first(5), second(5);
  for (std::size_t unit = 0; unit < table.size(); ++unit) {
    std::vector<std::size_t> values;
    for (std::size_t value = 0; value < 5; ++value)
      values.insert(values.end(), table[unit][value], value);
    (unit < 4 ? first : second).add(values);
  }
  first.add(second);
  EXPECT_NEAR(*first.kappa(), 0.210, 0.0005);
}

TEST(Fleiss, IsUnknownWithoutDifferentValues) {
  Ratings ratings(2);
  EXPECT_FALSE(ratings.kappa());
  ratings.add(std::vector<std::size_t>{1, 1, 1});
  EXPECT_FALSE(ratings.kappa());
  ratings.add(std::vector<std::size_t>{0, 0, 0});
  EXPECT_EQ(ratings.kappa(), 1);
}

TEST(Wilson, ComputesThePublishedIntervals) {
  const auto check = [](std::uint64_t count, std::uint64_t n, double low, double high) {
    const Interval found = wilson_interval(count, n, .05);
    EXPECT_NEAR(found.low, low, .00005);
    EXPECT_NEAR(found.high, high, .00005);
  };
  check(81, 263, .2553, .3662);
  check(15, 148, .0624, .1605);
  check(0, 20, 0, .1611);
  check(1, 29, .0061, .1718);
  check(20, 20, 1 - .1611, 1);
  check(0, 0, 0, 1);
}

TEST(Wilson, NormalBordersHaveTheirTails) {
  for (const double tails : {1e-12, .01, .05, .5, .999})
    EXPECT_NEAR(normal_tails(normal_border(tails)), tails, 1e-13);
  EXPECT_NEAR(normal_border(.05), 1.959963984540054, 1e-14);
}

}  // namespace
}  // namespace subintent::internal
