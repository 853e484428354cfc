#include "hierarchy/build.h"

#include <cmath>

#include "hierarchy/fixtures.h"

namespace subintent::internal::test {
namespace {

PruningRules balanced() {
  PruningRules rules;
  rules.balanced_delta = true;
  return rules;
}

// Two clusters of two documents at .8 and .6, joined at .05.
Dendrogram two_clusters() {
  return dendrogram_of("1", "1", {"a", "b", "c", "d"}, {{0, 1, .8}, {2, 3, .6}, {4, 5, .05}});
}

// The similarities of all pairs of documents, pair by pair: of the merge that joins them.
std::vector<double> pair_similarities(const Dendrogram& dendrogram) {
  const std::size_t n = dendrogram.docs.size();
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < n; ++i) members.push_back({i});
  std::vector<double> found;
  for (const Merge& merge : dendrogram.merges) {
    std::vector<std::size_t> both = members[merge.a];
    both.insert(both.end(), members[merge.b].begin(), members[merge.b].end());
    const std::size_t pairs = members[merge.a].size() * members[merge.b].size();
    found.insert(found.end(), pairs, merge.similarity);
    members.push_back(both);
  }
  return found;
}

struct Means {
  double within = 1, across = 0;
};

Means means_at(const std::vector<double>& pairs, double delta) {
  double within = 0, across = 0, sum_within = 0, sum_across = 0;
  for (const double similarity : pairs) {
    const bool above = similarity > delta + 1e-12;
    (above ? within : across) += 1;
    (above ? sum_within : sum_across) += similarity;
  }
  return {within > 0 ? sum_within / within : 1, across > 0 ? sum_across / across : 0};
}

std::vector<Dendrogram> random_dendrograms() {
  std::mt19937 random(5);
  std::vector<Dendrogram> made;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> docs;
    const std::uint32_t n = 2 + random() % 25;
    for (std::uint32_t i = 0; i < n; ++i) docs.push_back("d" + std::to_string(i));
    made.push_back(random_dendrogram("1", "1", docs, random));
  }
  return made;
}

TEST(EffectiveDelta, IsTheOneGivenWithoutRules) {
  EXPECT_EQ(effective_delta(two_clusters(), .3, {}), .3);
}

TEST(EffectiveDelta, BalancedIsTheGeometricMeanOfTheMeansWithinAndAcross) {
  EXPECT_NEAR(effective_delta(two_clusters(), .3, balanced()), std::sqrt(.7 * .05), 1e-15);
}

TEST(EffectiveDelta, BalancedFollowsTheScaleOfSimilarities) {
  auto dendrogram = two_clusters();
  for (Merge& merge : dendrogram.merges) merge.similarity /= 10;
  EXPECT_NEAR(effective_delta(dendrogram, .3, balanced()), std::sqrt(.07 * .005), 1e-15);
}

TEST(EffectiveDelta, BalancedGivesItselfBack) {
  int divided = 0;
  for (const Dendrogram& dendrogram : random_dendrograms()) {
    const auto pairs = pair_similarities(dendrogram);
    double delta = means_at(pairs, 2).across;
    for (int turn = 0; turn < 50; ++turn) {  // as it is defined, pair by pair
      const Means means = means_at(pairs, delta);
      const auto inside = std::ranges::count_if(pairs, [&](double s) { return s > delta + 1e-12; });
      if (inside == 0 || inside == std::ssize(pairs)) break;
      delta = std::sqrt(means.within * means.across);
    }
    EXPECT_NEAR(effective_delta(dendrogram, .3, balanced()), delta, 1e-9);
    divided += delta > 0 && delta < 1 ? 1 : 0;
  }
  EXPECT_GT(divided, 200);
}

TEST(EffectiveDelta, BalancedDoesNotDivideDocumentsOfOneSimilarity) {
  const auto alike = dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .4}, {2, 3, .4}});
  EXPECT_NEAR(effective_delta(alike, .3, balanced()), .4, 1e-15);
  const auto unlike = dendrogram_of("1", "1", {"a", "b"}, {{0, 1, 0}});
  EXPECT_EQ(make_subintents(unlike, .3, true, balanced()).nodes[0].leaves, 2U);
}

