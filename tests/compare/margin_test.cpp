#include "compare/mean_test.h"
#include "compare/paired_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compare/distributions.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

using Values = std::vector<double>;

Values random_values(std::size_t size, std::uint32_t seed, double mean) {
  Values values;
  for (std::uint32_t i = 0; i < size; ++i)
    values.push_back(mean + .2 * (philox({i, seed, 0, 47}, {3, 0})[0] / 4294967296.0 - .5));
  return values;
}

// pt(t, df, ncp, lower.tail = FALSE) of R 4.2.
TEST(StudentsT, NoncentralTailsOfR) {
  EXPECT_NEAR(StudentsT(4).noncentral_tail(2, 1.5), 0.381071074860447, 1e-12);
  EXPECT_NEAR(StudentsT(10).noncentral_tail(-1, 1), 0.97319814323050402, 1e-12);
  EXPECT_NEAR(StudentsT(49).noncentral_tail(.5, -.7), 0.11585999152036408, 1e-12);
  EXPECT_NEAR(StudentsT(24).noncentral_tail(10, 9), 0.30793864212299815, 1e-11);
  EXPECT_NEAR(StudentsT(7).noncentral_tail(0, .3), 0.61791142218895267, 1e-14);
  EXPECT_EQ(StudentsT(7).noncentral_tail(1, 0), StudentsT(7).two_sided_p(1) / 2);
}

TEST(StudentsT, NoncentralityHasItsTail) {
  for (const double t : {-30.0, -2.0, 0.0, 1e-9, .5, 4.0, 200.0}) {
    for (const double tail : {1e-4, .025, .5, .8, .975}) {
      const StudentsT distribution(24);
      const double found = distribution.noncentrality(t, tail);
      EXPECT_NEAR(distribution.noncentral_tail(t, found), tail, 1e-10) << t << " " << tail;
    }
  }
  const StudentsT few(24);  // grows in proportion, and without a step
  EXPECT_NEAR(few.noncentrality(1001, .025) / 1001, few.noncentrality(999, .025) / 999, 1e-6);
  EXPECT_EQ(few.noncentrality(-1e300, .5), few.noncentrality(-1000, .5) * 1e297);
}

// uniroot() of R over pt(): t = sqrt(2) of {.01, .03, -.01, .02, 0}, and t = 2.5 of 50 topics.
TEST(SampleMean, EffectIntervalsOfR) {
  const auto [low, high] = effect_interval(sample_mean(Values{.01, .03, -.01, .02, 0}), .05);
  EXPECT_NEAR(low, -0.37085253782868272, 1e-10);
  EXPECT_NEAR(high, 1.5756171558587113, 1e-10);
  const auto [low50, high50] = effect_interval({50, 2.5, 1}, .05);
  EXPECT_NEAR(low50, 0.066018613851539773, 1e-10);
  EXPECT_NEAR(high50, 0.63769588307599423, 1e-10);
  EXPECT_EQ(effect_interval({50, 2.5, 0}, .05), std::pair(infinity, infinity));
  EXPECT_EQ(effect_interval({50, 0, 0}, .05), std::pair(0.0, 0.0));
  EXPECT_EQ(effect_interval({1, .5, 0}, .05), std::pair(-infinity, infinity));
}

// power.t.test(n, power = .8, sd = 1, type = "paired", tol = 1e-12)$delta * sqrt(n) of R 4.2;
// one-sided for 25 topics.
TEST(SampleMean, DetectableDifferencesOfR) {
  EXPECT_NEAR(detectable_errors(50, .025, .8), 2.8580088818800538, 1e-9);
  EXPECT_NEAR(detectable_errors(25, .05, .8), 2.55969580195924, 1e-9);
}

// t.test(x, mu = -.03, alternative = "greater") and (x, mu = .03, alternative = "less").
TEST(EquivalentMeans, WorkedExample) {
  const std::vector<Values> one = {{.01, .03, -.01, .02, 0}};
  const EquivalentMean found = equivalent_means(one, .03, .05, Correction::holm)[0];
  EXPECT_NEAR(found.difference.p_above(-.03), 0.0024063391650221118, 1e-14);
  EXPECT_NEAR(found.p_equivalent, 0.02371032779215981, 1e-14);
  EXPECT_TRUE(found.equivalent);
  EXPECT_FALSE(found.different);
  EXPECT_NEAR(found.difference.effect_size(), std::sqrt(2.0 / 5), 1e-14);
}

