#include "similarity/topic_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fingerprints.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

using Docnos = std::vector<std::string_view>;

// Four documents of a topic, all with the word q, and one of no topic.
DocumentSimilarity words() {
  return DocumentSimilarity::from_vectors({{"a", {{"q", 1}, {"x", 1}}},
                                           {"b", {{"q", 1}, {"x", 2}, {"y", 1}}},
                                           {"c", {{"q", 3}, {"y", 1}}},
                                           {"d", {{"q", 1}}},
                                           {"other", {{"z", 1}}}});
}

const Docnos all{"a", "b", "c", "d"};

TEST(TopicView, ContrastWeighsTermsByTheDocumentsWithoutThem) {
  const auto view = view_of_topic(words(), all, {true, 0});
  // q: 0 of 4 lack it; x and y: 2 of 4. a = (x .5), b = (x 1, y .5), c = (y .5), d = ().
  EXPECT_EQ(view.size(), 4U);
  EXPECT_NEAR(view.similarity("a", "b"), 2 / std::sqrt(5), 1e-15);
  EXPECT_NEAR(view.similarity("b", "c"), 1 / std::sqrt(5), 1e-15);
  EXPECT_EQ(view.similarity("a", "c"), 0);
  EXPECT_EQ(view.similarity("d", "a"), 0);
}

TEST(TopicView, ContrastPowerSparesTermsOfSomeDocuments) {
  const auto similarity = DocumentSimilarity::from_vectors(
      {{"a", {{"q", 1}, {"x", 1}}}, {"b", {{"q", 1}, {"y", 1}}}, {"c", {{"q", 1}}}, {"d", {}}});
  // q: 3 of 4 have it; x and y: 1 of 4. Squared: q loses 9/16, x and y lose 1/16.
  const auto view = view_of_topic(similarity, all, {true, 0, 2});
  EXPECT_NEAR(view.similarity("a", "b"), 49.0 / (49 + 225), 1e-12);
  const auto power_one = view_of_topic(similarity, all, {true, 0, 1});
  EXPECT_NEAR(power_one.similarity("a", "b"), 1.0 / (1 + 9), 1e-12);
  EXPECT_THROW(view_of_topic(similarity, all, {true, 0, 0}), Error);
  EXPECT_THROW(view_of_topic(similarity, all, {true, 0, 11}), Error);
}

TEST(TopicView, DenseVectorsHaveNoContrastPower) {
  const auto similarity = DocumentSimilarity::from_dense(DenseVectors{2, {"a", "b"}, {2, 0, 0, 3}});
  EXPECT_THROW(view_of_topic(similarity, Docnos{"a", "b"}, {true, 0, 2}), Error);
}

TEST(TopicView, ContrastIsOfTheDocumentsThatAreThere) {
  const auto view = view_of_topic(words(), Docnos{"a", "missing", "c"}, {true, 0});
  EXPECT_EQ(view.find("missing"), DocumentSimilarity::missing);
  EXPECT_EQ(view.similarity("a", "c"), 0);  // of two documents, both have q
}

TEST(TopicView, ContrastOfDenseVectorsTakesTheirMeanAway) {
  DenseVectors rows{2, {"a", "b", "c", "d"}, {2, 0, 0, 3, 4, 0, 0, 0}};
  const auto similarity = DocumentSimilarity::from_dense(std::move(rows));
  const auto view = view_of_topic(similarity, all, {true, 0});
  // Of length 1: (1 0), (0 1), (1 0); without their mean: (1 -1)/3, (-2 2)/3, (1 -1)/3.
  EXPECT_NEAR(view.similarity("a", "b"), -1, 1e-15);
  EXPECT_NEAR(view.similarity("a", "c"), 1, 1e-15);
  EXPECT_EQ(view.similarity("a", "d"), 0);
}

TEST(TopicView, FingerprintsHaveNoContrast) {
  const auto similarity =
      DocumentSimilarity::from_fingerprints(named({{"a", 1}}), FingerprintSimilarity::cosine);
  EXPECT_THROW(view_of_topic(similarity, Docnos{"a"}, {true, 0}), Error);
}

TEST(TopicView, NeighboursAreComparedByTheirLists) {
  const auto similarity = DocumentSimilarity::from_vectors(
      {{"a", {{"x", 1}}}, {"b", {{"x", 3}, {"y", 4}}}, {"c", {{"y", 1}}}, {"d", {{"z", 1}}}});
  const auto view = view_of_topic(similarity, all, {false, 1});
  // Lists: a = (a 1, b .6), b = (b 1, c .8), c = (b .8, c 1), d = (d 1).
  const double a = std::sqrt(1.36), b = std::sqrt(1.64);
  EXPECT_NEAR(view.similarity("a", "b"), .6 / (a * b), 1e-12);
  EXPECT_NEAR(view.similarity("a", "c"), .48 / (a * b),
              1e-12);  // they share no term
  EXPECT_NEAR(view.similarity("b", "c"), 1.6 / (b * b), 1e-12);
  EXPECT_EQ(view.similarity("a", "d"), 0);
}

TEST(TopicView, OfEquallyNearNeighboursTheFirstCount) {
  const auto similarity = DocumentSimilarity::from_fingerprints(
      named({{"a", 0}, {"b", 1}, {"c", 2}, {"d", 4}}), FingerprintSimilarity::hamming);
  const auto view = view_of_topic(similarity, all, {false, 1});
  // b, c, d are at distance 1 from a and 2 from each other: a's list is (a, b), theirs hold a.
  const double s = 1 - 1.0 / 64;
  EXPECT_NEAR(view.similarity("a", "b"), 2 * s / (1 + s * s), 1e-12);
  EXPECT_NEAR(view.similarity("a", "c"), s / (1 + s * s), 1e-12);
  EXPECT_NEAR(view.similarity("c", "d"), s * s / (1 + s * s), 1e-12);
}

TEST(TopicView, MoreNeighboursThanDocumentsAreAllOfThem) {
  const auto few = view_of_topic(words(), all, {true, 3});
  const auto many = view_of_topic(words(), all, {true, 1000});
  for (const auto a : all)
    for (const auto b : all) EXPECT_EQ(few.similarity(a, b), many.similarity(a, b));
}

}  // namespace
}  // namespace subintent::internal
