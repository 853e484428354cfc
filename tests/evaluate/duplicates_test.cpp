#include <gtest/gtest.h>

#include <cmath>

#include "core/collection/documents.h"
#include "small_evaluation.h"

namespace subintent::internal {
namespace {

// Two intents. a, b and c are one text, which b has the higher grade for; x and y are another,
// judged by halves; r is alone.
Evaluation evaluation(DuplicatesAs as) {
  Evaluation e;
  e.qrels = "1 1 a 1\n1 1 b 2\n1 2 b 1\n1 1 r 1\n1 2 x 1\n1 2 y 0\n1 1 n 0\n";
  e.duplicates = "group\tdocno\n1\ta\n1\tb\n1\tc\n2\tx\n2\ty\n3\tn\n3\tm\n";
  e.duplicates_as = as;
  return e;
}

TEST(Duplicates, BelowADocumentOfTheirGroupAreNotRelevant) {
  const Evaluation e = evaluation(DuplicatesAs::irrelevant);
  EXPECT_EQ(e.score("P@3", {"a", "b", "r"}), 2.0 / 3);
  EXPECT_EQ(e.score("P@3", {"c", "b", "r"}), 1.0 / 3);  // c is not judged, but b repeats it
  EXPECT_EQ(e.score("P@2", {"y", "x"}), 0);             // and x repeats y, which is not relevant
  EXPECT_EQ(e.score("RR", {"n", "m", "r"}), 1.0 / 3);
  EXPECT_EQ(e.score("I-rec@2", {"a", "b"}), 1.0 / 2);  // a has its own judgments, not those of b
}

TEST(Duplicates, MayLeaveTheList) {
  const Evaluation e = evaluation(DuplicatesAs::removed);
  EXPECT_EQ(e.score("P@2", {"a", "b", "r"}), 1);
  EXPECT_EQ(e.score("RR", {"n", "m", "r"}), 1.0 / 2);  // those that are not relevant leave it, too
  EXPECT_EQ(e.score("P@2", {"c", "b", "a", "x"}), 1.0 / 2);
}

// Relevant are the group of b, with grade 2, x and r.
TEST(Duplicates, AreOneDocumentOfTheIdealList) {
  for (const DuplicatesAs as : {DuplicatesAs::irrelevant, DuplicatesAs::removed}) {
    const Evaluation e = evaluation(as);
    EXPECT_EQ(e.score("nDCG@5", {"b", "x", "r"}), 1);
    EXPECT_EQ(e.score("AP@5", {"b", "x", "r"}), 1);
    EXPECT_EQ(e.score("R@5", {"b", "x", "y"}), 2.0 / 3);
    EXPECT_DOUBLE_EQ(e.score("nDCG-IA@5", {"b", "r", "x"}),
                     (1 + (1 + 1 / 2.0) / (1 + 1 / std::log2(3))) / 2);
    EXPECT_EQ(e.score("D-nDCG@5", {"b", "r", "x"}), 1);
    EXPECT_EQ(e.score("alpha-nDCG@5", {"b", "x", "r"}), 1);
    EXPECT_DOUBLE_EQ(e.score("MAP-IA@5", {"b", "x", "r"}), 11.0 / 12);
  }
}

TEST(Duplicates, AreJudgedAsTheyWere) {
  const Evaluation e = evaluation(DuplicatesAs::irrelevant);
  EXPECT_EQ(e.score("Judged@3", {"a", "b", "c"}), 2.0 / 3);
  EXPECT_EQ(e.score("P(judged_only=True)@2", {"c", "b", "r"}), 1.0 / 2);
}

}  // namespace
}  // namespace subintent::internal
