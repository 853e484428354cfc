#include "core/collection/topics.h"

#include <gtest/gtest.h>

#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

template <typename Read>
std::string topics_refusal(Read read, const std::string& text) {
  const TestFile file(text);
  try {
    read(file.path());
  } catch (const Error& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "accepted";
}

TEST(TopicsXml, HasTypesAndTexts) {
  const TestFile file(
      "<?xml version=\"1.0\"?>\n<!DOCTYPE t [ <!ELEMENT t (topic)*> ]>\n<t>\n"
      "<topic number=\"7\" type=\"ambiguous\"><query>q</query>\n"
      "<subtopic number=\"1\" type=\"nav\">\n  a  &amp;\n  b </subtopic>"
      "<subtopic number=\"2\">c</subtopic></topic></t>");
  const IntentTable table = intents_of(read_topic_descriptions(file.path()));
  const auto& intents = table.at("7");
  EXPECT_EQ(intents.at("1").type, IntentType::navigational);
  EXPECT_EQ(intents.at("1").text, "a & b");
  EXPECT_FALSE(intents.at("1").probability.has_value());
  EXPECT_EQ(intents.at("2").type, IntentType::informational);
}

TEST(TopicNames, AreLinesOfTopicIntentAndText) {
  const TestFile file("# a remark\n7 1 Who  pays?\n7\t2\tWhen <b>\n\n8 x y\r\n");
  const TopicDescriptions topics = read_topic_descriptions(file.path());
  ASSERT_EQ(topics.size(), 2u);
  EXPECT_EQ(topics.at("7").intents.at("1").text, "Who pays?");
  EXPECT_EQ(topics.at("7").intents.at("2").text, "When <b>");
  EXPECT_EQ(topics.at("7").intents.at("2").line, 3u);
  EXPECT_EQ(topics.at("8").intents.at("x").text, "y");
  EXPECT_EQ(topics_refusal(read_topic_descriptions, "7 1 a\n7 2\n").substr(0, 3), ":2:");
  EXPECT_EQ(topics_refusal(read_topic_descriptions, "7 1 a\n7 1 b\n").substr(0, 3), ":2:");
}

TEST(Topics, AreQueriesInTheFormsThatPeopleKeepThem) {
  for (const char* text :
       {"q1\thow to \"x\"\nq2\tb\n", "qid\tquery\nq1\thow to \"x\"\nq2\tb\n",
        "query_id,text,description\nq1,\"how to \"\"x\"\"\",d\nq2,b,\n",
        "{\"_id\": \"q1\", \"text\": \"how to \\\"x\\\"\"}\n{\"_id\": \"q2\", \"text\": \"b\"}\n",
        "[{\"qid\": \"q1\", \"query\": \"how to \\\"x\\\"\"}, {\"qid\": \"q2\", \"title\": \"b\"}]",
        "{\"q1\": {\"query\": \"how to \\\"x\\\"\"}, \"q2\": {\"query\": \"b\"}}"}) {
    const TestFile file(text);
    const TopicDescriptions topics = read_topic_descriptions(file.path());
    ASSERT_EQ(topics.size(), 2u) << text;
    EXPECT_EQ(topics.at("q1").query, "how to \"x\"") << text;
    EXPECT_EQ(topics.at("q2").query, "b");
    EXPECT_TRUE(topics.at("q1").intents.empty());
  }
  EXPECT_EQ(topics_refusal(read_topic_descriptions, "q1\ta\nq1\tb\n"),
            ":2: topic q1 is listed twice; keep one");
  EXPECT_EQ(topics_refusal(read_topic_descriptions, "qid,query\nq1\n").substr(0, 3), ":2:");
  EXPECT_EQ(topics_refusal(read_topic_descriptions, "{\"qid\": \"q1\"}\n"),
            ":1: has no \"query\"; write {\"topic_id\": ..., \"query\": ...} in each line");
}

TEST(TopicsXml, HasQueriesAndDescriptions) {
  const TestFile file(
      "<t><topic number='1'><query> a\n b</query><description>c &lt; d\xff</description>"
      "<subtopic number='1'>e</subtopic></topic><topic number='2'/></t>");
  const TopicDescriptions topics = read_topic_descriptions(file.path());
  EXPECT_EQ(topics.at("1").query, "a b");
  EXPECT_EQ(topics.at("1").description, "c < d\ufffd");
  EXPECT_EQ(topics.at("1").intents.at("1").text, "e");
  EXPECT_EQ(topics.at("2").query, "");
}

TEST(TopicsXml, IsRefusedWithLine) {
  EXPECT_TRUE(has(topics_refusal(read_topic_descriptions, "<t>\n<topic></t>"), "is not XML"));
  EXPECT_EQ(
      topics_refusal(read_topic_descriptions, "<t>\n<topic><query/></topic></t>").substr(0, 3),
      ":2:");
  EXPECT_TRUE(has(topics_refusal(read_topic_descriptions, "<t/>"), "no <topic>"));
  EXPECT_TRUE(
      has(topics_refusal(read_topic_descriptions, "<t><topic number='1'/><topic number='1'/></t>"),
          "twice"));
}

// As in the topics of 2011, and in those of 2013 and 2014.
TEST(TopicsXml, MayHaveOtherTypesAndTopicsWithoutSubtopics) {
  const TestFile file(
      "<t><topic number='1' type='faceted'><subtopic number='1' type='inav'>a</subtopic></topic>"
      "<topic number='2' type='single'><query>q</query></topic></t>");
  const IntentTable table = intents_of(read_topic_descriptions(file.path()));
  EXPECT_EQ(table.at("1").at("1").type, IntentType::informational);
  EXPECT_EQ(table.at("1").at("1").unknown_type, "inav");
  EXPECT_TRUE(table.at("2").empty());
}

TEST(TopicsXml, OfTrecAreRead) {
  const std::string folder = SUBINTENT_SHARED "/collections/trec-web/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  std::size_t subtopics = 0;
  for (const auto& [topic, described] : read_topic_descriptions(folder + "2009/topics.xml"))
    subtopics += described.intents.size();
  EXPECT_EQ(subtopics, 243u);
  EXPECT_EQ(read_topic_descriptions(folder + "2010/topics.xml").size(), 50u);
  EXPECT_EQ(read_topic_descriptions(folder + "2012/topics.xml").size(), 50u);
}

TEST(Probabilities, AreReadWithTypes) {
  const TestFile file("1 1 0.25 nav\n1 2 0.75\r\n");
  const IntentTable table = read_probabilities(file.path());
  EXPECT_EQ(table.at("1").at("1").probability, 0.25);
  EXPECT_EQ(table.at("1").at("1").type, IntentType::navigational);
  EXPECT_EQ(table.at("1").at("2").type, IntentType::informational);
}

TEST(Probabilities, AreRefusedWithLine) {
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "1 1 1.5\n"), ":1: the probability '1.5'"));
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "1 1 x\n"), "'x'"));
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "1 1 1 web\n"), "use inf or nav"));
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "1 1\n"), "found 2"));
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "1 1 .5\n1 1 .5\n"), ":2: intent 1"));
  EXPECT_TRUE(has(topics_refusal(read_probabilities, ""), "no probabilities"));
}

