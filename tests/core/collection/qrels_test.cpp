#include "core/collection/qrels.h"

#include <gtest/gtest.h>

#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

TEST(Qrels, AreSortedByTopicDocumentAndIntent) {
  const TestFile file("10 2 b 1\n9 10 a 2\n9 2 b 0\r\n\n# remark\n9 2 a -2");
  const Qrels qrels = read_qrels(file.path());
  ASSERT_EQ(qrels.topics().size(), 2u);
  const TopicQrels& topic = qrels.topics()[0];
  EXPECT_EQ(topic.topic, "9");
  EXPECT_EQ(topic.intents, (std::vector<std::string_view>{"2", "10"}));
  EXPECT_EQ(topic.docnos, (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(topic.judgments, (std::vector<Judgment>{{0, 0, -2}, {0, 1, 2}, {1, 0, 0}}));
  EXPECT_EQ(qrels.find("10")->docnos[0], "b");
  EXPECT_EQ(qrels.find("11"), nullptr);
  EXPECT_EQ(topic.find_document("b"), 1);
  EXPECT_EQ(topic.find_document("c"), -1);
  EXPECT_EQ(topic.find_intent("10"), 1);
}

void expect_equal(const Qrels& a, const Qrels& b) {
  ASSERT_EQ(a.topics().size(), b.topics().size());
  for (std::size_t i = 0; i < a.topics().size(); ++i) {
    EXPECT_EQ(a.topics()[i].topic, b.topics()[i].topic);
    EXPECT_EQ(a.topics()[i].intents, b.topics()[i].intents);
    EXPECT_EQ(a.topics()[i].docnos, b.topics()[i].docnos);
    EXPECT_EQ(a.topics()[i].judgments, b.topics()[i].judgments);
  }
}

TEST(Qrels, OfMemoryAreThoseOfAFile) {
  const std::string text = "10 2 b 1\n9 10 a 2\n9 2 b 0\n9 2 a -2\n9 2 a -2\n10 1 c 3\n";
  const TestFile file(text);
  const Qrels expected = read_qrels(file.path());
  expect_equal(read_qrels(Source::memory(text, "qrels")), expected);
  Qrels made;
  {
    // The names of the rows vanish; those of the judgments do not.
    const std::vector<subintent::Judgment> rows = {{"10", "2", "b", 1}, {"9", "10", "a", 2},
                                                   {"9", "2", "b", 0},  {"9", "2", "a", -2},
                                                   {"9", "2", "a", -2}, {"10", "1", "c", 3}};
    made = qrels_of(rows, QrelsKind::diversity, "rows");
  }
  expect_equal(made, expected);
}

std::string refusal_of(const std::vector<subintent::Judgment>& rows) {
  return message_of([&] { qrels_of(rows, QrelsKind::diversity, "mine"); });
}

// Names that the row before has need not be given again.
TEST(Qrels, OfMemoryMayRepeatNames) {
  JudgmentRows rows;
  rows.add("1", "1", "d", 1);
  EXPECT_EQ(rows.size(), 1u);
  expect_equal(qrels_of(rows, QrelsKind::ad_hoc, "mine"),
               read_qrels(Source::memory("1 1 d 1\n", "mine"), QrelsKind::ad_hoc));
  rows.add({}, "2", {}, 2);
  rows.add({}, {}, "e", 0);
  rows.add("2", {}, {}, 1);
  rows.add("2", "1", "e", 1);
  rows.add("1", {}, "d", 1);
  rows.add({}, {}, "e", 3);
  const std::string text = "1 1 d 1\n1 2 d 2\n1 2 e 0\n2 2 e 1\n2 1 e 1\n1 1 d 1\n1 1 e 3\n";
  expect_equal(qrels_of(rows, QrelsKind::diversity, "mine"),
               read_qrels(Source::memory(text, "mine")));
  rows.add({}, {}, {}, 2);
  EXPECT_THROW(qrels_of(rows, QrelsKind::diversity, "mine"), Error);
  EXPECT_EQ(refusal_of({{"1", "1", "d", 1}, {"1", "2", "d", 1}, {"1", "1", "d", 2}}).substr(0, 7),
            "mine:3:");
  EXPECT_EQ(refusal_of({{"1", "1", "d", 1}, {"1", "1", "d", 101}}),
            "mine:2: topic 1, document d: grade 101 is not from -100 to 100; scale the grades");
  EXPECT_EQ(refusal_of({{"1", "1", "d", 1}, {"1", "1", "d\n", 1}}).substr(0, 10), "mine:2: 'd");
  EXPECT_TRUE(
      has(refusal_of({{"1", "1", "d", 1}, {"1", "1", "", 1}}), "mine:2: a topic, intent or"));
}

TEST(Qrels, AdHocOnesHaveOneIntent) {
  const TestFile file("1 0 a 1\n1 7 b 2\n");
  const Qrels qrels = read_qrels(file.path(), QrelsKind::ad_hoc);
  EXPECT_EQ(qrels.topics()[0].intents, (std::vector<std::string_view>{"*"}));
  EXPECT_EQ(qrels.topics()[0].judgments.size(), 2u);
}

TEST(Qrels, GiveTopicLevelGradesInTwoWays) {
  const TestFile file("1 1 a 1\n1 2 a 3\n1 3 a -2\n1 1 b -2\n1 2 b 0\n1 1 c 1\n1 2 c 1\n");
  const Qrels qrels = read_qrels(file.path());
  const auto grades = [&](TopicGrade how) {
    const Qrels derived = adhoc_qrels_of(qrels, how);
    std::vector<int> out;
    for (const Judgment& judgment : derived.topics()[0].judgments) out.push_back(judgment.grade);
    return out;
  };
  EXPECT_EQ(grades(TopicGrade::highest), (std::vector<int>{3, 0, 1}));
  EXPECT_EQ(grades(TopicGrade::intents), (std::vector<int>{2, 0, 2}));
}

TEST(Qrels, AreRestrictedToSomeDocuments) {
  const TestFile file("1 1 a 1\n1 2 a 0\n1 1 b 2\n1 2 c 3\n2 1 a 1\n");
  const Qrels qrels = read_qrels(file.path());
  const Qrels some = restricted(qrels, [](std::string_view topic, std::string_view docno) {
    return topic == "1" && docno != "b";
  });
  ASSERT_EQ(some.topics().size(), 2u);
  const TopicQrels& topic = some.topics()[0];
  EXPECT_EQ(topic.intents, (std::vector<std::string_view>{"1", "2"}));
  EXPECT_EQ(topic.docnos, (std::vector<std::string_view>{"a", "c"}));
  EXPECT_EQ(topic.judgments, (std::vector<Judgment>{{0, 0, 1}, {0, 1, 0}, {1, 1, 3}}));
  EXPECT_EQ(some.find("2"), &some.topics()[1]);
  EXPECT_EQ(some.topics()[1].intents.size(), 1u);
  EXPECT_TRUE(some.topics()[1].docnos.empty());
  EXPECT_TRUE(some.topics()[1].judgments.empty());
}

// [SakaiSong11 §5, Table 1]: 4,942 relevant topic-document and 6,499 intent-document pairs in TREC
// 2009, of which 3,622 cover one intent, 1,113 two, 178 three, 28 four and 1 five.
TEST(Qrels, CountsOfTrec2009ComeOut) {
  const std::string path = SUBINTENT_SHARED "/collections/trec-web/2009/qrels.diversity.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "there is no " << path;
  const Qrels qrels = read_qrels(path);
  std::size_t intent_pairs = 0, topic_pairs = 0;
  std::vector<std::size_t> by_intents(6, 0);
  for (const TopicQrels& topic : qrels.topics())
    for (const Judgment& judgment : topic.judgments) intent_pairs += judgment.grade > 0 ? 1 : 0;
  const Qrels derived = adhoc_qrels_of(qrels, TopicGrade::intents);
  for (const TopicQrels& topic : derived.topics()) {
    for (const Judgment& judgment : topic.judgments) {
      topic_pairs += judgment.grade > 0 ? 1 : 0;
      ++by_intents.at(static_cast<std::size_t>(judgment.grade));
    }
  }
  EXPECT_EQ(intent_pairs, 6499u);
  EXPECT_EQ(topic_pairs, 4942u);
  EXPECT_EQ((std::vector<std::size_t>(by_intents.begin() + 1, by_intents.end())),
            (std::vector<std::size_t>{3622, 1113, 178, 28, 1}));
}

}  // namespace
}  // namespace subintent::internal
