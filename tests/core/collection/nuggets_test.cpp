#include "core/collection/nuggets.h"

#include <gtest/gtest.h>

#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

NuggetBank bank_of(const std::string& text, const std::string& name = "bank") {
  const Source source = Source::memory(text, name);
  return read_nuggets({&source, 1});
}

std::string error_of(const std::string& text, const std::string& name = "bank") {
  return message_of([&] { bank_of(text, name); });
}

// The judgments as lines.
std::string lines_of(const Qrels& qrels) {
  std::string lines;
  for (const TopicQrels& topic : qrels.topics()) {
    for (const Judgment& judgment : topic.judgments) {
      lines += std::string(topic.topic) + " " + std::string(topic.intents[judgment.intent]) + " " +
               std::string(topic.docnos[judgment.document]) + " " + std::to_string(judgment.grade) +
               "\n";
    }
  }
  return lines;
}

const char* const ragtime =
    R"({"metadata":{"topic_id":"7","run_id":"r"},"nugget_bank":[)"
    R"({"question":"Who?","aggregator_type":"AND","answers":[)"
    R"({"answer":"She","references":["b","a"]},{"answer":"He","references":["b"]}]},)"
    R"({"question":"When?","aggregator_type":"OR","answers":[{"answer":"Then","references":[]}]}]})";

TEST(Nuggets, OfRagtimeHaveNumbersAndTheirDocuments) {
  const NuggetBank bank = bank_of(ragtime);
  ASSERT_EQ(bank.topics.size(), 1u);
  EXPECT_FALSE(bank.says_importance);
  const NuggetTopic& topic = bank.topics[0];
  EXPECT_EQ(topic.topic, "7");
  EXPECT_EQ(topic.docnos, (std::vector<std::string_view>{"b", "a"}));
  ASSERT_EQ(topic.nuggets.size(), 2u);
  EXPECT_EQ(topic.nuggets[0].id, "1");
  EXPECT_EQ(topic.nuggets[0].text, "Who?");
  EXPECT_TRUE(topic.nuggets[0].needs_all);
  ASSERT_EQ(topic.nuggets[0].parts.size(), 2u);
  EXPECT_EQ(topic.nuggets[0].parts[1].text, "He");
  EXPECT_FALSE(topic.nuggets[1].needs_all);
  const Qrels qrels = qrels_of(bank);
  EXPECT_EQ(lines_of(qrels), "7 1 a 1\n7 1 b 1\n");
  EXPECT_EQ(qrels.topics()[0].intents.size(), 2u);  // one of them without a document
  EXPECT_EQ(lines_of(qrels_of(bank, QrelsKind::ad_hoc)), "7 * a 1\n7 * b 1\n");
}

TEST(Nuggets, OfArgueMayLieInNuggets) {
  const NuggetBank bank = bank_of(R"({
    "query_id": "300", "title_query": "the\ntopic", "full_query": {"background": "?"},
    "nugget_bank": {"Q": {"question": "Q", "importance": "VITAL", "answers": {
                      "A": {"answer": "A", "references": [{"doc_id": "d1"}, {"doc_id": "d1"}]}},
                    "sub_nuggets": [{"claim": "C", "importance": 3, "references": ["d2"]}]}},
    "claim_bank": {"D": {"claim": "D", "importance": "okay", "references": ["d3"]}}})");
  const NuggetTopic& topic = bank.topics[0];
  EXPECT_EQ(topic.query, "the topic");
  ASSERT_EQ(topic.nuggets.size(), 2u);
  ASSERT_EQ(topic.nuggets[0].parts.size(), 2u);
  EXPECT_EQ(topic.nuggets[0].parts[1].text, "C");
  EXPECT_EQ(topic.nuggets[0].parts[1].importance, 3);
  EXPECT_EQ(lines_of(qrels_of(bank)), "300 1 d1 1\n300 1 d2 1\n300 2 d3 1\n");
  const IntentTable table = intents_of(bank, false);
  EXPECT_DOUBLE_EQ(*table.at("300").at("1").probability, 2.0 / 3);
  EXPECT_TRUE(table.at("300").at("1").is_vital);
  EXPECT_DOUBLE_EQ(*table.at("300").at("2").probability, 1.0 / 3);
  EXPECT_FALSE(table.at("300").at("2").is_vital);
  EXPECT_EQ(descriptions_of(bank).at("300").intents.at("2").text, "D");
}

