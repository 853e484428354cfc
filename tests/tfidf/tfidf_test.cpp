#include "tfidf/tfidf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/error.h"
#include "tfidf/weigh_vectors.h"

namespace subintent::internal {
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
  const CollectionStatistics eight = statistics();
  ASSERT_TRUE(TermWeigher(eight).weigh(vector, unknown));
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
  const CollectionStatistics eight = statistics();
  EXPECT_FALSE(TermWeigher(eight).weigh(vector, unknown));
}

TEST(Weigh, EmptyVectorsAndCollections) {
  DocumentVector vector{"d", {}};
  std::vector<std::string> unknown;
  const CollectionStatistics eight = statistics();
  EXPECT_TRUE(TermWeigher(eight).weigh(vector, unknown));
  EXPECT_TRUE(vector.terms.empty());
  vector.terms = {{"cat", 1}};
  const CollectionStatistics none;
  EXPECT_TRUE(TermWeigher(none).weigh(vector, unknown));
  EXPECT_TRUE(vector.terms.empty());
}

TEST(Weigh, RemembersNoWrongFrequency) {
  CollectionStatistics many;
  many.documents = 100'000;
  DocumentVector vector;
  for (std::uint64_t i = 0; i < 3000; ++i) {  // frequencies that share a place, and the same again
    const std::string term = std::to_string(1'000'000 + i);
    many.document_frequency[term] = 1 + i % 3 * 4096 + i % 7;
    vector.terms.push_back({term, 1});
  }
  TermWeigher weigher(many);
  std::vector<std::string> unknown;
  ASSERT_TRUE(weigher.weigh(vector, unknown));
  ASSERT_EQ(vector.terms.size(), 3000U);
  for (const auto& [term, weight] : vector.terms) {
    ASSERT_EQ(weight, many.idf(many.frequency_of(term)));
  }
}

TEST(WeighVectors, FromMemoryToMemory) {
  const Source first = Source::memory(R"({"id": "a", "vector": {"car": 3, "the": 2}})", "first");
  const Source second =
      Source::memory(R"({"id": "b", "vector": {"jaguar": 1, "car": 1}})", "second");
  std::string written;
  const auto append = [&](std::string_view text) { written += text; };
  EXPECT_EQ(weigh_vectors({first, second}, statistics(), append), 1U);  // "car"
  EXPECT_EQ(written,
            "{\"id\": \"a\", \"vector\": {\"car\": 6.238324625039507}}\n"
            "{\"id\": \"b\", \"vector\": {\"car\": 2.0794415416798357, "
            "\"jaguar\": 2.0794415416798357}}\n");
  EXPECT_THROW(weigh_vectors({first}, {}, append), Error);
  EXPECT_EQ(weigh_vectors({}, statistics(), append), 0U);
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
}  // namespace subintent::internal
