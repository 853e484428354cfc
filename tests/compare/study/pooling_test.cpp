// Scores by pools of several depths, and by hierarchies at several deltas.
#include "compare/study/judgment_sets.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compare/study/hierarchies.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

EvaluationData evaluation_of(const std::string& qrels) {
  const TestFile file(qrels);
  Warnings warnings;
  EvaluationData data;
  data.judgments =
      std::make_shared<const Judgments>(read_judgments({.qrels = file.path()}, warnings));
  return data;
}

Run pooling_run_of(const std::string& name, const std::string& text) {
  const TestFile file(text);
  Run run = read_run(file.path());
  run.name = name;
  return run;
}

// Of two runs, the first finds a at once and b below it; the second b, then c.
std::vector<Run> two_runs() {
  return {pooling_run_of("x", "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 c 3 1 t\n"),
          pooling_run_of("y", "1 Q0 b 1 3 t\n1 Q0 c 2 2 t\n1 Q0 a 3 1 t\n")};
}

TEST(Pooling, EvaluationsAreAsDeepAsThePoolToo) {
  PoolingOptions options;
  options.pool_depths = {1, 20};
  options.depths = {5, 10};
  std::vector<std::pair<int, int>> found;
  for (const PoolingSetting& setting : pooling_settings(options))
    found.emplace_back(setting.pool_depth, setting.depth);
  EXPECT_EQ(found, (std::vector<std::pair<int, int>>{
                       {1, 5}, {1, 10}, {5, 5}, {10, 10}, {20, 5}, {20, 10}}));
}

// p = residual ^ (1 / depth) [Webber eq. 7].
TEST(Pooling, RbpFollowsFromTheResidual) {
  PoolingOptions options;
  options.measures = {"AP", "RBP", "nRBP"};
  options.rbp_residual = 0.05;
  const auto measures = measures_at(options, 10);
  ASSERT_EQ(measures.size(), 3u);
  EXPECT_EQ(measures[0].name, "AP@10");
  EXPECT_EQ(measures[1].parameters.cutoff, 10u);
  EXPECT_NEAR(measures[1].parameters.p, std::pow(0.05, 0.1), 1e-15);
  EXPECT_NEAR(measures[2].parameters.p, std::pow(0.05, 0.1), 1e-15);
  options.rbp_residual = 0;
  EXPECT_EQ(measures_at(options, 10)[1].parameters.p, 0.8);
}

// However a measure is written, and in every form, p is that of the parameter it has.
TEST(Pooling, TheResidualIsThatOfEveryMeasureWithTheParameter) {
  PoolingOptions options;
  options.measures = {"rbp",       "RBP(rel=1)",      "RBP-IA",        "D-RBP",
                      "DIN-RBP",   "rbp_RA",          "RBP(rel=2)_RA", "nRBP(judged_only=True)",
                      "HD-RBP_WI", "RBP-IA-LA(rel=2)"};
  options.rbp_residual = 0.05;
  options.context.hierarchies = {"WI"};
  options.context.has_similarity = true;
  const double p = std::pow(0.05, 0.1);
  for (const Measure& measure : measures_at(options, 10)) {
    EXPECT_NEAR(measure.parameters.p, p, 1e-15) << measure.name;
    EXPECT_EQ(measure.parameters.cutoff, 10u) << measure.name;
  }
  options.measures = {"AP", "Compat"};
  const auto others = measures_at(options, 10);
  EXPECT_NEAR(others[1].parameters.overlap_p, p, 1e-15);
  EXPECT_EQ(others[0].name, "AP@10");
}

TEST(Pooling, AResidualThatNoMeasureTakesIsRefused) {
  PoolingOptions options;
  options.measures = {"AP", "nDCG"};
  options.rbp_residual = 0.05;
  EXPECT_THROW(measures_at(options, 10), Error);
  options.measures = {"RBP(p=0.9)"};  // says what it is
  EXPECT_THROW(measures_at(options, 10), Error);
}

// At depth 1 the pool holds a and b, at depth 2 c too.
TEST(Pooling, JudgmentsAreThoseOfThePool) {
  const EvaluationData data = evaluation_of("1 1 a 1\n1 1 b 0\n1 1 c 1\n");
  const auto runs = two_runs();
  PoolingOptions options;
  options.measures = {"P"};
  options.pool_depths = {1};
  options.depths = {2};
  std::vector<std::vector<double>> scores;
  score_pools(data, runs, runs, options, [&](const PoolingSetting&, const ScoreGroup& group) {
    EXPECT_EQ(group.runs, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(group.topics, std::vector<std::string>{"1"});
    EXPECT_EQ(group.measures.at(0).measure, "P@2");
    scores.push_back(group.measures[0].values);
  });
  EXPECT_EQ(scores, (std::vector<std::vector<double>>{{0.5, 0}, {0.5, 0.5}}));
  // Pools that the first run alone makes are the same at depth 1 but for b.
  scores.clear();
  score_pools(data, runs, std::span(runs).first(1), options,
              [&](const PoolingSetting&, const ScoreGroup& group) {
                scores.push_back(group.measures[0].values);
              });
  EXPECT_EQ(scores, (std::vector<std::vector<double>>{{0.5, 0}, {0.5, 0}}));
}

// a and b are one subintent below .5: what finds a second document of it finds nothing new.
TEST(Delta, MovesTheHierarchiesThatMeasuresName) {
  const EvaluationData data = evaluation_of("1 1 a 1\n1 1 b 1\n1 1 c 1\n");
  const std::vector<Dendrogram> dendrograms = {
      {"1", "1", {"a", "b", "c"}, {{0, 1, .5, 2}, {2, 3, .1, 3}}}};
  DeltaOptions options;
  options.deltas = {0.3, 0.9};
  MeasureContext context;
  context.hierarchies = delta_hierarchies();
  options.measures = parse_measures("N-rec_WI@2", context);
  EXPECT_FALSE(need_superintents(options.measures));
  EXPECT_TRUE(need_superintents(parse_measures("N-rec_SUP+WD@2", context)));
  std::vector<double> deltas;
  std::vector<std::vector<double>> scores;
  score_deltas(data, two_runs(), dendrograms, options, [&](double delta, const ScoreGroup& group) {
    deltas.push_back(delta);
    scores.push_back(group.measures.at(0).values);
  });
  EXPECT_EQ(deltas, options.deltas);
  ASSERT_EQ(scores.size(), 2u);
  EXPECT_LT(scores[0][0], scores[0][1]);  // x finds a and b, y finds b and c
  EXPECT_NE(scores[0], scores[1]);
}

}  // namespace
}  // namespace subintent::internal
