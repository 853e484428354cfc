#include "compare/significance.h"
#include "compare/paired_tests.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "compare/fixtures.h"
#include "core/base/philox.h"
#include "core/io/content.h"
#include "messages.h"

namespace subintent::internal {
namespace {

TestResult run_one(const ScoreMatrix& scores, const SignificanceTest* test,
                   std::uint64_t trials = 1000, std::uint64_t seed = 1, double alpha = 0.05) {
  const std::vector<ScoreMatrix> measures = {scores};
  return run_tests(measures, all_pairs(scores.runs), {test, trials, seed, alpha, true})[0];
}

double share_below(const TestResult& result, double alpha) {
  const auto below = std::count_if(result.pairs.begin(), result.pairs.end(),
                                   [&](const PairTest& pair) { return pair.p < alpha; });
  return static_cast<double>(below) / static_cast<double>(result.pairs.size());
}

// t of a sample, in two passes; 0 or infinite without variance.
double plain_t(const std::vector<double>& sample, double& mean) {
  const auto n = static_cast<double>(sample.size());
  mean = 0;
  for (const double w : sample) mean += w / n;
  double squares = 0;
  for (const double w : sample) squares += (w - mean) * (w - mean);
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
  if (*high - *low < 1e-12) return std::abs(mean) < 1e-12 ? 0 : infinity;
  return std::abs(mean) / std::sqrt(squares / (n - 1) / n);
}

struct PlainBootstrap {
  double p, delta;
};

// [Sakai12 Figs. 2 and 3] word by word, with the documented random numbers.
PlainBootstrap plain_bootstrap(const ScoreMatrix& scores, RunPair pair, std::uint32_t trials,
                               std::uint32_t seed, double alpha) {
  std::vector<double> z = differences(scores, pair);
  double mean = 0;
  const double observed = plain_t(z, mean);
  for (double& value : z) value -= mean;
  std::vector<std::pair<double, double>> found;  // t, mean
  std::uint32_t count = 0;
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    std::vector<double> sample;
    for (std::uint32_t i = 0; i < z.size(); ++i) {
      const std::uint64_t word = philox({i / 4, 0, trial, 1}, {seed, 0})[i % 4];
      sample.push_back(z[(word * z.size()) >> 32]);
    }
    double sample_mean = 0;
    const double t = plain_t(sample, sample_mean);
    found.emplace_back(t, std::abs(sample_mean));
    if (t >= observed * (1 - 1e-12)) ++count;
  }
  auto sorted = found;
  std::sort(sorted.rbegin(), sorted.rend());
  const auto border = static_cast<std::size_t>(trials * alpha + 1e-9);
  const double value = sorted[border - 1].first;
  // Values that only rounding tells apart are equal; the earlier trial comes first.
  const auto is_above = [&](double t) { return t > value * (1 + 1e-12); };
  const auto is_same = [&](double t) { return !is_above(t) && t >= value * (1 - 1e-12); };
  auto left =
      border - static_cast<std::size_t>(std::count_if(
                   found.begin(), found.end(), [&](auto& one) { return is_above(one.first); }));
  for (const auto& [t, sample_mean] : found) {
    if (is_same(t) && --left == 0) return {count / static_cast<double>(trials), sample_mean};
  }
  throw std::logic_error("there is no such trial");
}

TEST(TTest, AgreesWithR) {
  // t.test(x, y, paired = TRUE)
  const auto scores = matrix({{.43, .40},
                              {.21, .25},
                              {.55, .35},
                              {.61, .58},
                              {.32, .30},
                              {.48, .39},
                              {.77, .70},
                              {.05, .11}});
  const PairTest pair = run_one(scores, find_test("t")).pairs[0];
  EXPECT_NEAR(pair.p, 0.1814636169348238, 1e-12);
  EXPECT_NEAR(pair.low, -0.02523464886225314, 1e-12);
  EXPECT_NEAR(pair.high, 0.1102346488622531, 1e-12);
  EXPECT_NEAR(pair.effect_size, 0.5245600260144441, 1e-12);
  EXPECT_EQ(pair.wins, 6u);
  EXPECT_EQ(pair.losses, 2u);
}

TEST(TTest, FindsThePublishedSharesOfSignificantPairs) {
  SKIP_WITHOUT_MATRICES();
  struct Expected {
    const char* name;
    double at_05, at_01;
  };
  for (const Expected& expected :
       {Expected{"adhoc5_ap", .6361, .5295}, Expected{"adhoc5_p10", .6284, .5000},
        Expected{"web2010_err20", .4984, .3555}, Expected{"web2010_ndcg20", .5274, .3851},
        Expected{"web2012_err20", .4716, .3174}, Expected{"web2012_ndcg20", .5177, .3697}}) {
    const TestResult result = run_one(shared_matrix(expected.name), find_test("t"));
    EXPECT_NEAR(share_below(result, .05), expected.at_05, 5e-5) << expected.name;
    EXPECT_NEAR(share_below(result, .01), expected.at_01, 5e-5) << expected.name;
  }
}

TEST(SignTest, AgreesWithR) {
  EXPECT_NEAR(sign_test(24, 45), 0.01543229745370135, 1e-14);
  EXPECT_NEAR(sign_test(7, 1), 0.0703125, 1e-14);
  EXPECT_NEAR(sign_test(3, 10), 0.09228515625, 1e-14);
  EXPECT_EQ(sign_test(0, 0), 1);
  EXPECT_EQ(sign_test(5, 5), 1);
}

TEST(SignTest, IntervalOfTheMedianIsMadeOfOrderStatistics) {
  std::vector<std::vector<double>> rows;
  for (int i = 1; i <= 10; ++i) rows.push_back({i / 10.0, 0});
  // P(X <= 1 of 10) = 11/1024 <= .025 < P(X <= 2): the second smallest and second largest.
  const PairTest pair = run_one(matrix(rows), find_test("sign")).pairs[0];
  EXPECT_DOUBLE_EQ(pair.low, 0.2);
  EXPECT_DOUBLE_EQ(pair.high, 0.9);
}

// Differences as they are, of two runs.
PairTest by_wilcoxon(const std::vector<double>& differences) {
  std::vector<std::vector<double>> rows;
  for (const double z : differences) rows.push_back({z, 0});
  return run_one(matrix(rows), find_test("wilcoxon")).pairs[0];
}

// wilcox.test(x, y, paired = TRUE, conf.int = TRUE)
TEST(Wilcoxon, AgreesWithR) {
  // Hollander and Wolfe (1999), table 3.1: depression scores.
  const std::vector<double> x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> y = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) z[i] = x[i] - y[i];
  const PairTest pair = by_wilcoxon(z);
  EXPECT_DOUBLE_EQ(pair.p, 0.0390625);
  EXPECT_NEAR(pair.low, 0.01, 1e-12);
  EXPECT_NEAR(pair.high, 0.786, 1e-12);
  // Ties and zeros: the normal approximation.
  EXPECT_NEAR(by_wilcoxon({.1, .2, -.1, .3, .3, 0, .4, -.2, .5, .6}).p, 0.043455304047793658,
              1e-15);
  EXPECT_NEAR(by_wilcoxon({.1, .2, -.15, .3, .35, .4, -.25, .5, .6, 0, 0}).p, 0.058024019946221438,
              1e-15);
  EXPECT_EQ(by_wilcoxon({.1, .2, .3, .4, .5}).p, 2.0 / 32);
  EXPECT_EQ(by_wilcoxon({.1, .2, .3, .4, .5}).low, -infinity);  // 2 / 32 is above alpha
  EXPECT_EQ(by_wilcoxon({.3, -.3}).p, 1);
}