TEST(Nuggets, OfArgueBeforeAreItems) {
  const NuggetBank bank = bank_of(
      R"({"query_id":4,"items":[{"question_text":"Q","info":{"importance":"okay","aggregator_type":"AND"},)"
      R"("gold_answers":["plain",{"answer":"A","citations":["d"]}]}]})");
  EXPECT_EQ(bank.topics[0].topic, "4");
  EXPECT_TRUE(bank.topics[0].nuggets[0].needs_all);
  EXPECT_EQ(bank.topics[0].nuggets[0].importance, 0.5);
  EXPECT_EQ(bank.topics[0].nuggets[0].parts[0].text, "plain");
  EXPECT_EQ(lines_of(qrels_of(bank)), "4 1 d 1\n");
}

// Before v3 a file is a topic: its questions with AND or OR and their answers.
const char* const questions =
    R"({"Who?": ["AND", {"She": ["b", "a"], "He": ["b", "b"]}], "When?": [ "OR" , {"Then": []}]})";

TEST(Nuggets, OfArgueBeforeMayBeQuestionsOfOneTopic) {
  for (const char* const name : {"nuggets_7.json", "some/where/nuggets_7.v2.json.gz"}) {
    const NuggetBank bank = bank_of(questions, name);
    const NuggetTopic& topic = bank.topics.at(0);
    EXPECT_EQ(topic.topic, "7");
    ASSERT_EQ(topic.nuggets.size(), 2u);
    EXPECT_EQ(topic.nuggets[0].text, "Who?");
    EXPECT_TRUE(topic.nuggets[0].needs_all);
    EXPECT_EQ(topic.nuggets[0].parts.at(1).text, "He");
    EXPECT_EQ(topic.nuggets[0].parts.at(1).docs.size(), 1u);
    EXPECT_FALSE(topic.nuggets[1].needs_all);
    EXPECT_EQ(lines_of(qrels_of(bank)), "7 1 a 1\n7 1 b 1\n");
  }
}

// What HLTCOE's annotation tool saves.
TEST(Nuggets, OfTheAnnotationToolAreQuestionsOfOneTopic) {
  const std::string list =
      R"({"nugget_list": [["Who?", {"She": ["a"]}], ["When?", {"Then": []}]], "group_assignment": {"Who?": "g"}})";
  const std::string dict = R"({"nugget_dict": {"Who?": {"She": ["a"]}, "When?": {"Then": []}}})";
  for (const std::string& text : {list, dict}) {
    const NuggetBank bank = bank_of(text, "nuggets_300.revised.json");
    EXPECT_EQ(bank.topics.at(0).nuggets.at(1).parts.at(0).text, "Then");
    EXPECT_EQ(lines_of(qrels_of(bank)), "300 1 a 1\n");
  }
}

TEST(Nuggets, ThatAreWrongQuestionsAreNamed) {
  EXPECT_TRUE(
      has(error_of(questions), "does not say what its topic is; name the file nuggets_TOPIC"));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"Who?": ["NOT", {"She": ["b"]}]})",
       "nugget 1: the aggregator_type NOT is not AND or OR"},
      {R"({"Who?": ["OR", {}], "When?": 3})", "topic 7: nugget 2: its answers are not an object"},
      {R"({"Who?": ["OR", {}], "When?": []})",
       "nugget 2: is not a pair of AND or OR and the answers"},
      {R"({"Who?": ["OR", {}], "When?": [{}, "OR"]})", "nugget 2: is not a pair of AND or OR"},
      {R"({"Who?": ["OR", {}], "When?": ["OR", []]})", "nugget 2: its answers are not an object"},
      {R"({"Who?": ["OR", {"She": "b"}]})",
       "answer 1: \"references\" is not an array or an object"},
      {R"({"Who?": ["OR", {"She": [1.5]}]})",
       "answer 1: \"references\" is not a string or a number"},
      {R"({"Who?": ["OR", {"She": [""]}]})", "nugget 1: answer 1: '' is empty; rename it"},
      {R"({"Who?": ["OR", {"She": []}]})", "has nuggets, but no documents"},
      {R"({"nugget_list": {}})", "topic 7: \"nugget_list\" is not an array"},
      {R"({"nugget_list": [["Who?"]]})", "holds something that is not a question with its answers"},
      {R"({"nugget_list": []})", "topic 7: has no nuggets"},
      {R"({"nugget_dict": []})", "topic 7: \"nugget_dict\" is not an object"},
      {std::string(R"({"Who?": ["OR", {"She": ["a"]}]})") + "\n" + questions,
       "nuggets_7.json:2: topic 7 is listed twice"}};
  for (const auto& [text, expected] : cases) {
    EXPECT_TRUE(has(error_of(text, "nuggets_7.json"), expected))
        << text << "\n  " << error_of(text, "nuggets_7.json") << "\n  " << expected;
  }
  EXPECT_TRUE(has(error_of(questions, "nuggets_.json"), "does not say what its topic is"));
  EXPECT_TRUE(has(error_of(questions, "nuggets_\x01.json"), "contains control characters"));
}

