#include "hierarchy/cluster/tasks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "fingerprints.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

constexpr std::uint32_t documents = 24, topic_size = 9, terms = 12;

// Weights of document d, by term; document 3 has none.
std::vector<std::vector<double>> random_weights() {
  std::mt19937 random(4);
  std::vector<std::vector<double>> weights(documents, std::vector<double>(terms, 0.0));
  for (std::uint32_t d = 0; d < documents; ++d) {
    for (double& weight : weights[d]) {
      const double drawn = static_cast<double>(random() % 1000) / 100;
      if (d != 3 && random() % 3 == 0) weight = drawn;
    }
  }
  return weights;
}

std::vector<std::string> docnos() {
  std::vector<std::string> names;
  for (std::uint32_t d = 0; d < documents; ++d) names.push_back("d" + std::to_string(100 + d));
  return names;
}

DocumentSimilarity similarity_of(const std::vector<std::vector<double>>& weights) {
  std::vector<DocumentVector> vectors;
  for (std::uint32_t d = 0; d < weights.size(); ++d) {
    DocumentVector vector{docnos()[d], {}};
    for (std::uint32_t t = 0; t < terms; ++t)
      if (weights[d][t] != 0)
        vector.terms.push_back({"t" + std::to_string(100 + t), weights[d][t]});
    vectors.push_back(vector);
  }
  return DocumentSimilarity::from_vectors(vectors);
}

double root_cosine(const std::vector<double>& a, const std::vector<double>& b) {
  double product = 0, of_a = 0, of_b = 0;
  for (std::uint32_t t = 0; t < terms; ++t) {
    product += std::sqrt(a[t] * b[t]);
    of_a += a[t];
    of_b += b[t];
  }
  return product > 0 ? product / std::sqrt(of_a * of_b) : 0;
}

// Merges of documents 0 to n - 1, one after the other into the first.
std::vector<Merge> chain(std::uint32_t n) {
  std::vector<Merge> merges;
  for (std::uint32_t k = 0; k + 1 < n; ++k)
    merges.push_back({k + 1, k == 0 ? 0 : n + k - 1, 0.5, k + 2});
  return merges;
}

std::vector<std::uint32_t> numbers(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(Background, ExcessIsThatOfAllPairs) {
  const auto weights = random_weights();
  double pairs = 0, of_others = 0;
  for (std::uint32_t a = topic_size; a < documents; ++a) {
    for (std::uint32_t b = a + 1; b < documents; ++b) {
      pairs += 1;
      of_others += root_cosine(weights[a], weights[b]);
    }
  }
  const auto with_others = [&](std::uint32_t d) {
    double sum = 0;
    for (std::uint32_t other = topic_size; other < documents; ++other)
      sum += root_cosine(weights[d], weights[other]);
    return sum / (documents - topic_size);
  };
  const DocumentSimilarity similarity = similarity_of(weights);
  const auto found =
      Background(similarity).excess(numbers(topic_size), numbers(topic_size), chain(topic_size));
  ASSERT_EQ(found.size(), topic_size - 1U);
  for (std::uint32_t k = 0; k + 1 < topic_size; ++k) {
    double sum = 0;
    for (std::uint32_t d = 0; d <= k; ++d) {
      sum += root_cosine(weights[d], weights[k + 1]) -
             with_others(d) * with_others(k + 1) / (of_others / pairs);
    }
    EXPECT_NEAR(found[k], sum / (k + 1), 2e-12);
  }
}

TEST(Background, DocumentsThatAreMissingHaveNothingInCommon) {
  const DocumentSimilarity similarity = similarity_of(random_weights());
  const auto topic = numbers(topic_size);
  const std::vector<std::uint32_t> some = {0, DocumentSimilarity::missing, 3};
  const auto found = Background(similarity).excess(topic, some, chain(3));
  EXPECT_EQ(found, (std::vector<double>{0, 0}));
}

TEST(Background, NothingToCompareWith) {
  const auto weights = random_weights();
  const DocumentSimilarity similarity = similarity_of(weights);
  const auto all = numbers(documents);
  EXPECT_TRUE(Background(similarity).excess(all, all, chain(documents)).empty());
  const auto but_one = numbers(documents - 1);
  EXPECT_TRUE(Background(similarity).excess(but_one, but_one, chain(documents - 1)).empty());
  std::vector<std::vector<double>> unlike(4, std::vector<double>(terms, 0.0));
  for (std::uint32_t d = 0; d < 4; ++d) unlike[d][d] = 1;
  const DocumentSimilarity of_unlike = similarity_of(unlike);
  EXPECT_TRUE(Background(of_unlike).excess(numbers(2), numbers(2), chain(2)).empty());
}

TEST(Background, IsOfTermsOnly) {
  const auto fingerprints =
      DocumentSimilarity::from_fingerprints(named({{"a", 5}}), FingerprintSimilarity::cosine);
  EXPECT_THROW(Background{fingerprints}, Error);
}

}  // namespace
}  // namespace subintent::internal