// i <- 0:49; z <- ((i * 37) %% 101 - 40.3) / 100 + i * 1e-5
// wilcox.test(z)$p.value; the 434th smallest and largest mean of two:
// max(which(2 * pnorm((0:600 + .5 - 637.5) / sqrt(50 * 51 * 101 / 24)) < .05))
TEST(Wilcoxon, HasTheIntervalOfTheNormalApproximationFrom50TopicsOn) {
  std::vector<double> z;
  for (int i = 0; i < 50; ++i) z.push_back((i * 37 % 101 - 40.3) / 100 + i * 1e-5);
  const PairTest pair = by_wilcoxon(z);
  EXPECT_NEAR(pair.p, 0.039768218280969533, 1e-15);
  EXPECT_NEAR(pair.low, 0.007325, 1e-15);
  EXPECT_NEAR(pair.high, 0.19233, 1e-15);
}

TEST(Corrections, AgreeWithR) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005, 0.5, 0.03};
  const std::vector<double> expected_holm = {0.05, 0.12, 0.12, 0.03, 0.5, 0.12};
  const std::vector<double> expected_bonferroni = {0.06, 0.24, 0.18, 0.03, 1, 0.18};
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(holm(p)[i], expected_holm[i], 1e-15);
    EXPECT_NEAR(bonferroni(p)[i], expected_bonferroni[i], 1e-15);
  }
  EXPECT_TRUE(holm({}).empty());
}