std::string assignment(const std::string& docno, const std::vector<std::string>& assigned) {
  std::string line = R"({"query":"q","qid":"2024-1",)" + docno + R"(,"nuggets":[)";
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    line += std::string(i == 0 ? "" : ",") + R"({"text":"n)" + std::to_string(i) +
            R"(","importance":")" + (i == 0 ? "vital" : "okay") + R"(","assignment":")" +
            assigned[i] + "\"}";
  }
  return line + "]}\n";
}

TEST(Nuggets, AssignedToDocumentsAndAnswers) {
  const NuggetBank bank =
      bank_of(assignment(R"("docid":"d1")", {"support", "partial_support", "not_support"}) + "\n" +
              assignment(R"("run_id":"answers")", {"failed", "support", "not_support"}));
  EXPECT_EQ(bank.highest_grade, 2);
  EXPECT_TRUE(bank.says_importance);
  EXPECT_EQ(lines_of(qrels_of(bank)),
            "2024-1 1 answers 0\n2024-1 2 answers 2\n2024-1 3 answers 0\n"
            "2024-1 1 d1 2\n2024-1 2 d1 1\n2024-1 3 d1 0\n");
  const IntentTable without = intents_of(bank, false), all = intents_of(bank, true);
  EXPECT_EQ(without.at("2024-1").size(), 2u);
  EXPECT_DOUBLE_EQ(*without.at("2024-1").at("1").probability, 1 / 1.5);
  EXPECT_DOUBLE_EQ(*all.at("2024-1").at("1").probability, 1 / 2.0);
}

TEST(Nuggets, MayBeListedApartWithSubNarratives) {
  const std::string list =
      R"({"qid":1,"nuggets":[{"text":"a","importance":"vital","mapped_sub_narrative":"\"Who?\""},)"
      R"({"text":"b","importance":"okay","mapped_sub_narrative":"New: x"},{"text":"c"}]})";
  const std::string assigned =
      R"({"qid":"1","docid":"d","nuggets":[{"text":"b","importance":"okay","assignment":"support"},)"
      R"({"text":"a","assignment":"not_support"}]})";
  const NuggetBank bank = bank_of(list + "\n" + assigned);
  const std::vector<Nugget>& nuggets = bank.topics[0].nuggets;
  ASSERT_EQ(nuggets.size(), 3u);
  EXPECT_EQ(nuggets[0].group, "Who?");
  EXPECT_EQ(nuggets[1].group, "New: x");
  EXPECT_EQ(nuggets[2].group, "");
  EXPECT_EQ(lines_of(qrels_of(bank)), "1 1 d 0\n1 2 d 2\n");
  EXPECT_EQ(qrels_of(bank).topics()[0].intents.size(), 3u);  // nobody covers the third
  EXPECT_TRUE(has(error_of(list), "has nuggets, but no documents"));
  EXPECT_TRUE(has(
      error_of(assigned + "\n" + R"({"qid":"1","nuggets":[{"text":"b","importance":"vital"}]})"),
      "bank:2: topic 1: nugget 1: gives b another importance"));
  EXPECT_TRUE(has(
      error_of(list + "\n" + R"({"qid":"1","nuggets":[{"text":"a","mapped_sub_narrative":"y"}]})"),
      "bank:2: topic 1: nugget 1: has another sub-narrative"));
}