// Within leaves .3 and .5, across them .1: .1 / .4 = .25
Dendrogram with_excess(std::vector<double> excess) {
  Dendrogram dendrogram = two_clusters();
  dendrogram.excess = std::move(excess);
  return dendrogram;
}

PruningRules one_subtopic(double share) {
  PruningRules rules;
  rules.one_subtopic = share;
  return rules;
}

TEST(EffectiveDelta, OneSubtopicWhereLeavesAreAlikeBeyondOthers) {
  const Dendrogram alike = with_excess({.3, .5, .1});
  EXPECT_EQ(effective_delta(alike, .3, one_subtopic(.24)), below_all_similarities);
  EXPECT_EQ(effective_delta(alike, .3, one_subtopic(.26)), .3);
  // At delta .7, the second merge is across leaves, too: (.5 + 4 · .1) / 5 of .3.
  EXPECT_EQ(effective_delta(alike, .7, one_subtopic(.59)), below_all_similarities);
  EXPECT_EQ(effective_delta(alike, .7, one_subtopic(.61)), .7);
}

TEST(EffectiveDelta, OneSubtopicNeedsMoreThanOthersHave) {
  EXPECT_EQ(effective_delta(with_excess({.3, .5, 0}), .3, one_subtopic(0)), .3);
  EXPECT_EQ(effective_delta(with_excess({-.3, -.5, -.1}), .3, one_subtopic(0)), .3);
  EXPECT_EQ(effective_delta(with_excess({}), .3, one_subtopic(0)), .3);
  // Without pairs in one leaf, these count as alike.
  const Dendrogram apart = with_excess({.2, .2, .2});
  EXPECT_EQ(effective_delta(apart, .9, one_subtopic(.19)), below_all_similarities);
  EXPECT_EQ(effective_delta(apart, .9, one_subtopic(.21)), .9);
}

TEST(EffectiveDelta, OneSubtopicFollowsTheOrderOfSimilarities) {
  // The second merge is the more similar one, and alone above delta.
  Dendrogram dendrogram =
      dendrogram_of("1", "1", {"a", "b", "c", "d"}, {{0, 1, .6}, {2, 3, .8}, {4, 5, .05}});
  dendrogram.excess = std::vector<double>{.1, .9, .1};
  EXPECT_EQ(effective_delta(dendrogram, .7, one_subtopic(.12)), .7);
  EXPECT_EQ(effective_delta(dendrogram, .7, one_subtopic(.11)), below_all_similarities);
}

TEST(MakeSubintents, HasTheNumberOfLeavesThatIsGiven) {
  for (const Dendrogram& dendrogram : random_dendrograms()) {
    const std::size_t documents = dendrogram.docs.size();
    for (std::uint32_t leaves = 1; leaves <= documents + 1; ++leaves) {
      const SubintentTree tree = make_subintents(dendrogram, .3, true, balanced(), leaves);
      EXPECT_EQ(tree.nodes[0].leaves, std::min<std::size_t>(leaves, documents));
      double undone = 0, kept = 1;  // the most similar merge, and the least similar
      for (const SubintentNode& node : tree.nodes) {
        if (!node.similarity || leaves == 1) continue;
        if (node.leaf) kept = std::min(kept, *node.similarity);
        if (!node.leaf) undone = std::max(undone, *node.similarity);
      }
      EXPECT_LE(undone, kept);
    }
  }
}

// Four pairs of documents: at .5 there are four leaves, near 1 two.
TEST(SubtopicNumbers, AroundIsAMeanWithTheLeavesOfDelta) {
  const Dendrogram pairs = dendrogram_of(
      "1", "1", {"a", "b", "c", "d", "e", "f", "g", "h"},
      {{0, 1, .8}, {2, 3, .8}, {4, 5, .8}, {6, 7, .8}, {8, 9, .1}, {10, 11, .1}, {12, 13, .05}});
  EXPECT_EQ((SubtopicNumbers{{}, {}, 1}).leaves(pairs, .5, {}), 2U);
  EXPECT_EQ((SubtopicNumbers{{}, {}, 4}).leaves(pairs, .5, {}), 4U);
  EXPECT_EQ((SubtopicNumbers{{}, {}, 100}).leaves(pairs, .5, {}), 4U);  // half of the documents
  EXPECT_EQ((SubtopicNumbers{{}, {{"1", 7}}, 1}).leaves(pairs, .5, {}), 7U);
  EXPECT_FALSE(SubtopicNumbers().leaves(pairs, .5, {}));
  EXPECT_THROW(check(SubtopicNumbers{{}, {}, 0U}), Error);
}

