#include "compare/planning.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/distributions.h"
#include "compare/fixtures.h"

namespace subintent::internal {
namespace {

constexpr BootstrapSettings bootstrap{4000, 1, 0.05};

// Of four runs, six topics, three judges and two draws, by a formula that R has, too.
std::vector<ScoreMatrix> judged_scores(std::size_t judges, std::size_t draws) {
  std::vector<ScoreMatrix> made;
  for (int j = 0; j < static_cast<int>(judges); ++j) {
    for (int d = 0; d < static_cast<int>(draws); ++d) {
      ScoreMatrix& scores = made.emplace_back(ScoreMatrix{"M", 6, 4, {}});
      for (int t = 0; t < 6; ++t) {
        for (int r = 0; r < 4; ++r) {
          const int sum = 30 * r + 22 * t + 16 * j + 9 * (r * t % 3) + 7 * (r * j % 3) +
                          8 * (t * j % 4) + 12 * ((r * t * j + r) % 3) +
                          (r + 1) * (t + 2) * (j + 3) * (d + 1) * 37 % 23;
          scores.values.push_back(sum / 100.0);
        }
      }
    }
  }
  return made;
}

GeneralisabilityStudy study_of(const std::vector<ScoreMatrix>& scores, std::size_t judges) {
  CrossedScores crossed{scores[0].runs, {scores[0].topics, judges, scores.size() / judges}, {}};
  for (const ScoreMatrix& one : scores) crossed.matrices.push_back(&one);
  return GeneralisabilityStudy(crossed);
}

void expect_sources(const GeneralisabilityStudy& study,
                    const std::map<std::string, double>& variances, double tolerance = 1e-6) {
  ASSERT_EQ(study.sources().size(), variances.size());
  for (const VarianceSource& source : study.sources())
    EXPECT_NEAR(source.estimate, variances.at(source.name()), tolerance) << source.name();
}

// lme4 1.1-31: lmer(y ~ 1 + (1|run) + (1|topic) + ...), by REML, which for balanced scores and
// estimates above 0 is the analysis of variance.
TEST(Generalisability, HasTheVariancesOfR) {
  expect_sources(study_of(judged_scores(3, 2), 3), {{"run", 0.193159141777},
                                                    {"topic", 0.177843698232},
                                                    {"judge", 0.036220849738},
                                                    {"run × topic", 0.001382615192},
                                                    {"run × judge", 0.001286435985},
                                                    {"topic × judge", 0.008675233476},
                                                    {"run × topic × judge", 0.003162755573},
                                                    {"draw", 0.002293749228}});
  expect_sources(study_of(judged_scores(3, 1), 3), {{"run", 0.1971255358712},
                                                    {"topic", 0.1790903428555},
                                                    {"judge", 0.0356342331999},
                                                    {"run × topic", 0.0017718500059},
                                                    {"run × judge", 0.0005491664512},
                                                    {"topic × judge", 0.0088801874455},
                                                    {"run × topic × judge", 0.0066739848854}});
  expect_sources(study_of(judged_scores(1, 2), 1), {{"run", 0.1920450664031},
                                                    {"topic", 0.1783464287445},
                                                    {"run × topic", 0.0007634721024},
                                                    {"draw", 0.0021979167024}});
  expect_sources(
      study_of(judged_scores(1, 1), 1),
      {{"run", 0.191912795371}, {"topic", 0.179652211142}, {"run × topic", 0.006105277791}});
}

// The worked example of Shrout and Fleiss [1979, Tables 2 to 4]: targets are runs, judges topics.
TEST(Generalisability, HasTheCoefficientsOfShroutAndFleiss) {
  const ScoreMatrix scores =
      matrix({{9, 6, 8, 7, 10, 6}, {2, 1, 4, 1, 5, 2}, {5, 3, 6, 2, 6, 4}, {8, 2, 8, 6, 9, 7}});
  const GeneralisabilityStudy study = study_of({scores}, 1);
  EXPECT_NEAR(study.sources()[0].mean_square, 11.24, 0.005);
  EXPECT_NEAR(study.sources()[1].mean_square, 32.49, 0.005);
  EXPECT_NEAR(study.sources()[2].mean_square, 1.02, 0.005);
  const Dependability all = study.reliability({4}), one = study.reliability({1});
  EXPECT_NEAR(*one.absolute, 0.29, 0.005);  // ICC(2, 1)
  EXPECT_NEAR(*one.relative, 0.71, 0.005);  // ICC(3, 1)
  EXPECT_NEAR(*all.absolute, 0.62, 0.005);  // ICC(2, 4)
  EXPECT_NEAR(*all.relative, 0.91, 0.005);  // ICC(3, 4)
  // By Spearman and Brown, .95 needs .95 / .05 (1 - .715) / .715 = 7.6 topics.
  EXPECT_EQ(study.topics_for(0.95, false, {4}), 8u);
  const auto topics = study.topics_for(0.95, true, {4});
  EXPECT_GE(*study.reliability({*topics}).absolute, 0.95);
  EXPECT_LT(*study.reliability({*topics - 1}).absolute, 0.95);
}

// Feldt's interval of Erho2: (1 - Erho2) times borders of F.
TEST(Generalisability, IntervalsAreFeldts) {
  const ScoreMatrix scores = random_scores(25, 8, 5);
  const GeneralisabilityStudy study = study_of({scores}, 1);
  const MeasuredBy plans[] = {{25}};
  const auto found = generalised_intervals(study, plans, bootstrap);
  const auto& sources = study.sources();
  const double rest = sources[2].mean_square / sources[0].mean_square;
  const FisherF f(sources[0].degrees, sources[2].degrees);
  ASSERT_TRUE(found[3]);
  EXPECT_NEAR(found[3]->high, 1 - rest * f.border(0.975), 0.01);
  EXPECT_NEAR(found[3]->low, std::max(0.0, 1 - rest * f.border(0.025)), 0.05);
  // Of the variance of what is left: degrees * mean square / chi-squared.
  const FisherF chi(sources[2].degrees, 1e8);
  EXPECT_NEAR(found[2]->high, sources[2].mean_square / chi.border(0.975), 0.001);
  EXPECT_NEAR(found[2]->low, sources[2].mean_square / chi.border(0.025), 0.001);
}

TEST(Generalisability, ErrorsAreOfWhatIsDrawn) {
  const GeneralisabilityStudy study = study_of(judged_scores(3, 2), 3);
  const Dependability found = study.reliability({50, 3, 2});
  const double relative =
      0.001382615192 / 50 + 0.001286435985 / 3 + 0.003162755573 / 150 + 0.002293749228 / 300;
  EXPECT_NEAR(found.relative_error, relative, 1e-8);
  EXPECT_NEAR(found.absolute_error,
              relative + 0.177843698232 / 50 + 0.036220849738 / 3 + 0.008675233476 / 150, 1e-7);
  EXPECT_NEAR(*found.relative, 0.193159141777 / (0.193159141777 + relative), 1e-7);
  // One judge errs by run alone: .0013 / (.1932 + .0013) is beyond topics.
  EXPECT_FALSE(study.topics_for(0.999, false, {50, 1, 1}));
}

// Runs that are equal but for noise: the variance of runs is estimated below 0.
TEST(Generalisability, EstimatesBelowZeroCountAsZero) {
  const GeneralisabilityStudy study = study_of({matrix({{1, 0}, {0, 1}, {1, 0}, {0, 1}})}, 1);
  EXPECT_LT(study.sources()[0].estimate, 0);
  EXPECT_EQ(study.sources()[0].variance(), 0);
  EXPECT_EQ(study.reliability({4}).relative, 0.0);
  const GeneralisabilityStudy constant = study_of({matrix({{1, 1}, {1, 1}})}, 1);
  EXPECT_FALSE(constant.reliability({2}).relative);
  EXPECT_THROW(study_of({matrix({{1}, {2}})}, 1), Error);
  EXPECT_THROW(study_of({matrix({{1, 2}})}, 1), Error);
}

TEST(Generalisability, AlikeErrorsMakeFewJudges) {
  const ScoreMatrix truth = random_scores(30, 6, 1), noise = random_scores(30, 6, 2),
                    other = random_scores(30, 6, 3), third = random_scores(30, 6, 4);
  const auto with = [&](const ScoreMatrix& error) {
    ScoreMatrix made = truth;
    for (std::size_t i = 0; i < made.values.size(); ++i) made.values[i] += error.values[i];
    return made;
  };
  const JudgePanel alike = judge_panel({{with(noise), with(noise)}}, truth, bootstrap);
  EXPECT_NEAR(*alike.correlation.value, 1, 1e-9);
  EXPECT_NEAR(*alike.independent.value, 1, 1e-9);
  const JudgePanel apart = judge_panel({{with(noise), with(other), with(third)}}, truth, bootstrap);
  EXPECT_NEAR(*apart.independent.value, 3 / (1 + 2 * std::max(0.0, *apart.correlation.value)),
              1e-12);
  EXPECT_LT(std::abs(*apart.correlation.value), 0.2);
  EXPECT_LE(apart.independent.interval->low, *apart.independent.value);
  EXPECT_FALSE(judge_panel({{truth, with(noise)}}, truth, bootstrap).correlation.value);
}

}  // namespace
}  // namespace subintent::internal
