#include "compare/other_topics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "compare/mean_test.h"
#include "compare/significance.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

using PredictionPoweredValues = std::vector<double>;

PredictionPoweredValues prediction_powered_random_values(std::size_t size, std::uint32_t seed) {
  PredictionPoweredValues values;
  for (std::uint32_t i = 0; i < size; ++i)
    values.push_back(philox({i, seed, 0, 41}, {3, 0})[0] / 4294967296.0);
  return values;
}

// The numbers are those of the formulas in NumPy and SciPy.
TEST(PoweredMean, WorkedExample) {
  const PredictionPoweredValues human = {.2, .5, .4, .9, .7}, same = {.25, .4, .5, .8, .75},
                                others = {.3, .6, .5, .7, .9, .1, .4};
  const PoweredMean found = powered_mean(human, same, others);
  EXPECT_NEAR(found.mean, 0.5160488342433847, 1e-14);
  EXPECT_NEAR(found.error, 0.09643264276660385, 1e-14);
  EXPECT_NEAR(found.lambda, 0.5750348104245104, 1e-14);
  EXPECT_NEAR(found.p(), 0.005880150821165059, 1e-13);
  EXPECT_NEAR(found.half_width(.05), 0.26773993899062515, 1e-12);
  EXPECT_EQ(found.human_topics, 5U);
  EXPECT_EQ(found.model_topics, 7U);
}

// That of people alone: their t interval.
void expect_people(const PoweredMean& found, const PredictionPoweredValues& human) {
  const auto [low, high] = mean_interval(human, .05);
  EXPECT_EQ(found.lambda, 0);
  EXPECT_NEAR(found.mean - found.half_width(.05), low, 1e-14);
  EXPECT_NEAR(found.mean + found.half_width(.05), high, 1e-14);
}

TEST(PoweredMean, IsThatOfPeopleWithoutAModelOfUse) {
  const PredictionPoweredValues human = prediction_powered_random_values(12, 1);
  expect_people(powered_mean(human, prediction_powered_random_values(12, 2), {}), human);
  expect_people(
      powered_mean(human, PredictionPoweredValues(12, .5), PredictionPoweredValues(40, .5)), human);
  PredictionPoweredValues contrary;
  for (const double value : human) contrary.push_back(1 - value);
  expect_people(powered_mean(human, contrary, prediction_powered_random_values(40, 3)), human);
  const PredictionPoweredValues two = {.25, .75};
  expect_people(powered_mean(two, two, prediction_powered_random_values(40, 3)), two);
}

TEST(PoweredMean, IsNeverWiderThanThatOfPeople) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const PredictionPoweredValues human = prediction_powered_random_values(10, seed),
                                  noise = prediction_powered_random_values(10, seed + 1000);
    PredictionPoweredValues same;
    for (std::size_t i = 0; i < 10; ++i) same.push_back(human[i] * (seed % 5) / 4 + noise[i]);
    const PoweredMean found =
        powered_mean(human, same, prediction_powered_random_values(30, seed + 2000));
    const auto [low, high] = mean_interval(human, .05);
    EXPECT_LE(2 * found.half_width(.05), (high - low) * (1 + 1e-12)) << seed;
    EXPECT_GE(found.lambda, 0);
    EXPECT_LE(found.lambda, 1);
  }
}

// What the model adds to all scores alike changes nothing.
TEST(PoweredMean, DoesNotSeeABias) {
  const PredictionPoweredValues human = prediction_powered_random_values(15, 5),
                                noise = prediction_powered_random_values(15, 6);
  PredictionPoweredValues same, biased;
  for (std::size_t i = 0; i < 15; ++i) same.push_back(human[i] + .2 * noise[i]);
  PredictionPoweredValues others = prediction_powered_random_values(60, 7), biased_others;
  for (const double value : same) biased.push_back(value + 3);
  for (const double value : others) biased_others.push_back(value + 3);
  const PoweredMean fair = powered_mean(human, same, others),
                    found = powered_mean(human, biased, biased_others);
  EXPECT_GT(fair.lambda, .5);
  EXPECT_NEAR(found.mean, fair.mean, 1e-12);
  EXPECT_NEAR(found.error, fair.error, 1e-12);
}