// p.adjust(c(.04, .001, .3, .012, .012, .9, .0405), "BH")
TEST(Corrections, OfBenjaminiAndHochbergAgreesWithR) {
  const std::vector<double> p = {.04, .001, .3, .012, .012, .9, .0405};
  const std::vector<double> expected = {.0567, .007, .35, .028, .028, .9, .0567};
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_NEAR(benjamini_hochberg(p)[i], expected[i], 1e-15);
  }
  EXPECT_TRUE(benjamini_hochberg({}).empty());
}

TEST(Corrections, HaveRecordsByTheirNames) {
  for (const CorrectionRecord& record : corrections()) {
    EXPECT_EQ(&record_of(record.correction), &record);
    EXPECT_EQ(find_correction(record.name), &record);
  }
  EXPECT_EQ(find_correction("fdr"), nullptr);
}

TEST(Corrections, OfAllMeasuresAreThoseOfAllTheirPairs) {
  ScoreGroup group;
  group.runs = {"a", "b", "c"};
  group.topics.assign(12, "");
  group.measures = {random_scores(12, 3, 1), random_scores(12, 3, 2)};
  const TestSettings t{find_test("t"), 0, 1, 0.05, true};
  Comparison comparison{{"c", "a"}, Correction::holm, CorrectionFamily::measures};
  const auto pairs = pairs_of(group, comparison.baselines);
  ASSERT_EQ(pairs.size(), 3);  // a c, b c, b a
  EXPECT_EQ(number_of_tests({group}, comparison.baselines), 6);
  EXPECT_EQ(family_size(group, comparison), 6);
  const auto together = compare_pairs(group, 1, pairs, t, comparison);
  std::vector<double> p;
  for (const ComparedPair& pair : together) p.push_back(pair.p);
  for (std::size_t i = 0; i < p.size(); ++i) {
    EXPECT_DOUBLE_EQ(together[i].corrected, holm(p)[i]);
    EXPECT_DOUBLE_EQ(together[i].p_bonferroni, bonferroni(p)[i]);
  }
  comparison.family = CorrectionFamily::pairs;
  EXPECT_EQ(family_size(group, comparison), 3);
  const auto apart = compare_pairs(group, 1, pairs, t, comparison);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(apart[i].corrected, holm(std::span(p).first(3))[i]);
    EXPECT_DOUBLE_EQ(apart[3 + i].corrected, holm(std::span(p).last(3))[i]);
  }
}

// The data are one trial more: a count of 0 in 999 trials is a p-value of 1 in 1000.
TEST(Corrections, OfRandomTestsStartFromAPositivePValue) {
  TestResult result;
  for (const double p : {0.0, 0.004, 0.5}) result.pairs.push_back({p});
  const TestSettings bootstrap{find_test("bootstrap"), 1000, 1, 0.05, true};
  const auto by_holm = corrected(p_values(result), bootstrap, Correction::holm);
  EXPECT_DOUBLE_EQ(by_holm[0], 3.0 / 1001);
  EXPECT_DOUBLE_EQ(by_holm[1], 10.0 / 1001);
  EXPECT_DOUBLE_EQ(by_holm[2], 501.0 / 1001);
  EXPECT_DOUBLE_EQ(corrected(p_values(result), bootstrap, Correction::bonferroni)[1], 15.0 / 1001);
  EXPECT_EQ(corrected(p_values(result), bootstrap, Correction::none),
            (std::vector<double>{0, 0.004, 0.5}));
  const TestSettings t{find_test("t"), 0, 1, 0.05, true};
  EXPECT_EQ(corrected(p_values(result), t, Correction::bonferroni)[0], 0);
}

