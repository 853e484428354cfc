#include "tfidf/tfidf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace subintent {
namespace {

using Terms = std::vector<TermWeight>;

CollectionStatistics statistics() {
  CollectionStatistics made;
  made.documents = 8;
  made.document_frequency = {{"cat", 2}, {"jaguar", 1}, {"the", 8}};
  return made;
}

TEST(Weigh, FrequencyTimesInverseDocumentFrequency) {
  DocumentVector vector{"d", {{"car", 3}, {"cat", 2}, {"jaguar", 1}, {"the", 9}}};
  std::vector<std::string> unknown;
  ASSERT_TRUE(weigh(vector, statistics(), unknown));
  ASSERT_EQ(vector.terms.size(), 3U);  // "the" is everywhere: ln(8/8) = 0
  EXPECT_EQ(vector.terms[0].term, "car");
  EXPECT_DOUBLE_EQ(vector.terms[0].weight, 3 * std::log(8));
  EXPECT_DOUBLE_EQ(vector.terms[1].weight, 2 * std::log(4));
  EXPECT_DOUBLE_EQ(vector.terms[2].weight, std::log(8));
  EXPECT_EQ(unknown, std::vector<std::string>{"car"});
}

TEST(Weigh, TooLargeForANumber) {
  DocumentVector vector{"d", {{"cat", 1e308}, {"jaguar", 1.5e308}}};
  std::vector<std::string> unknown;
  EXPECT_FALSE(weigh(vector, statistics(), unknown));
}

TEST(Weigh, EmptyVectorsAndCollections) {
  DocumentVector vector{"d", {}};
  std::vector<std::string> unknown;
  EXPECT_TRUE(weigh(vector, statistics(), unknown));
  EXPECT_TRUE(vector.terms.empty());
  vector.terms = {{"cat", 1}};
  EXPECT_TRUE(weigh(vector, {}, unknown));
  EXPECT_TRUE(vector.terms.empty());
}

TEST(Cosine, Values) {
  const Terms a = {{"a", 1}, {"b", 2}, {"c", 2}}, b = {{"b", 4}, {"d", 3}};
  EXPECT_DOUBLE_EQ(cosine(a, b), 8.0 / 15);
  EXPECT_EQ(cosine(a, b), cosine(b, a));
  EXPECT_EQ(cosine(a, {}), 0);
  EXPECT_EQ(cosine({}, {}), 0);
  EXPECT_EQ(cosine(a, Terms{{"x", 1}}), 0);
  EXPECT_EQ(cosine(a, Terms{{"b", 0}}), 0);
  EXPECT_DOUBLE_EQ(cosine(a, Terms{{"b", -1}}), -2.0 / 3);
}

TEST(Cosine, OneWithItselfAndNeverMore) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    Terms terms;
    for (int i = 0; i < 30; ++i) {
      terms.push_back({std::to_string(100 + i), std::ldexp(static_cast<double>(random()), -64)});
    }
    EXPECT_EQ(cosine(terms, terms), 1);
    Terms tripled = terms;
    for (TermWeight& term : tripled) term.weight *= 3;
    EXPECT_NEAR(cosine(terms, tripled), 1, 1e-15);
    EXPECT_LE(cosine(terms, tripled), 1);
  }
}

// Squares of these weights are beyond the range of a double.
TEST(Cosine, ExtremeWeights) {
  const Terms large = {{"a", 1e300}, {"b", 1e300}}, small = {{"a", 1e-310}, {"b", 5e-311}};
  const Terms one = {{"a", 1}};
  EXPECT_DOUBLE_EQ(cosine(large, one), std::sqrt(0.5));
  EXPECT_EQ(cosine(large, large), 1);
  EXPECT_NEAR(cosine(small, one), 2 / std::sqrt(5.0), 1e-9);
  EXPECT_NEAR(cosine(small, large), 3 / std::sqrt(10.0), 1e-9);
}

// Scaling by a power of two must not change the last bit.
TEST(Cosine, ScalingIsExact) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 200; ++round) {
    Terms a, b;
    double product = 0, squared_a = 0, squared_b = 0;
    for (int i = 0; i < 20; ++i) {
      const double x = std::ldexp(static_cast<double>(random()), -60);
      const double y = std::ldexp(static_cast<double>(random()), -58);
      a.push_back({std::to_string(100 + i), x});
      b.push_back({std::to_string(100 + i), y});
      product += x * y;
      squared_a += x * x;
      squared_b += y * y;
    }
    EXPECT_EQ(cosine(a, b), cosine_of(product, squared_a, squared_b));
  }
}

}  // namespace
}  // namespace subintent
