#include "compare/study/similarities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "fingerprints.h"
#include "hierarchy/cluster/tasks.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

DocumentSimilarity fingerprints(const std::vector<std::pair<std::string, std::uint64_t>>& values) {
  std::vector<Fingerprint> made;
  for (const auto& [docno, bits] : values) made.push_back({docno, bits});
  return DocumentSimilarity::from_fingerprints(named(made), FingerprintSimilarity::hamming);
}

Qrels judgments(const std::string& text) {
  return read_qrels(Source::memory(text, "qrels"));
}

TEST(Similarities, BinsOfThePictureHoldWholeDistances) {
  const Qrels qrels = judgments("1 x a 1\n1 x b 1\n1 x c 1\n");
  const auto similarity = fingerprints({{"a", 0}, {"b", 0xf}, {"c", ~std::uint64_t{0}}});
  const SimilarityStudy study = study_similarities(qrels, similarity, "name");
  ASSERT_EQ(study.same_intent.drawn.size() + 1, study.edges.size());
  EXPECT_EQ(std::accumulate(study.same_intent.drawn.begin(), study.same_intent.drawn.end(), 0U),
            3U);
  for (std::size_t i = 0; i + 2 < study.edges.size(); ++i) {
    int distances = 0;
    for (int h = 0; h <= 64; ++h) {
      const double value = 1 - h / 64.0;
      EXPECT_GT(std::fabs(value - study.edges[i]), 0.005);  // no edge is at a similarity
      distances += value > study.edges[i] && value < study.edges[i + 1] ? 1 : 0;
    }
    EXPECT_EQ(distances, 3) << i;
  }
  EXPECT_EQ(study.same_intent.drawn[0], 1U);  // a-c: 0; b-c: 4/64, the next bin
  EXPECT_EQ(study.same_intent.drawn[1], 1U);
}

TEST(Similarities, NothingToCompareIsNotAnError) {
  const SimilarityStudy study =
      study_similarities(judgments("1 x a 1\n"), fingerprints({{"a", 0}}), "n");
  EXPECT_TRUE(study.topics.empty());
  EXPECT_EQ(study.mean, 0);
  EXPECT_FALSE(study.auc || study.mean_auc);
}

// Pairs of vectors at random angles, with the definitions written down pair by pair.
TEST(Similarities, AreThoseOfEveryPair) {
  std::mt19937 random(5);
  std::string text;
  std::vector<DocumentVector> vectors;
  std::vector<std::set<unsigned>> intents;
  for (int i = 0; i < 300; ++i) {  // enough for several threads
    const std::string docno = "d" + std::to_string(i);
    vectors.push_back({docno, {}});
    vectors.back().terms = {{"a", static_cast<double>(random() % 7) - 3}, {"b", 1.0}};
    auto& own = intents.emplace_back();
    for (unsigned n = 1 + random() % 2; own.size() < n;) own.insert(random() % 5);
    for (const unsigned intent : own) text += "1 " + std::to_string(intent) + " " + docno + " 1\n";
  }
  const auto similarity = DocumentSimilarity::from_vectors(vectors);
  const SimilarityStudy study = study_similarities(judgments(text), similarity, "n");
  std::vector<long> same, other;
  double sum = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double value = similarity.similarity(vectors[i].docno, vectors[j].docno);
      sum += value;
      const bool shares =
          std::ranges::any_of(intents[i], [&](unsigned x) { return intents[j].count(x) > 0; });
      (shares ? same : other).push_back(std::lround(value * 10'000));
    }
  }
  std::ranges::sort(same);
  std::ranges::sort(other);
  EXPECT_EQ(study.same_intent.pairs, same.size());
  EXPECT_EQ(study.other_intents.pairs, other.size());
  EXPECT_NEAR(study.mean, sum / static_cast<double>(same.size() + other.size()), 1e-12);
  const auto quantile = [](const std::vector<long>& values, double q) {
    const auto place = std::ceil(q * static_cast<double>(values.size())) - 1;
    return static_cast<double>(values[static_cast<std::size_t>(place)]) / 10'000;
  };
  EXPECT_EQ(study.same_intent.q05, quantile(same, 0.05));
  EXPECT_EQ(study.same_intent.median, quantile(same, 0.5));
  EXPECT_EQ(study.other_intents.q95, quantile(other, 0.95));
  double won = 0;
  for (const long x : same) {
    const auto [low, high] = std::equal_range(other.begin(), other.end(), x);
    won += static_cast<double>(low - other.begin()) + static_cast<double>(high - low) / 2;
  }
  EXPECT_NEAR(*study.auc, won / static_cast<double>(same.size() * other.size()), 1e-12);
  EXPECT_EQ(study.low, -1);
  EXPECT_EQ(study.same_intent.bins.size(), 40U);
}

TEST(Similarities, ShapesOfHierarchies) {
  const auto similarity = fingerprints({{"a", 0}, {"b", 1}, {"c", ~std::uint64_t{0}}, {"d", 5}});
  const Qrels qrels = judgments("1 x a 1\n1 x b 1\n1 x c 1\n1 y d 1\n2 x d 1\n2 y a 1\n");
  Warnings warnings;
  const auto trees =
      cluster_all(cluster_tasks(qrels, qrels, warnings), similarity, Linkage::complete);
  const std::vector<double> deltas = {0, 0.5, 1};
  const auto shapes = delta_shapes(qrels, trees, deltas);
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].delta, 0);
  EXPECT_EQ(shapes[0].topics, 2U);
  EXPECT_EQ(shapes[0].intents, 4U);
  EXPECT_EQ(shapes[0].nodes, 4U);  // those of the intents
  EXPECT_EQ(shapes[0].subintents, 4U);
  EXPECT_EQ(shapes[0].single, 3U);
  EXPECT_EQ(shapes[0].several, 1U);
  EXPECT_EQ(shapes[0].collapsed, 1U);
  EXPECT_EQ(shapes[0].max_layers, 1U);
  // At 0.5 topic 1 has {a b}, {c}, {d}.
  EXPECT_EQ(shapes[1].nodes, 7U);
  EXPECT_EQ(shapes[1].subintents, 5U);
  EXPECT_EQ(shapes[1].single, 4U);
  EXPECT_EQ(shapes[1].collapsed, 0U);
  EXPECT_EQ(shapes[1].mean_layers, 1.5);
  EXPECT_EQ(shapes[1].max_layers, 2U);
  // At 1 also {a}, {b} below {a b}, and dummies above c and d.
  EXPECT_EQ(shapes[2].subintents, 6U);
  EXPECT_EQ(shapes[2].single, 6U);
  EXPECT_EQ(shapes[2].dummies, 2U);
  EXPECT_EQ(shapes[2].nodes, 11U);
}

}  // namespace
}  // namespace subintent::internal