TEST(Corrections, NeedTrials) {
  EXPECT_EQ(trials_needed(1, 0.05), 20u);  // 1 / 20 is not below 0.05, 1 / 21 is
  EXPECT_EQ(trials_needed(190, 0.05), 3800u);
  EXPECT_GE(smallest_corrected(190, 3799), 0.05);
  EXPECT_LT(smallest_corrected(190, 3800), 0.05);
  EXPECT_EQ(smallest_corrected(4950, 1000), 1);
  EXPECT_GT(trials_needed(10'000, 0.05), max_trials);
}

class BootstrapAgainstPlain : public testing::TestWithParam<std::tuple<int, int, int>> {};

TEST_P(BootstrapAgainstPlain, SamePValuesAndDelta) {
  const auto [topics, runs, steps] = GetParam();
  const ScoreMatrix scores =
      random_scores(static_cast<std::size_t>(topics), static_cast<std::size_t>(runs), 5, steps);
  const TestResult result = run_one(scores, find_test("bootstrap"), 203, 42, 0.05);
  const auto pairs = all_pairs(scores.runs);
  double delta = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PlainBootstrap plain = plain_bootstrap(scores, pairs[i], 203, 42, 0.05);
    EXPECT_DOUBLE_EQ(result.pairs[i].p, plain.p) << pairs[i].first << " " << pairs[i].second;
    delta = std::max(delta, plain.delta);
  }
  EXPECT_NEAR(result.delta.value_or(0), delta, 1e-12);
}

// Few topics make samples without variance; few steps make ties.
INSTANTIATE_TEST_SUITE_P(Sizes, BootstrapAgainstPlain,
                         testing::Values(std::tuple{50, 7, 0}, std::tuple{3, 5, 0},
                                         std::tuple{2, 4, 0}, std::tuple{250, 3, 0},
                                         std::tuple{10, 6, 4}));

TEST(Bootstrap, ASparseDifferenceNeedsExactSums) {
  // One topic of twenty differs: a third of the samples miss it and have no variance.
  ScoreMatrix scores = random_scores(20, 1, 3);
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < 20; ++i) rows.push_back({scores.values[i], scores.values[i]});
  rows[11][1] += 0.25;
  const ScoreMatrix sparse = matrix(rows);
  EXPECT_DOUBLE_EQ(run_one(sparse, find_test("bootstrap"), 500, 9).pairs[0].p,
                   plain_bootstrap(sparse, {0, 1}, 500, 9, 0.05).p);
}

// Where nearly all differences are the same, a sample of these alone has a shifted mean of 0, and
// rounding must not make anything of it: tenths give what whole numbers give.
TEST(Bootstrap, IsNotRuledByRounding) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    std::vector<std::vector<double>> whole, tenths;
    for (std::uint32_t topic = 0; topic < 3 + seed % 9; ++topic) {
      const auto luck = philox({topic, seed, 0, 98}, {1, 2});
      const double second = luck[0] % 8, first = second + (luck[1] % 4 == 0 ? luck[2] % 3 : 2);
      whole.push_back({first, second});
      tenths.push_back({first / 10, second / 10});
    }
    const TestResult exact = run_one(matrix(whole), find_test("bootstrap"), 500, 1, 0.1);
    const TestResult rounded = run_one(matrix(tenths), find_test("bootstrap"), 500, 1, 0.1);
    EXPECT_EQ(rounded.pairs[0].p, exact.pairs[0].p) << seed;
    EXPECT_NEAR(rounded.delta.value_or(0), exact.delta.value_or(0) / 10, 1e-12) << seed;
    if (std::isfinite(exact.pairs[0].low)) {
      EXPECT_NEAR(rounded.pairs[0].low, exact.pairs[0].low / 10, 1e-9) << seed;
    }
  }
}