TEST(Probabilities, AddUpToOneAtMostBeyondRounding) {
  EXPECT_TRUE(has(topics_refusal(read_probabilities, "2 1 1\n1 1 .6\n1 2 .5\n"),
                  ":2: the probabilities of topic 1 add up to 1.1; divide each"));
  EXPECT_EQ(
      topics_refusal(read_probabilities, "1 1 .17\n1 2 .17\n1 3 .17\n1 4 .17\n1 5 .17\n1 6 .17\n"),
      "accepted");
  EXPECT_EQ(topics_refusal(read_probabilities, "1 1 .2\n1 2 .3\n"), "accepted");
}

TEST(Superintents, MayBeMembersOfOthers) {
  const TestFile file("2 coding 10\n2 coding 2\n2 language coding\n2 language 1\n");
  const Superintents superintents = read_superintents(file.path()).at("2");
  EXPECT_EQ(superintents.at("coding").members, (std::vector<std::string>{"2", "10"}));
  EXPECT_EQ(superintents.at("language").members, (std::vector<std::string>{"1", "coding"}));
}

TEST(Superintents, MayBeOfAnyDepth) {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += "1 s" + std::to_string(i) + " s" + std::to_string(i + 1) + "\n";
  const TestFile file(text);
  EXPECT_EQ(read_superintents(file.path()).at("1").size(), 100'000u);
  const TestFile circle(text + "1 s100000 s0\n");
  EXPECT_THROW(read_superintents(circle.path()), Error);
}

TEST(Superintents, AreRefusedWithLine) {
  EXPECT_TRUE(
      has(topics_refusal(read_superintents, "1 a 1\n1 b 1\n"), ":2: '1' of topic 1 already"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "1 a b\n1 b a\n"), "member of itself"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "1 a a\n"), "member of itself"));
  EXPECT_TRUE(
      has(topics_refusal(read_superintents, "1 a b\n1 b c\n1 d e\n1 c d\n1 e a\n"), ":5: 'e' of"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "1 a\n"), "found 2"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "1 a 1\n1 * 2\n"), ":2: '*'"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "1 a *\n"), ":1: '*'"));
  EXPECT_TRUE(has(topics_refusal(read_superintents, "\n"), "no superintents"));
}

}  // namespace
}  // namespace subintent::internal