// t.test(x, mu = -.005, alternative = "greater") of R 4.2: t = 2.1213203, df = 4.
TEST(GatedMeans, WorkedExample) {
  const std::vector<Values> one = {{.01, .03, -.01, .02, 0}};
  const GatedMean found = gated_means(one, .005, .05, Correction::holm)[0];
  EXPECT_NEAR(found.difference.mean, .01, 1e-15);
  EXPECT_NEAR(found.difference.error, .0070710678118654755, 1e-15);
  EXPECT_NEAR(found.p_not_worse, 0.0505957536091477, 1e-14);
  EXPECT_NEAR(found.p_worse, 1 - found.p_not_worse, 1e-15);
  EXPECT_EQ(found.verdict, GateVerdict::undecided);
  EXPECT_EQ(gated_means(one, .02, .05, Correction::holm)[0].verdict, GateVerdict::not_worse);
  EXPECT_NEAR(found.low, .01 - 2.1318467863266495 * found.difference.error, 1e-12);
  EXPECT_NEAR(found.high, .01 + 2.1318467863266495 * found.difference.error, 1e-12);
}

TEST(GatedMeans, LimitsNeverContradictTheVerdict) {
  std::size_t seen[3] = {};
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::vector<Values> family;
    for (std::uint32_t i = 0; i < 1 + seed % 6; ++i)
      family.push_back(random_values(25, 10 * seed + i, .05 * (static_cast<int>(i % 3) - 1)));
    for (const GatedMean& mean : gated_means(family, .02, .05, Correction::holm)) {
      EXPECT_EQ(mean.verdict == GateVerdict::worse, mean.high < -.02);
      EXPECT_EQ(mean.verdict == GateVerdict::not_worse, mean.low > -.02);
      ++seen[static_cast<int>(mean.verdict)];
    }
  }
  for (const std::size_t verdict : seen) EXPECT_GT(verdict, 20U);
}

TEST(GatedMeans, WithoutDeviation) {
  const std::vector<Values> family = {{0, 0, 0}, {-.1, -.1, -.1}, {-.02, -.02, -.02}};
  const auto found = gated_means(family, .02, .05, Correction::holm);
  EXPECT_EQ(found[0].verdict, GateVerdict::not_worse);
  EXPECT_EQ(found[1].verdict, GateVerdict::worse);
  EXPECT_EQ(found[2].verdict, GateVerdict::undecided);
  EXPECT_EQ(found[0].detectable, infinity);
}

TEST(GatedMeans, OneTopicTellsNothing) {
  const std::vector<Values> family = {{-.5}};
  const GatedMean found = gated_means(family, .02, .05, Correction::holm)[0];
  EXPECT_EQ(found.verdict, GateVerdict::undecided);
  EXPECT_EQ(found.p_worse, 1);
  EXPECT_EQ(found.high, infinity);
  EXPECT_EQ(found.detectable, infinity);
}

// A loss of the size that is called detectable is found as often as it says.
TEST(GatedMeans, DetectableLossesAreFound) {
  constexpr std::uint32_t samples = 2000;
  const double deviation = .2 / std::sqrt(12.0);
  const double loss =
      .02 + detectable_errors(30, .05, detection_power) * deviation / std::sqrt(30.0);
  std::uint32_t found = 0;
  double said = 0;
  for (std::uint32_t seed = 0; seed < samples; ++seed) {
    const std::vector<Values> one = {random_values(30, 100000 + seed, -loss)};
    const GatedMean gated = gated_means(one, .02, .05, Correction::holm)[0];
    found += gated.verdict == GateVerdict::worse;
    said += gated.detectable / samples;
  }
  EXPECT_NEAR(found / static_cast<double>(samples), detection_power, .03);
  EXPECT_NEAR(said, loss, .002);
}

TEST(EquivalentMeans, IntervalsNeverContradictTheVerdict) {
  std::size_t equivalent = 0, different = 0, both = 0, neither = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::vector<Values> family;
    for (std::uint32_t i = 0; i < 1 + seed % 6; ++i)
      family.push_back(random_values(25, 10 * seed + i, .015 * (static_cast<int>(i % 5) - 2)));
    for (const EquivalentMean& mean : equivalent_means(family, .05, .05, Correction::holm)) {
      EXPECT_EQ(mean.equivalent, mean.low > -.05 && mean.high < .05);
      EXPECT_EQ(mean.different, mean.effect_low > 0 || mean.effect_high < 0);
      ++(mean.equivalent  ? mean.different ? both : equivalent
         : mean.different ? different
                          : neither);
    }
  }
  for (const std::size_t verdict : {equivalent, different, both, neither}) EXPECT_GT(verdict, 10U);
}

}  // namespace
}  // namespace subintent::internal