TEST(TukeyTest, GivesIntervalsToEqualMeans) {
  ScoreMatrix scores = random_scores(20, 3, 5);
  for (std::size_t topic = 0; topic < scores.topics; ++topic) {
    scores.values[topic * 3 + 1] = scores.values[topic * 3];
  }
  const TestResult result = run_one(scores, find_test("tukey"), 200);
  EXPECT_EQ(result.pairs[0].p, 1);
  EXPECT_LT(result.pairs[0].high, 1);
  EXPECT_EQ(result.pairs[0].low, -result.pairs[0].high);
  EXPECT_NEAR(result.pairs[1].high - result.pairs[1].low, 2 * result.pairs[0].high, 1e-12);
}

class Tukey : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Runs, Tukey, testing::Values(9, 129, 140));

TEST_P(Tukey, AgreesWithThePlainAlgorithm) {
  const ScoreMatrix scores = random_scores(12, GetParam(), 8);
  const std::uint32_t trials = 300, seed = 7;
  const auto pairs = all_pairs(scores.runs);
  std::vector<std::uint32_t> count(pairs.size(), 0);
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    std::vector<double> sums(scores.runs, 0);
    for (std::uint32_t topic = 0; topic < scores.topics; ++topic) {
      std::vector<double> row;
      for (std::size_t run = 0; run < scores.runs; ++run) row.push_back(scores.at(topic, run));
      for (std::uint32_t k = 0; k + 1 < scores.runs; ++k) {
        const std::uint64_t i = scores.runs - 1 - k;
        const std::uint64_t word = philox({k / 4, topic, trial, 2}, {seed, 0})[k % 4];
        std::swap(row[i], row[(word * (i + 1)) >> 32]);
      }
      for (std::size_t run = 0; run < scores.runs; ++run) sums[run] += row[run];
    }
    const auto [low, high] = std::minmax_element(sums.begin(), sums.end());
    const double range = (*high - *low) / static_cast<double>(scores.topics);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const double difference =
          std::abs(scores.mean(pairs[i].first) - scores.mean(pairs[i].second));
      if (range >= difference - 1e-12) ++count[i];
    }
  }
  const TestResult result = run_one(scores, find_test("tukey"), trials, seed, 0.9);
  double smallest = infinity;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_DOUBLE_EQ(result.pairs[i].p, count[i] / 300.0);
    if (result.pairs[i].p < 0.9) {
      smallest = std::min(smallest, std::abs(result.pairs[i].difference));
    }
  }
  ASSERT_TRUE(result.delta.has_value());
  EXPECT_DOUBLE_EQ(*result.delta, smallest);
}

// Of eleven measures at once each is as by itself, to the last bit.
TEST(TukeyTest, MeasuresDoNotAffectEachOther) {
  std::vector<ScoreMatrix> measures;
  std::mt19937 random(5);
  for (int m = 0; m < 11; ++m) {
    ScoreMatrix& scores = measures.emplace_back(ScoreMatrix{"", 7, 6, {}});
    for (std::size_t i = 0; i < 42; ++i) {
      scores.values.push_back(static_cast<double>(random()) / 4294967296.0);
    }
  }
  const auto pairs = all_pairs(6);
  const TestSettings settings{find_test("tukey"), 200, 3, 0.05, true};
  const auto together = run_tests(measures, pairs, settings);
  for (std::size_t m = 0; m < measures.size(); ++m) {
    const TestResult alone = run_tests(std::span(&measures[m], 1), pairs, settings)[0];
    EXPECT_EQ(alone.delta, together[m].delta);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      EXPECT_EQ(alone.pairs[i].p, together[m].pairs[i].p);
      EXPECT_EQ(alone.pairs[i].low, together[m].pairs[i].low);
      EXPECT_EQ(alone.pairs[i].high, together[m].pairs[i].high);
    }
  }
}

// Shuffling two topics of three runs: in one of three ways the largest scores of both meet, and so
// do the two pairs of smallest.
TEST(TukeyTest, TwoTopicsProveNothing) {
  const TestResult result = run_one(matrix({{.1, .3, .1}, {.2, .5, .2}}), find_test("tukey"), 5000);
  EXPECT_NEAR(result.pairs[0].p, 1.0 / 3, 0.03);
  EXPECT_EQ(result.pairs[1].p, 1);
  EXPECT_EQ(result.pairs[0].p, result.pairs[2].p);
}