TEST(Nuggets, OfBrightProAreAspectsOfTheTopicsInTheirIds) {
  const NuggetBank bank =
      bank_of(R"([{"id":"q-7-a1","weight":3,"supporting_docs":["x","y"]},)"
              R"({"id":"q-7-a2","weight":1,"aspect":"t","supporting_docs":["x"]},)"
              R"({"id":"8-aspect-1","weight":2,"supporting_docs":[]}])");
  ASSERT_EQ(bank.topics.size(), 2u);
  EXPECT_TRUE(bank.says_importance);
  EXPECT_EQ(lines_of(qrels_of(bank)), "q-7 a1 x 1\nq-7 a2 x 1\nq-7 a1 y 1\n");
  EXPECT_EQ(intents_of(bank, true).at("q-7").at("a1").probability, 0.75);
  EXPECT_EQ(bank.topics[1].nuggets[1].text, "t");
  EXPECT_TRUE(
      has(error_of(R"([{"id":"7","supporting_docs":[]}])"), "does not end in -a and a number"));
  EXPECT_TRUE(
      has(error_of(R"([{"id":"7-a1","supporting_docs":["a"]},{"id":"7-a1","supporting_docs":[]}])"),
          "aspect 7-a1: is listed twice"));
  // An array is read object by object; what is not JSON further down is said first.
  const std::string good = R"({"id":"7-a1","supporting_docs":["a"]})";
  const std::string bad = R"({"id":"7","supporting_docs":["a"]})";
  EXPECT_EQ(lines_of(qrels_of(bank_of("[" + good + ",\n" +
                                      R"({"id":"8-a1","supporting_docs":["b"]}])" + "\n\n"))),
            "7 a1 a 1\n8 a1 b 1\n");
  EXPECT_EQ(error_of("[" + good + "," + bad + "]").find("bank:1: the id 7 does not end"), 0u);
  EXPECT_EQ(error_of("\n[" + good + "," + bad + "]").find("bank:2: the id 7 does not end"), 0u);
  EXPECT_EQ(error_of("[" + good + ",\n" + bad + "]").find("bank: the id 7 does not end"), 0u);
  EXPECT_EQ(error_of("[" + good + ",\n" + bad + ",\n{\"id\":}]").find("bank:3: is not JSON"), 0u);
  EXPECT_EQ(error_of("[" + good + ",\n" + bad + ",\n{\"id\":1")
                .find("bank:3: is not JSON: it ends within"),
            0u);
  EXPECT_EQ(error_of("[" + good + ",7]").find("bank:1: is not a JSON object"), 0u);
  EXPECT_TRUE(has(error_of(R"([{"id":"7-a1","weight":-1,"supporting_docs":["a"]}])"),
                  "aspect 7-a1: the weight -1 is not"));
}

TEST(Nuggets, OfTheSameTextStayApart) {
  const std::string twice =
      R"("nuggets":[{"text":"n","assignment":"support"},{"text":"n","assignment":"not_support"}]})";
  const NuggetBank bank = bank_of(R"({"qid":"1","docid":"a",)" + twice + "\n" +
                                  R"({"qid":"1","docid":"b",)" + twice + "\n");
  EXPECT_EQ(lines_of(qrels_of(bank)), "1 1 a 2\n1 2 a 0\n1 1 b 2\n1 2 b 0\n");
}

TEST(Nuggets, OfFreshStackKeepTheirIds) {
  const std::string expected = "9 9_0 a/b.md_0 1\n9 9_1 a/b.md_0 0\n9 9_0 c 0\n";
  EXPECT_EQ(
      lines_of(qrels_of(bank_of(R"([{"query_id":"9","query_title":"t","query_text":"u","nuggets":[)"
                                R"({"_id":"9_0","text":"n","relevant_corpus_ids":["a/b.md_0","c"],)"
                                R"("non_relevant_corpus_ids":["c"]},)"
                                R"({"_id":"9_1","text":"m","relevant_corpus_ids":[],)"
                                R"("non_relevant_corpus_ids":["a/b.md_0"]}]}])"))),
      expected);
  EXPECT_EQ(lines_of(qrels_of(
                bank_of(R"({"query_to_nuggets":{"9":["9_0","9_1","9_2"]},"nuggets":{"9_0":"n"},)"
                        R"("qrels_nuggets":{"9_0":{"a/b.md_0":1,"c":0},"9_1":{"a/b.md_0":0}}})"))),
            expected);
}

