// How far hierarchies can be trusted, from values put together by hand, and what of them is
// refused.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <algorithm>
#include <limits>

#include "refusal.h"

namespace subintent {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Judgments judgments() {
  return Judgments::of({{"1", "x", "a", 1},
                        {"1", "x", "b", 2},
                        {"1", "x", "c", 1},
                        {"1", "x", "d", 1},
                        {"2", "x", "a", 1}});
}

Similarity similarity() {
  return Similarity::fingerprints({"a", "b", "c", "d"},
                                  {0, 1, ~std::uint64_t{0}, ~std::uint64_t{1}});
}

std::vector<Dendrogram> dendrograms() {
  return cluster(judgments(), similarity());
}

std::vector<Run> two_runs() {
  return {Run::ranked({{"1", {"a", "b", "c"}}, {"2", {"z", "a"}}}, "r"),
          Run::ranked({{"1", {"a", "c"}}, {"2", {"a"}}}, "s")};
}

TEST(HierarchyStudies, NodesThatAreFarApartAreFoundAgain) {
  auto made = hierarchies(judgments(), dendrograms());
  add_stability(made, dendrograms(), similarity(), {.samples = 10, .seed = 3});
  std::size_t stable = 0;
  for (const HierarchyNode& node : made[0].nodes) stable += node.stability == 1.0 ? 1 : 0;
  EXPECT_EQ(stable, 2U);  // a with b, and c with d
  EXPECT_NE(to_json(made[0]).find("\"stability\":1"), std::string::npos);
}

TEST(HierarchyStudies, WhatMakesNoSenseHasNoStability) {
  auto made = hierarchies(judgments(), dendrograms());
  const auto refused = [&](const StabilityOptions& options, const std::string& argument) {
    refusal([&] { add_stability(made, dendrograms(), similarity(), options); }, argument);
  };
  refused({.samples = 0}, "samples");
  refused({.samples = 10'001}, "samples");
  for (const double delta : {-.1, 1.1, nan}) refused({.delta = delta}, "delta");
  refused({.clustering = {.contrast = true}}, "contrast");
  auto broken = dendrograms();
  broken[0].merges.pop_back();
  refusal([&] { add_stability(made, broken, similarity()); });
  made[0].nodes[0].layer = 7;
  refusal([&] { add_stability(made, dendrograms(), similarity()); });
}

TEST(HierarchyStudies, Agreement) {
  const auto fine = hierarchies(judgments(), dendrograms(), {.delta = 1});
  const auto coarse = hierarchies(judgments(), dendrograms(), {.delta = 0});
  const auto found = hierarchy_agreement(fine, coarse);
  ASSERT_EQ(found.topics.size(), 2U);
  EXPECT_EQ(found.topics[0].documents, 4U);
  EXPECT_LT(found.topics[0].share1(), 1);
  EXPECT_EQ(found.topics[0].share2(), 1);  // the intent is a node of both
  EXPECT_EQ(hierarchy_agreement(fine, fine).topics[0].adjusted_rand, 1);
  Warnings warnings;
  EXPECT_EQ(hierarchy_agreement({fine[0]}, fine, {}, &warnings).only2,
            std::vector<std::string>{"2"});
  EXPECT_EQ(warnings.size(), 1U);
  refusal([&] { hierarchy_agreement({fine[0]}, {fine[1]}); }, "second");
}

TEST(HierarchyStudies, ExchangeForItselfChangesNothing) {
  const auto made = hierarchies(judgments(), dendrograms());
  const auto found = exchange_hierarchies(judgments(), made, made, two_runs());
  ASSERT_EQ(found.measures.size(), 3U);
  for (const MeasureExchange& measure : found.measures) {
    EXPECT_EQ(measure.runs.items, 2U);
    EXPECT_EQ(measure.pairs.only1 + measure.pairs.only2 + measure.pairs.conflicts, 0U);
  }
  EXPECT_EQ(found.test.name, "t");
  const auto refused = [&](const ExchangeOptions& options, const std::string& argument) {
    refusal([&] { exchange_hierarchies(judgments(), made, made, two_runs(), options); }, argument);
  };
  refused({.measures = {}}, "measures");
  refused({.measures = {"P@5"}}, "measures");
  refused({.measures = {"N-rec_H@5"}}, "measures");
  refused({.test = "what"}, "test");
  refused({.alpha = 1}, "alpha");
  refused({.evaluation = {.hierarchies = {{"H", made}}}}, "hierarchies");
  refusal([&] { exchange_hierarchies(judgments(), made, made, {}); }, "runs");
}

TEST(HierarchyStudies, PlacebosKeepTheTree) {
  const auto made = hierarchies(judgments(), dendrograms());
  const auto placebo = shuffled(made, 1, 0);
  ASSERT_EQ(placebo.size(), made.size());
  EXPECT_EQ(placebo[0].nodes[0].docs, made[0].nodes[0].docs);  // the intent
  const auto weights = [](const Hierarchy& hierarchy) {
    std::vector<double> all;
    for (const HierarchyNode& node : hierarchy.nodes) all.push_back(node.weight);
    std::ranges::sort(all);
    return all;
  };
  EXPECT_EQ(weights(placebo[0]), weights(made[0]));
  EXPECT_EQ(to_json(shuffled(made, 1, 0)[0]), to_json(placebo[0]));
  bool differs = false;
  for (std::uint32_t number = 0; number < 9; ++number) {
    differs |= to_json(shuffled(made, 1, number)[0]) != to_json(made[0]);
  }
  EXPECT_TRUE(differs);
}

TEST(HierarchyStudies, PowerBesidePlacebos) {
  const auto made = hierarchies(judgments(), dendrograms());
  PlaceboOptions options;
  options.evaluation.hierarchies = {{"H", made}};
  options.count = 3;
  const auto found = placebo_study(judgments(), two_runs(), options);
  ASSERT_EQ(found.powers.size(), 2U);
  EXPECT_EQ(found.powers[0].measure, "I-rec-LA_H@20");
  EXPECT_EQ(found.powers[0].placebos.size(), 3U);
  EXPECT_LE(found.powers[0].lowest(), found.powers[0].mean());
  EXPECT_LE(found.powers[0].mean(), found.powers[0].highest());
  EXPECT_GT(found.powers[0].p(), 0);
  const auto refused = [&](const auto& change, const std::string& argument) {
    PlaceboOptions changed = options;
    change(changed);
    refusal([&] { placebo_study(judgments(), two_runs(), changed); }, argument);
  };
  refused([](PlaceboOptions& o) { o.count = 0; }, "count");
  refused([](PlaceboOptions& o) { o.count = 10'001; }, "count");
  refused([](PlaceboOptions& o) { o.measures = {"P@1"}; }, "measures");
  refused([](PlaceboOptions& o) { o.trials = 0, o.test = "tukey"; }, "trials");
  refused([](PlaceboOptions& o) { o.evaluation = {}; }, "hierarchies");
}

}  // namespace
}  // namespace subintent