// A trial counts if its range equals the difference up to rounding, however large scores are.
TEST(TukeyTest, IsNotRuledByRounding) {
  const std::vector<std::vector<double>> rows = {{.1, .4}, {.3, .2}, {.7, .1}, {.2, .9}, {.1, .5}};
  const TestResult small = run_one(matrix(rows), find_test("tukey"));
  for (const double factor : {3.0, 1e7 / 3, 1e-7 / 3}) {
    auto scaled = rows;
    for (auto& row : scaled) {
      for (double& value : row) value *= factor;
    }
    EXPECT_EQ(run_one(matrix(scaled), find_test("tukey")).pairs[0].p, small.pairs[0].p);
  }
}

TEST(Randomisation, AgreesWithThePlainAlgorithm) {
  const ScoreMatrix scores = random_scores(40, 4, 2, 10);
  const TestResult result = run_one(scores, find_test("randomisation"), 400, 3);
  const auto pairs = all_pairs(scores.runs);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto z = differences(scores, pairs[i]);
    std::uint32_t count = 0;
    double observed = 0;
    for (const double value : z) observed += value;
    for (std::uint32_t trial = 0; trial < 400; ++trial) {
      double sum = 0;
      for (std::uint32_t topic = 0; topic < z.size(); ++topic) {
        const std::uint32_t word = philox({topic / 128, 0, trial, 3}, {3, 0})[topic / 32 % 4];
        sum += ((word >> (topic % 32)) & 1) != 0 ? -z[topic] : z[topic];
      }
      if (std::abs(sum) >= std::abs(observed) - 1e-11) ++count;
    }
    EXPECT_DOUBLE_EQ(result.pairs[i].p, count / 400.0);
  }
}

TEST(RandomTests, AgreeWithTheTTestOnManyTopics) {
  const ScoreMatrix scores = random_scores(120, 6, 4);
  const TestResult t = run_one(scores, find_test("t"));
  for (const auto* const test : {find_test("bootstrap"), find_test("randomisation")}) {
    const TestResult random = run_one(scores, test, 20000);
    for (std::size_t i = 0; i < t.pairs.size(); ++i) {
      EXPECT_NEAR(random.pairs[i].p, t.pairs[i].p, 0.03) << test->name;
      EXPECT_NEAR(random.pairs[i].low, t.pairs[i].low, 0.03) << test->name;
    }
  }
}

// The page of methods explains each of them.
TEST(SignificanceTests, AreDocumented) {
  const TextFile page(SUBINTENT_DATA "/../docs/methods.md");
  for (const SignificanceTest& test : significance_tests()) {
    EXPECT_TRUE(has(page.text(), "\n- **" + std::string(test.name) + "**")) << test.name;
    EXPECT_EQ(find_test(test.name), &test);
  }
  EXPECT_EQ(find_test("none"), nullptr);
}

void expect_no_nan(const TestResult& result) {
  for (const PairTest& pair : result.pairs) {
    for (const double value : {pair.p, pair.difference, pair.effect_size, pair.low, pair.high}) {
      EXPECT_FALSE(std::isnan(value));
    }
    EXPECT_GE(pair.p, 0);
    EXPECT_LE(pair.p, 1);
  }
  EXPECT_TRUE(std::isfinite(result.delta.value_or(0)));
}

TEST(EdgeCases, IdenticalRunsAreNeverDifferent) {
  ScoreMatrix scores = random_scores(15, 2, 1);
  for (std::size_t topic = 0; topic < 15; ++topic)
    scores.values[topic * 2 + 1] = scores.at(topic, 0);
  for (const SignificanceTest& test : significance_tests()) {
    const TestResult result = run_one(scores, &test);
    expect_no_nan(result);
    EXPECT_EQ(result.pairs[0].effect_size, 0);
    EXPECT_EQ(result.pairs[0].p, 1) << test.name;
    EXPECT_FALSE(result.delta.has_value()) << test.name;
  }
}

TEST(EdgeCases, AConstantDifferenceIsCertain) {
  ScoreMatrix scores = random_scores(15, 2, 1);
  for (std::size_t topic = 0; topic < 15; ++topic) {
    scores.values[topic * 2 + 1] = scores.at(topic, 0) - 0.1;  // up to rounding
  }
  for (const SignificanceTest& test : significance_tests()) {
    const TestResult result = run_one(scores, &test);
    expect_no_nan(result);
    EXPECT_LT(result.pairs[0].p, 0.01) << test.name;
    EXPECT_EQ(result.pairs[0].effect_size, infinity);
  }
  EXPECT_EQ(run_one(scores, find_test("t")).pairs[0].p, std::ldexp(2, -15));
  EXPECT_EQ(run_one(scores, find_test("bootstrap")).pairs[0].p, 0);
}