TEST(PoweredMean, OfFewTopics) {
  const PoweredMean none = powered_mean({}, {}, PredictionPoweredValues{.5});
  EXPECT_EQ(none.p(), 1);
  EXPECT_EQ(none.half_width(.05), std::numeric_limits<double>::infinity());
  const PoweredMean one = powered_mean(PredictionPoweredValues{.5}, PredictionPoweredValues{.5},
                                       PredictionPoweredValues{.5});
  EXPECT_EQ(one.mean, .5);
  EXPECT_EQ(one.p(), 1);
  const PoweredMean equal = powered_mean(
      PredictionPoweredValues(4, .1), PredictionPoweredValues(4, .3), PredictionPoweredValues{.2});
  EXPECT_EQ(equal.p(), 0);
  EXPECT_EQ(equal.half_width(.05), 0);
  EXPECT_EQ(powered_mean(PredictionPoweredValues(4, 0), PredictionPoweredValues(4, 0),
                         PredictionPoweredValues{0})
                .p(),
            1);
}

TEST(MoreTopics, IsTheFirstNumberThatIsEnough) {
  PredictionPoweredValues human = prediction_powered_random_values(10, 11);
  for (double& value : human) value -= .4;
  const PoweredMean found =
      powered_mean(human, PredictionPoweredValues(10, .5), PredictionPoweredValues(5, .5));
  const auto more = more_topics(found, .05, 1000);
  ASSERT_TRUE(more && *more > 0);
  const auto is_enough = [&](std::size_t topics) {
    PoweredMean then = found;
    then.human_topics = 10 + topics;
    then.degrees = static_cast<double>(9 + topics);
    then.error = found.human / std::sqrt(static_cast<double>(10 + topics));
    return std::fabs(found.mean) > then.half_width(.05);
  };
  EXPECT_TRUE(is_enough(*more));
  EXPECT_FALSE(is_enough(*more - 1));
  EXPECT_FALSE(more_topics(found, .05, *more - 1));
  EXPECT_EQ(more_topics(powered_mean(PredictionPoweredValues(4, .1), PredictionPoweredValues(4, .3),
                                     PredictionPoweredValues{.2}),
                        .05, 9),
            0U);
  EXPECT_FALSE(more_topics(
      powered_mean(PredictionPoweredValues{-1, 1, 0}, PredictionPoweredValues(3, 0), {}), .05, 9));
}

// A corrected p-value is below alpha exactly where the p-value itself is below the level.
TEST(IntervalLevel, AgreesWithTheCorrection) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    PredictionPoweredValues p = prediction_powered_random_values(1 + seed % 12, seed);
    for (double& value : p) value *= value * value * (seed % 3 == 0 ? .1 : 1);
    for (const CorrectionRecord& one : corrections()) {
      const double level = interval_level(one.correction, p, .05);
      const PredictionPoweredValues corrected = one.corrected(p);
      for (std::size_t i = 0; i < p.size(); ++i)
        EXPECT_EQ(corrected[i] < .05, p[i] < level) << one.name << ' ' << seed;
    }
  }
  EXPECT_EQ(interval_level(Correction::bonferroni, PredictionPoweredValues{.01, .5}, .05), .025);
  EXPECT_EQ(interval_level(Correction::holm, PredictionPoweredValues{.01, .5, .6}, .05), .025);
  EXPECT_EQ(interval_level(Correction::benjamini_hochberg,
                           PredictionPoweredValues{.01, .02, .6, .7}, .05),
            .025);
}

}  // namespace
}  // namespace subintent::internal