TEST(Nuggets, MayNameDocumentsByNumbersAndAgain) {
  const NuggetBank bank = bank_of(
      R"({"query_id":1,"nugget_bank":[{"question":"a","references":[{"doc_id":12},7,"12",12]},)"
      R"({"question":"b","references":[7,"x"],"answers":[{"answer":"c","references":["12","x"]}]}]})");
  EXPECT_EQ(bank.topics[0].docnos, (std::vector<std::string_view>{"12", "7", "x"}));
  EXPECT_EQ(lines_of(qrels_of(bank)), "1 1 12 1\n1 2 12 1\n1 1 7 1\n1 2 7 1\n1 2 x 1\n");
}

TEST(Nuggets, OfSeveralFilesAreOneBank) {
  const std::vector<Source> files = {
      Source::memory(assignment(R"("docid":"d1")", {"support"}), "a"),
      Source::memory(assignment(R"("docid":"d2")", {"partial_support"}), "b")};
  EXPECT_EQ(lines_of(qrels_of(read_nuggets(files))), "2024-1 1 d1 2\n2024-1 1 d2 1\n");
}

TEST(Nuggets, AreDetectedByTheMembersOfTheFirstObject) {
  EXPECT_TRUE(holds_nuggets(ragtime));
  EXPECT_TRUE(holds_nuggets(" [\n {\"a\": \"nuggets\\\"\", \"b\": {\"c\": [1]}, \"nuggets\": ["));
  EXPECT_FALSE(holds_nuggets("{\"topic\":\"1\",\"layers\":1,\"nodes\":[{\"nuggets\":1}]}"));
  EXPECT_FALSE(holds_nuggets("{\"301\": {\"d1\": 1}}\n{\"nuggets\":1}"));
  EXPECT_TRUE(holds_nuggets(questions));
  EXPECT_TRUE(holds_nuggets("{\"nugget_list\": []}"));
  EXPECT_FALSE(holds_nuggets("{\"301\": [\"d1\", {}]}"));
  EXPECT_FALSE(holds_nuggets("{\"301\": {\"AND\": 1}}"));
  EXPECT_FALSE(holds_nuggets("{\"301\":"));
  EXPECT_FALSE(holds_nuggets("1 1 d1 1\n"));
  EXPECT_FALSE(holds_nuggets("[1, \"nuggets\": 2]"));
  EXPECT_FALSE(holds_nuggets(""));
  EXPECT_FALSE(holds_nuggets("{\"nuggets"));
}