// |t| of a pair with the signs of a trial, as [Westfall and Young 1993] compare them.
double signed_t(const ScoreMatrix& scores, RunPair pair, std::uint32_t trial, std::uint32_t seed) {
  const auto n = static_cast<double>(scores.topics);
  std::vector<double> z = differences(scores, pair);
  for (std::uint32_t i = 0; i < z.size(); ++i) {
    const std::uint32_t word = philox({i / 32 / 4, 0, trial, 3}, {seed, 0})[i / 32 % 4];
    if (((word >> (i % 32)) & 1) != 0) z[i] = -z[i];
  }
  double mean = 0, squares = 0;
  for (const double value : z) mean += value / n;
  for (const double value : z) squares += (value - mean) * (value - mean);
  return std::abs(mean) / std::sqrt(squares / (n - 1) / n);
}

TEST(MaxT, AgreesWithThePlainAlgorithm) {
  const ScoreMatrix scores = random_scores(15, 6, 21);
  const auto pairs = all_pairs(scores.runs);
  const std::uint32_t trials = 400, seed = 5;
  std::vector<double> data;
  for (const RunPair& pair : pairs) {
    data.push_back(std::sqrt(PairDifferences(scores, pair).squared_t()));
  }
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return data[a] > data[b]; });
  const TestResult result = run_one(scores, find_test("maxt"), trials, seed);
  double highest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    double count = 1;
    for (std::uint32_t trial = 0; trial < trials; ++trial) {
      double largest = 0;
      for (std::size_t k = i; k < order.size(); ++k) {
        largest = std::max(largest, signed_t(scores, pairs[order[k]], trial, seed));
      }
      count += largest >= data[order[i]] * (1 - 1e-9);  // a trial may be the data
    }
    highest = std::max(highest, count / (trials + 1));
    EXPECT_DOUBLE_EQ(result.pairs[order[i]].p, highest) << i;
  }
}

TEST(MaxT, OfOnePairIsTheRandomisationTest) {
  const ScoreMatrix scores = random_scores(12, 2, 3, 10);
  const double share = run_one(scores, find_test("randomisation"), 999).pairs[0].p;
  EXPECT_DOUBLE_EQ(run_one(scores, find_test("maxt"), 999).pairs[0].p, (999 * share + 1) / 1000);
}

// What is significant has an interval without 0, and nothing else has, whatever the test.
TEST(Intervals, NeverContradictTheMarks) {
  std::size_t marked = 0, unmarked = 0;
  for (const SignificanceTest& test : significance_tests()) {
    for (const CorrectionRecord& correction : corrections()) {
      for (std::uint32_t seed = 0; seed < 12; ++seed) {
        ScoreGroup group{{"a", "b", "c", "d", "e"}, {}, {}};
        const std::size_t topics = seed % 3 == 2 ? 60 : 20;
        group.topics.assign(topics, "");
        for (const std::uint32_t measure : {1U, 2U}) {
          ScoreMatrix scores = random_scores(topics, 5, seed + 50 * measure);
          for (std::size_t i = 0; i < scores.values.size(); ++i) {
            scores.values[i] += .05 * (seed % 4) * static_cast<double>(i % 5);
            // Every other sample has scores as those of P@5 and P@1, with many ties.
            if (seed % 4 == 1) scores.values[i] = std::round(5 * scores.values[i]) / 5;
            if (seed % 4 == 3) scores.values[i] = std::round(scores.values[i]);
          }
          group.measures.push_back(scores);
        }
        const TestSettings settings{&test, 1000, seed + 1, 0.05, true};
        const auto family = seed % 2 == 0 ? CorrectionFamily::pairs : CorrectionFamily::measures;
        for (const ComparedPair& pair :
             compare_pairs(group, 1, all_pairs(5), settings, {{}, correction.correction, family})) {
          EXPECT_LE(pair.low, pair.high);
          EXPECT_EQ(pair.significant, pair.low > 0 || pair.high < 0)
              << test.name << ' ' << correction.name << ' ' << seed << ' ' << pair.p << ' '
              << pair.low << ' ' << pair.high;
          (pair.significant ? marked : unmarked) += 1;
        }
      }
    }
  }
  EXPECT_GT(marked, 1000U);
  EXPECT_GT(unmarked, 1000U);
}

