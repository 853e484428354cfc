#include "similarity/tfidf/tfidf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "subintent/basics.h"

namespace subintent::internal {
namespace {

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
  for (const auto& [term, weight] : vector.terms)
    ASSERT_EQ(weight, many.idf(many.frequency_of(term)));
}

}  // namespace
}  // namespace subintent::internal
