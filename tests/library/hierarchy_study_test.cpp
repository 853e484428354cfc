// How far hierarchies can be trusted, from values put together by hand, and what of them is
// refused.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <algorithm>

#include "cells.h"
#include "refusal.h"

namespace subintent {
namespace {

Judgments hierarchy_study_judgments() {
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
  return cluster(hierarchy_study_judgments(), similarity());
}

std::vector<AnyRun> hierarchy_study_two_runs() {
  return {Run::ranked({{"1", {"a", "b", "c"}}, {"2", {"z", "a"}}}, "r"),
          Run::ranked({{"1", {"a", "c"}}, {"2", {"a"}}}, "s")};
}

TEST(HierarchyStudies, Agreement) {
  const auto fine = hierarchies(hierarchy_study_judgments(), dendrograms(), {.delta = 1});
  const auto coarse = hierarchies(hierarchy_study_judgments(), dendrograms(), {.delta = 0});
  const auto agreement = [](const std::vector<Hierarchy>& first,
                            const std::vector<Hierarchy>& second) {
    return analyse("hierarchies", {.hierarchies = first, .second_hierarchies = second},
                   {{"per_topic", true}});
  };
  const Table found = agreement(fine, coarse).tables.at(1);
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(number(found, 0, "documents"), 4);
  EXPECT_LT(number(found, 0, "equal1"), 1);
  EXPECT_EQ(number(found, 0, "equal2"), 1);  // the intent is a node of both
  EXPECT_EQ(number(agreement(fine, fine).tables.at(1), 0, "adjusted_rand"), 1);
  EXPECT_EQ(agreement({fine[0]}, fine).warnings.size(), 1U);
  refusal([&] { agreement({fine[0]}, {fine[1]}); });
}

TEST(HierarchyStudies, ExchangeForItselfChangesNothing) {
  const auto made = hierarchies(hierarchy_study_judgments(), dendrograms());
  AnalysisSources sources{.evaluation = {hierarchy_study_judgments()},
                          .hierarchies = made,
                          .second_hierarchies = made,
                          .runs = hierarchy_study_two_runs(),
                          .tables = {"rankings", "pairs"}};
  const auto found = analyse("hierarchies", sources).tables;
  ASSERT_EQ(found.at(0).rows.size(), 3U);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(number(found[0], row, "runs"), 2);
    for (const char* column : {"lost", "new", "reversed"})
      EXPECT_EQ(number(found.at(1), row, column), 0);
  }
  const auto refused = [&](const OptionValues& options, const std::string& argument) {
    refusal([&] { analyse("hierarchies", sources, options); }, argument);
  };
  refused({{"measures", std::vector<std::string>()}}, "measures");
  refused({{"measures", "P@5"}}, "measures");
  refused({{"measures", "N-rec_H@5"}}, "measures");
  refused({{"test", "what"}}, "test");
  refused({{"alpha", 1.0}}, "alpha");
  sources.evaluation.hierarchies = {{"H", made}};
  refused({}, "hierarchies");
}

TEST(HierarchyStudies, PlacebosKeepTheTree) {
  const auto made = hierarchies(hierarchy_study_judgments(), dendrograms());
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
  for (std::uint32_t number = 0; number < 9; ++number)
    differs |= to_json(shuffled(made, 1, number)[0]) != to_json(made[0]);
  EXPECT_TRUE(differs);
}

TEST(HierarchyStudies, PowerBesidePlacebos) {
  const auto made = hierarchies(hierarchy_study_judgments(), dendrograms());
  AnalysisSources sources{.evaluation = {hierarchy_study_judgments(), {{"H", made}}},
                          .runs = hierarchy_study_two_runs()};
  const Table found = analyse("placebo", sources, {{"placebo", "3"}}).tables.at(0);
  ASSERT_EQ(found.rows.size(), 2U);
  EXPECT_EQ(found.rows[0].at(1), Cell("I-rec-LA_H@20"));
  EXPECT_EQ(number(found, 0, "placebos"), 3);
  EXPECT_LE(number(found, 0, "placebo_lowest"), number(found, 0, "placebo_power"));
  EXPECT_LE(number(found, 0, "placebo_power"), number(found, 0, "placebo_highest"));
  EXPECT_GT(number(found, 0, "p"), 0);
  const auto refused = [&](const OptionValues& options, const std::string& argument) {
    refusal([&] { analyse("placebo", sources, options); }, argument);
  };
  refused({{"placebo", "0"}}, "placebo");
  refused({{"placebo", "10001"}}, "placebo");
  refused({{"measures", "P@1"}}, "measures");
  refused({{"test", "tukey"}, {"trials", "0"}}, "trials");
  sources.evaluation.hierarchies.clear();
  refused({}, "hierarchies");
}

}  // namespace
}  // namespace subintent