TEST(Nuggets, ThatAreWrongAreNamed) {
  const std::string one = assignment(R"("docid":"d1")", {"support"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "bank:1: is not JSON: "},
      {"{\"nuggets\": [", "bank:1: is not JSON: it ends within an object or array; the file is"},
      {"{\n\"nugget_bank\": [\n{\"question\": \"Wh", "bank:3: is not JSON: it ends within"},
      {"{\n\"nugget_bank\": [],\n\"query_id\" \"1\"\n}\n", "bank:3: is not JSON: "},
      {"{\n\"nugget_bank\": [\n{},,\n]}\n", "bank:3: is not JSON: "},
      {"{\n\"nugget_bank\": [\n\"open\n]}\n", "bank:3: is not JSON: A string is opened"},
      {"{\n\"nugget_bank\": nul\n}\n", "bank:2: is not JSON"},
      {"{\n\"nugget_bank\": []}\n}\n", "bank:3: is not JSON"},
      {one + "{\"qid\"}\n", "bank:2: is not JSON: a comma"},
      {one + "{\"qid\": [\n", "bank:2: is not JSON: it ends within"},
      {one + "[]\n" + one, "bank:3: topic 2024-1: document d1 is assigned twice"},
      {one + "7\n", "bank:2: is not a JSON object"},
      {one + ragtime, "bank:2: is not of the format of the nuggets before it"},
      {"{\"nuggets\":1}", "bank:1: \"qid\" is missing; name the topic of each object"},
      {"{\"qid\":\"1\",\"nuggets\":1,\"docid\":\"d\"}", "\"nuggets\" is not an array"},
      {"{\"qid\":[],\"nuggets\":[]}", "bank:1: \"qid\" is not a string or a number"},
      {"{\"qid\":\"1\",\"nuggets\":[]}",
       "topic 1: \"docid\" of a document, or \"run_id\" of an answer, is missing"},
      {"{\"qid\":\"1\",\"docid\":\"\",\"nuggets\":[]}", "topic 1: '' is empty"},
      {"{\"qid\":\"1\",\"docid\":\"a\\u0007\",\"nuggets\":[]}", "contains control characters"},
      {"{\"qid\":\"1\",\"docid\":\"d\",\"nuggets\":[]}", "topic 1: has no nuggets"},
      {"{\"qid\":\"1\",\"docid\":\"d\",\"nuggets\":[3]}",
       "topic 1: nugget 1: is not a JSON object"},
      {"{\"qid\":\"1\",\"docid\":\"d\",\"nuggets\":[{\"text\":\"n\"}]}",
       "topic 1: nugget 1: \"assignment\" is missing; say of each nugget whether"},
      {assignment(R"("docid":"d1")", {"supports"}), "the assignment supports is not support"},
      {one + R"({"qid":"2024-1","docid":"d2","nuggets":[{"text":"n0","assignment":"support"},)" +
           R"({"text":"n1","importance":"high","assignment":"support"}]})",
       "bank:2: topic 2024-1: nugget 2: the importance \"high\" is not vital, okay or a number"},
      {one + R"({"qid":"2024-1","docid":"d2","nuggets":[)"
             R"({"text":"n0","importance":"okay","assignment":"support"}]})",
       "bank:2: topic 2024-1: nugget 1: gives n0 another importance than before"},
      {std::string(ragtime) + "\n" + ragtime, "bank:2: topic 7 is listed twice"},
      {R"({"nugget_bank":[]})", "bank:1: \"query_id\" is missing"},
      {R"({"query_id":"1","nugget_bank":3})", "\"nugget_bank\" is not an array or an object"},
      {R"({"query_id":"1","nugget_bank":[3]})", "nugget 1: is not a JSON object"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q","aggregator_type":"NOT"}]})",
       "topic 1: nugget 1: the aggregator_type NOT is not AND or OR"},
      {R"({"query_id":"1","nugget_bank":[{"question":7}]})", "\"question\" is not a string"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q","answers":[7]}]})",
       "topic 1: nugget 1: answer 1: is not an object or a string"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q","importance":-1}]})",
       "the importance -1 is not vital"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q","references":[{}]}]})",
       "\"doc_id\" is missing"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q","references":[1.5]}]})",
       "\"references\" is not a string or a number"},
      {R"({"query_id":"1","nugget_bank":[{"question":"q"}]})",
       "bank: has nuggets, but no documents; give a bank with references"},
      {R"({"qrels_nuggets":{"1_0":{"d":1}}})", "\"query_to_nuggets\" is missing"},
      {R"({"qrels_nuggets":{"1_0":{"d":1.5}},"query_to_nuggets":{"1":["1_0"]}})",
       "topic 1: nugget 1_0: the grade 1.5 is not a whole number from -100 to 100"},
      {R"({"qrels_nuggets":{"1_0":3},"query_to_nuggets":{"1":["1_0"]}})",
       "topic 1: nugget 1_0: is not a JSON object"},
      {R"({"qrels_nuggets":{},"query_to_nuggets":{"1":["1_0","1_0"]}})",
       "topic 1: nugget 1_0 is listed twice"},
      {R"({"qrels_nuggets":{},"query_to_nuggets":{"1":["*"]}})", "cannot be named *"}};
  for (const auto& [text, expected] : cases) {
    EXPECT_TRUE(has(error_of(text), expected))
        << text << "\n  " << error_of(text) << "\n  " << expected;
  }
}

TEST(Nuggets, LieInNoMoreThanSomeLevels) {
  std::string inner = R"({"question":"q","references":["d"]})";
  for (std::size_t i = 0; i < max_nugget_levels; ++i)
    inner = R"({"question":"q","sub_nuggets":[)" + inner + "]}";
  EXPECT_TRUE(has(error_of(R"({"query_id":"1","nugget_bank":[)" + inner + "]}"),
                  "nuggets lie in more than 32 levels"));
}

TEST(Nuggets, AreJudgmentsToWhoeverReadsThose) {
  const Qrels qrels = read_qrels(Source::memory("\n" + std::string(ragtime), "bank"));
  EXPECT_EQ(lines_of(qrels), "7 1 a 1\n7 1 b 1\n");
  EXPECT_EQ(qrels.location(qrels.topics()[0].topic).line, 2u);
}

}  // namespace
}  // namespace subintent::internal