TEST(SubtopicNumbers, TopicsMayHaveTheirOwn) {
  const SubtopicNumbers numbers{3, {{"2", 5}}};
  EXPECT_EQ(numbers.of("1"), 3U);
  EXPECT_EQ(numbers.of("2"), 5U);
  EXPECT_FALSE(SubtopicNumbers().of("1"));
  EXPECT_THROW(check(SubtopicNumbers{0U}), Error);
  EXPECT_THROW(check(SubtopicNumbers{{}, {{"1", 0}}}), Error);
}

// Joined at .08, .06, .04 and .02 below delta.
Dendrogram ladder() {
  return dendrogram_of("1", "1", {"a", "b", "c", "d", "e"},
                       {{0, 1, .08}, {2, 5, .06}, {3, 6, .04}, {4, 7, .02}});
}

TEST(BinLimits, FixedAreTenths) {
  EXPECT_EQ(bin_limits(ladder(), .3, {}).size(), 9U);
  EXPECT_EQ(make_subintents(ladder(), .3, true).height, 1U);
  EXPECT_EQ(make_subintents(ladder(), .3, true).removed, 3U);
}

TEST(BinLimits, MeanIsThatOfPairsInDifferentLeaves) {
  // 1 pair of .08, 2 of .06, 3 of .04, 4 of .02
  const auto limits = bin_limits(ladder(), .3, {Bins::Rule::mean});
  ASSERT_EQ(limits.size(), 1U);
  EXPECT_NEAR(limits[0], .4 / 10, 1e-15);
  // With delta .07, the first merge is a leaf.
  EXPECT_NEAR(bin_limits(ladder(), .07, {Bins::Rule::mean})[0], .32 / 9, 1e-15);
  EXPECT_TRUE(bin_limits(ladder(), .05, {Bins::Rule::mean}).empty());  // three leaves
  PruningRules rules;
  rules.bins.rule = Bins::Rule::mean;
  EXPECT_EQ(make_subintents(ladder(), .3, true, rules).height, 2U);
}

TEST(BinLimits, QuantilesHaveEquallyManyInnerNodes) {
  EXPECT_EQ(bin_limits(ladder(), .3, {Bins::Rule::quantiles, 2}), (std::vector<double>{.06}));
  EXPECT_EQ(bin_limits(ladder(), .3, {Bins::Rule::quantiles, 4}),
            (std::vector<double>{.04, .06, .08}));
  EXPECT_EQ(bin_limits(ladder(), .07, {Bins::Rule::quantiles, 3}), (std::vector<double>{.04, .06}));
}

TEST(BinLimits, MeanGivesTwoLayersOfFourLeavesUnlessInnerNodesAreEquallySimilar) {
  PruningRules rules;
  rules.bins.rule = Bins::Rule::mean;
  for (const Dendrogram& dendrogram : random_dendrograms()) {
    const SubintentTree raw = make_subintents(dendrogram, .5, false);
    std::set<double> inner;
    for (const SubintentNode& node : raw.nodes) {
      if (!node.leaf && node.similarity) inner.insert(*node.similarity);
    }
    const SubintentTree tree = make_subintents(dendrogram, .5, true, rules);
    if (raw.nodes[0].leaves > 1) {
      EXPECT_EQ(tree.height, inner.size() > 1 && raw.nodes[0].leaves > 3 ? 2U : 1U);
    }
  }
}

TEST(BinsNamed, KnowsTheRules) {
  EXPECT_EQ(bins_named("fixed"), Bins{});
  EXPECT_EQ(bins_named("quantiles"), (Bins{Bins::Rule::quantiles, 4}));
  EXPECT_EQ(bins_named("quantiles=7"), (Bins{Bins::Rule::quantiles, 7}));
  for (const char* const name :
       {"", "Mean", "quantiles=", "quantiles=1", "quantiles=101", "quantiles=3x", "quantiles=-3"}) {
    EXPECT_THROW(bins_named(name), Error) << name;
  }
}

}  // namespace
}  // namespace subintent::internal::test