// Six topics gain, four are equal: the test counts six, and so does its interval.
TEST(SignTest, IntervalLeavesOutTiesAsTheTestDoes) {
  std::vector<std::vector<double>> rows(10, std::vector<double>{.5, .5});
  for (std::size_t i = 0; i < 6; ++i) rows[i][0] += .1 * static_cast<double>(i + 1);
  const PairTest pair = run_one(matrix(rows), find_test("sign")).pairs[0];
  EXPECT_DOUBLE_EQ(pair.p, 2.0 / 64);
  EXPECT_NEAR(pair.low, .1, 1e-15);
  EXPECT_NEAR(pair.high, .6, 1e-15);
}

// Where some topics gain as much as others lose, the mean of every two of them is 0. It would be
// the end of the interval for 70 of 100 topics, and all of the interval for 63.
TEST(Wilcoxon, HasAnIntervalWithoutZeroWhereItIsSignificant) {
  std::vector<double> z(70, .2);
  z.resize(100, -.2);
  const PairTest most = by_wilcoxon(z);
  EXPECT_LT(most.p, .05);
  EXPECT_EQ(most.low, 1e-9);
  EXPECT_DOUBLE_EQ(most.high, .2);
  std::fill(z.begin() + 63, z.end(), -.2);
  const PairTest more = by_wilcoxon(z);
  EXPECT_LT(more.p, .05);
  EXPECT_EQ(more.low, 1e-9);
  EXPECT_EQ(more.high, std::numeric_limits<double>::infinity());
  for (double& value : z) value = -value;
  EXPECT_EQ(by_wilcoxon(z).high, -1e-9);
  EXPECT_EQ(by_wilcoxon(z).better, -1);
}

// Nine topics gain a little, one loses more: the mean falls, but the test counts wins.
TEST(SignTest, FindsTheRunBetterThatWinsMore) {
  ScoreGroup group{{"a", "b"}, {}, {}};
  group.topics.assign(10, "");
  std::vector<std::vector<double>> rows(9, {.51, .5});
  rows.push_back({0, 1});
  group.measures = {matrix(rows)};
  const TestSettings settings{find_test("sign"), 0, 1, .05, true};
  const auto pairs = compare_pairs(group, 1, all_pairs(2), settings, {});
  EXPECT_LT(pairs[0].difference, 0);
  EXPECT_EQ(pairs[0].winner, "a");
  EXPECT_GT(pairs[0].low, 0);
}

// .8 - .6 and .4 - .2 differ by rounding; both intervals end at 0.
TEST(EdgeCases, RoundingDoesNotMoveAnIntervalOffZero) {
  const auto scores = matrix({{.3, .1}, {.8, .6}, {.4, .2}});
  const PairTest pair = run_one(scores, find_test("randomisation")).pairs[0];
  EXPECT_GT(pair.p, 0.05);
  EXPECT_EQ(pair.low, 0);
  EXPECT_NEAR(pair.high, 0.4, 1e-15);
}

TEST(EdgeCases, OneTopicProvesNothing) {
  for (const SignificanceTest& test : significance_tests()) {
    const TestResult result = run_one(matrix({{0.9, 0.1, 0.5}}), &test);
    expect_no_nan(result);
    for (const PairTest& pair : result.pairs) {
      EXPECT_EQ(pair.p, 1) << test.name;
      EXPECT_EQ(pair.low, -infinity);
    }
  }
}

TEST(EdgeCases, AllScoresZero) {
  for (const SignificanceTest& test : significance_tests()) {
    const TestResult result = run_one(matrix({{0, 0}, {0, 0}, {0, 0}}), &test);
    expect_no_nan(result);
    EXPECT_EQ(result.pairs[0].p, 1) << test.name;
  }
}

}  // namespace
}  // namespace subintent::internal
