#include "compare/study/stability.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/philox.h"
#include "fingerprints.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/linkage.h"
#include "hierarchy/cluster/tasks.h"

namespace subintent::internal {
namespace {

// Documents a0 ... around the bits of one group, b0 ... around those of another.
std::vector<Fingerprint> two_groups(std::uint32_t each) {
  std::vector<Fingerprint> made;
  for (std::uint32_t i = 0; i < each; ++i) {
    made.push_back({"a" + std::to_string(10 + i), 0xffffffff00000000 ^ (std::uint64_t{1} << i)});
    made.push_back({"b" + std::to_string(10 + i), 0x00000000ffffffff ^ (std::uint64_t{1} << i)});
  }
  return made;
}

struct Made {
  Qrels qrels;
  std::vector<Dendrogram> dendrograms;
  std::vector<Hierarchy> hierarchies;
};

Made hierarchies_of(const std::vector<Fingerprint>& fingerprints,
                    const DocumentSimilarity& similarity, double delta) {
  std::string text;
  for (const Fingerprint& one : fingerprints) text += "1 1 " + one.docno + " 1\n";
  Made made{read_qrels(Source::memory(text, "qrels")), {}, {}};
  made.dendrograms =
      cluster_all(cluster_tasks(made.qrels.topics()[0]), similarity, Linkage::complete);
  HierarchyOptions options;
  options.delta = delta;
  made.hierarchies = build_hierarchies(made.qrels, made.dendrograms, options).hierarchies;
  return made;
}

TEST(Stability, IsOneForGroupsThatAreFarApart) {
  const auto fingerprints = two_groups(10);
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named(fingerprints), FingerprintSimilarity::hamming);
  Made made = hierarchies_of(fingerprints, similarity, 0.5);
  ASSERT_EQ(made.hierarchies[0].nodes.size(), 3U);
  StabilityOptions options;
  options.samples = 20;
  options.delta = 0.5;
  add_stability(made.hierarchies, made.dendrograms, similarity, options);
  EXPECT_FALSE(made.hierarchies[0].nodes[0].stability);  // the intent
  EXPECT_EQ(made.hierarchies[0].nodes[1].stability, 1);
  EXPECT_EQ(made.hierarchies[0].nodes[2].stability, 1);
}

// Three documents: a and b are together, c is alone. A sample leaves one of them out.
TEST(Stability, IsTheMeanOfTheBestJaccardCoefficients) {
  const std::vector<Fingerprint> fingerprints = {{"a", 0}, {"b", 0xf}, {"c", 0xfffffffffffffff}};
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named(fingerprints), FingerprintSimilarity::hamming);
  Made made = hierarchies_of(fingerprints, similarity, 0.5);
  StabilityOptions options;
  options.samples = 50;
  options.seed = 9;
  options.delta = 0.05;  // so that all documents of a sample are together
  add_stability(made.hierarchies, made.dendrograms, similarity, options);
  double sums[2] = {0, 0};
  int counts[2] = {0, 0};
  for (std::uint32_t trial = 0; trial < 50; ++trial) {
    const std::uint64_t word = philox({0, 0, trial, 5}, {9, 0})[0];
    const auto left_out =
        static_cast<int>(word * 3 >> 32);  // this one changes places with the last
    sums[0] += left_out == 2 ? 1 : 0.5;    // {a, b} of {a, b}; one of them and c
    ++counts[0];
    if (left_out == 2) continue;  // c itself
    sums[1] += 0.5;
    ++counts[1];
  }
  const auto& nodes = made.hierarchies[0].nodes;
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_DOUBLE_EQ(nodes[1].stability.value(), sums[0] / counts[0]);
  EXPECT_DOUBLE_EQ(nodes[2].stability.value(), sums[1] / counts[1]);
}

TEST(Stability, IsNotOfIntentsOfTwoDocumentsNorOfThoseThatCollapsed) {
  for (const std::size_t size : {std::size_t{2}, std::size_t{20}}) {
    auto fingerprints = two_groups(10);
    fingerprints.resize(size);
    const auto similarity =
        DocumentSimilarity::from_fingerprints(named(fingerprints), FingerprintSimilarity::hamming);
    Made made = hierarchies_of(fingerprints, similarity, size == 2 ? 1 : 0);
    StabilityOptions options;
    options.samples = 3;
    add_stability(made.hierarchies, made.dendrograms, similarity, options);
    for (const HierarchyNode& node : made.hierarchies[0].nodes) EXPECT_FALSE(node.stability);
  }
}

}  // namespace
}  // namespace subintent::internal
