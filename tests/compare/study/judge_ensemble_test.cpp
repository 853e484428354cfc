#include "compare/study/judgment_sets.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

// "a 2" are judgments of topic 1, intent 1.
Qrels judged(const std::map<std::string, std::int32_t>& grades, const std::string& topic = "1") {
  JudgmentRows rows;
  for (const auto& [docno, grade] : grades) rows.add(topic, "1", docno, grade);
  return Qrels::of(rows);
}

std::map<std::string, std::int32_t> grades_of(const Qrels& qrels) {
  std::map<std::string, std::int32_t> grades;
  for (const TopicQrels& topic : qrels.topics())
    for (const Judgment& one : topic.judgments)
      grades[std::string(topic.docnos[one.document])] = one.grade;
  return grades;
}

TEST(JudgeEnsemble, TakesTheMostFrequentGradeOrTheMedian) {
  const Qrels a = judged({{"all", 3}, {"most", 2}, {"none", 0}, {"two", 2}, {"one", 1}}),
              b = judged({{"all", 3}, {"most", 2}, {"none", 1}, {"two", 1}}),
              c = judged({{"all", 3}, {"most", 0}, {"none", 3}});
  const Qrels* const judges[] = {&a, &b, &c};
  EXPECT_EQ(grades_of(ensemble_of(judges, Ensemble::majority, QrelsKind::diversity)),
            (std::map<std::string, std::int32_t>{
                {"all", 3}, {"most", 2}, {"none", 0}, {"two", 1}, {"one", 1}}));
  EXPECT_EQ(grades_of(ensemble_of(judges, Ensemble::median, QrelsKind::diversity)),
            (std::map<std::string, std::int32_t>{
                {"all", 3}, {"most", 2}, {"none", 1}, {"two", 1}, {"one", 1}}));
}

TEST(JudgeEnsemble, LeavesOutTopicsThatSomebodyLacks) {
  const std::vector<subintent::Judgment> rows = {{"1", "1", "x", 1}, {"2", "1", "x", 1}};
  const Qrels a = qrels_of(rows, QrelsKind::diversity, "a"), b = judged({{"x", 1}}, "2");
  const Qrels* const judges[] = {&a, &b};
  const Qrels found = ensemble_of(judges, Ensemble::median, QrelsKind::diversity);
  ASSERT_EQ(found.topics().size(), 1u);
  EXPECT_EQ(found.topics()[0].topic, "2");
  EXPECT_EQ(judges_agreement("intents", judges, {}).topics, 1u);
}

std::optional<double> coefficient(const JudgesAgreement& found, const std::string& name) {
  for (const JudgmentCoefficient& one : found.coefficients)
    if (one.name == name) return one.value;
  ADD_FAILURE() << name;
  return std::nullopt;
}

// Three judges of four documents, of which they disagree on one; a fifth is judged once.
TEST(JudgeEnsemble, AgreesAsFleissAndKrippendorffSay) {
  const Qrels a = judged({{"a", 1}, {"b", 0}, {"c", 0}, {"d", 2}, {"alone", 2}}),
              b = judged({{"a", 1}, {"b", 0}, {"c", 1}, {"d", 2}}),
              c = judged({{"a", 1}, {"b", -1}, {"c", 0}, {"d", 2}});
  const Qrels* const judges[] = {&a, &b, &c};
  const JudgesAgreement found = judges_agreement("intents", judges, {});
  EXPECT_EQ(found.topics, 1u);
  EXPECT_EQ(found.judged, 4u);
  EXPECT_EQ(found.by_all, 4u);
  // P is (1 + 1 + 1/3 + 1) / 4; the grades 0, 1, 2 are given 5, 4 and 3 times of 12.
  const double p = (3 + 1.0 / 3) / 4, e = (25 + 16 + 9) / 144.0;
  EXPECT_NEAR(*coefficient(found, "fleiss_kappa"), (p - e) / (1 - e), 1e-12);
  const double e2 = (25 + 49) / 144.0;
  EXPECT_NEAR(*coefficient(found, "fleiss_kappa_relevance"), (p - e2) / (1 - e2), 1e-12);
  // alpha: 1 - (n - 1) observed / expected: two of twelve coincidences differ ((0, 1) and (1, 0)).
  const double expected = 2 * (5 * 4 + 5 * 3 + 4 * 3);
  EXPECT_NEAR(*coefficient(found, "alpha_nominal"), 1 - 11 * 2 / expected, 1e-12);
  EXPECT_NEAR(*coefficient(found, "alpha_relevance"), 1 - 11 * 2 / (2.0 * 5 * 7), 1e-12);
}

}  // namespace
}  // namespace subintent::internal
