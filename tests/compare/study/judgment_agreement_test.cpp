#include "compare/study/judgment_sets.h"

#include <gtest/gtest.h>

namespace subintent::internal {
namespace {

Qrels qrels_of_text(const std::string& text) {
  return read_qrels(Source::memory(text, "qrels"));
}

const JudgmentCoefficient& judgment_agreement_coefficient(const JudgmentAgreement& found,
                                                          const std::string& name) {
  return *std::ranges::find(found.coefficients, name, &JudgmentCoefficient::name);
}

// Fleiss, Levin and Paik (2003), Table 18.1, as grades 0, 1, 2: kappa = .676.
TEST(JudgmentAgreement, HasTheKappaOfAPublishedTable) {
  const int counts[3][3] = {{75, 1, 4}, {5, 4, 1}, {0, 0, 10}};
  std::string first, second;
  int document = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < counts[i][j]; ++k) {
        const std::string line =
            std::to_string(1 + document % 2) + " 1 d" + std::to_string(document) + " ";
        first += line + std::to_string(i) + "\n";
        second += line + std::to_string(j) + "\n";
        ++document;
      }
    }
  }
  const JudgmentAgreement found =
      judgment_agreement("intents", qrels_of_text(first), qrels_of_text(second), {});
  EXPECT_EQ(found.both, 100u);
  EXPECT_EQ(found.topics, 2u);
  EXPECT_EQ(found.grades, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(found.confusion[0], (std::vector<std::uint64_t>{75, 1, 4}));
  EXPECT_NEAR(judgment_agreement_coefficient(found, "kappa").value.value(), .676, .0005);
  EXPECT_DOUBLE_EQ(judgment_agreement_coefficient(found, "equal").value.value(), .89);
  // Relevant or not: 75, 5; 5, 15: (.9 - .68) / .32.
  EXPECT_NEAR(judgment_agreement_coefficient(found, "kappa_relevance").value.value(), .22 / .32,
              1e-12);
  EXPECT_LE(judgment_agreement_coefficient(found, "kappa").interval.value().low, .676);
  EXPECT_GE(judgment_agreement_coefficient(found, "kappa").interval.value().high, .676);
}

TEST(JudgmentAgreement, CountsWhatOneSetAloneJudges) {
  const JudgmentAgreement found =
      judgment_agreement("intents", qrels_of_text("1 1 a 1\n1 1 b -2\n1 2 b 1\n2 1 a 1\n"),
                         qrels_of_text("1 1 a 2\n1 1 b 0\n1 1 c 1\n3 1 a 1\n"), {});
  EXPECT_EQ(found.topics, 1u);
  EXPECT_EQ(found.both, 2u);
  EXPECT_EQ(found.only1, 1u);
  EXPECT_EQ(found.only2, 1u);
  EXPECT_EQ(found.confusion[0][0], 1u);  // -2 is as good as 0
  EXPECT_FALSE(judgment_agreement_coefficient(found, "kappa").interval);
  EXPECT_EQ(topics_missing(qrels_of_text("1 1 a 1\n2 1 a 1\n"), qrels_of_text("1 1 a 1\n")),
            std::vector<std::string>{"2"});
}

TEST(JudgmentAgreement, IsUnknownWhereNothingIsJudgedTwice) {
  const JudgmentAgreement found =
      judgment_agreement("topic", qrels_of_text("1 1 a 1\n"), qrels_of_text("1 1 b 1\n"), {});
  EXPECT_EQ(found.both, 0u);
  EXPECT_FALSE(judgment_agreement_coefficient(found, "equal").value);
  EXPECT_FALSE(judgment_agreement_coefficient(found, "kappa").value);
}

}  // namespace
}  // namespace subintent::internal
