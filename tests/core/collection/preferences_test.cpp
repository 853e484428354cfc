#include <gtest/gtest.h>

#include "core/collection/preferences.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

std::string preferences_error(std::string_view text) {
  return message_of([&] { read_preferences(write_temporary("p.tsv", text)); });
}

TEST(Preferences, AreSortedAndTurnedRound) {
  const auto found = read_preferences(write_temporary(
      "p.tsv", "topic\trun1\trun2\tparticipant\tpreference\n10\tb\ta\tu1\t>\n9\ta\tb\tu2\t=\n"));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].topic, "9");
  EXPECT_EQ(found[1].run1, "a");
  EXPECT_EQ(found[1].preference, Preference::second);
}

TEST(Preferences, BadInputIsNamedWithItsLine) {
  EXPECT_TRUE(has(preferences_error("1\ta\tb\tu\t?\n"), "p.tsv:1: unknown preference '?'"));
  EXPECT_TRUE(has(preferences_error("1\ta\tb\t>\n"), "expected 5 columns, found 4"));
  EXPECT_TRUE(has(preferences_error("1\ta\ta\tu\t>\n"), "with itself"));
  EXPECT_TRUE(has(preferences_error(""), "no preferences"));
  EXPECT_TRUE(has(preferences_error("1\t\tb\tu\t>\n"), "column 2 is empty"));
  EXPECT_TRUE(has(preferences_error("1\ta\tb\tu\t>\n1\tb\ta\tu\t>\n"), ":2: participant u judges"));
  EXPECT_EQ(preferences_error("1\ta\tb\tu\t>\n1\tb\ta\tu\t<\n"), "no error");
}

TEST(Preferences, HeadersNameColumnsInAnyOrder) {
  const auto found = read_preferences(
      write_temporary("p.tsv",
                      "topic\tpreference\tparticipant\tcomment\trun2\trun1\trepeat\tleft\tseconds\t"
                      "question\tpool\r\n7\t<\tu\tany\ta\tb\t1\ta\t2.5\twhich?\trandom\r\n"
                      "7\t<\tu\t\ta\tb\t\t\t\twhich?\t\n"
                      "topic\trun1\trun2\tparticipant\tpreference\n8\ta\tb\tu\ttie\n"));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_FALSE(found[0].repeat);
  EXPECT_FALSE(found[0].seconds);
  EXPECT_EQ(found[1].run1, "a");
  EXPECT_EQ(found[1].preference, Preference::first);
  EXPECT_EQ(found[1].left, "a");
  EXPECT_EQ(found[1].seconds, 2.5);
  EXPECT_EQ(found[1].question, "which?");
  EXPECT_TRUE(found[1].repeat);
  EXPECT_EQ(found[0].pool, "");
  EXPECT_EQ(found[1].pool, "random");
  EXPECT_EQ(found[2].topic, "8");
  EXPECT_EQ(found[2].preference, Preference::equal);
}

TEST(Preferences, MayBeBattlesOfAnArena) {
  const std::string lines =
      R"({"question_id":81,"model_a":"y","model_b":"x","winner":"model_a","judge":"j","turn":1})"
      "\n"
      R"~({"qid":"82","model_a":"x","model_b":"y","winner":"tie (bothbad)"})~"
      "\n"
      R"({"qid":"82","model_a":"y","model_b":"x","winner":"model_b"})"
      "\n";
  const auto found = read_preferences(write_temporary("b.jsonl", lines));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].topic, "81");
  EXPECT_EQ(found[0].run1, "x");
  EXPECT_EQ(found[0].preference, Preference::second);
  EXPECT_EQ(found[0].left, "y");
  EXPECT_EQ(found[0].question, "turn 1");
  EXPECT_EQ(found[1].participant, "arena");
  EXPECT_EQ(found[1].preference, Preference::equal);
  EXPECT_EQ(found[2].participant, "arena #2");
  EXPECT_EQ(found[2].preference, Preference::first);
}

TEST(Preferences, OfBattlesAreFoundByManyNames) {
  for (const std::string header :
       {"prompt_id,left,right,participant,winner", "TaskID,system_a,system_b,WorkerId,preference",
        "question,model_a,model_b,rater,label", "qid,method_1,method_2,user_id,verdict"}) {
    const auto found = read_preferences(Source::memory(
        header + "\nt,x,y,p,A>B\nt,x,y,q,Response B\nt,y,x,r,B is much better\n", "b.csv"));
    ASSERT_EQ(found.size(), 3u) << header;
    const Preference expected[] = {Preference::first, Preference::second, Preference::first};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(found[i].topic, "t") << header;
      EXPECT_EQ(found[i].participant, std::string(1, "pqr"[i])) << header;
      EXPECT_EQ(found[i].preference, expected[i]) << header;
    }
  }
  const std::string lost = "topic,winner,loser\n1,y,x\n";
  const std::string flags = "id,model_a,model_b,winner_model_a,winner_model_b\n1,x,y,False,True\n";
  for (const std::string& text : {lost, flags})
    EXPECT_EQ(read_preferences(Source::memory(text, "b.csv"))[0].preference, Preference::second);
  EXPECT_TRUE(has(preferences_error("HIT,Answer.side,WorkerId\n1,left,w\n"),
                  "p.tsv:1: has columns hit, answer.side, workerid, but none of two systems"));
}

TEST(Preferences, BadBattlesAreNamedWithTheirLine) {
  const std::string good = R"({"id":"1","model_a":"x","model_b":"y","winner":"model_a"})";
  EXPECT_TRUE(has(preferences_error(good + "\n{\n"), "p.tsv:2: "));
  EXPECT_TRUE(has(preferences_error(R"({"id":"1","model_a":"x","model_b":"y","winner":"z"})"),
                  "the winner z is neither model_a nor model_b, nor a tie"));
  EXPECT_TRUE(has(preferences_error(R"({"id":"1","model_a":"x","model_b":"x","winner":"tie"})"),
                  "with itself"));
  EXPECT_TRUE(has(preferences_error(R"({"id":[1],"model_a":"x","model_b":"y","winner":"tie"})"),
                  "text or a whole number"));
}

}  // namespace
namespace {

std::vector<ListPair> read(std::string_view text) {
  return read_list_pairs(Source::memory(text, "p.tsv"));
}

std::string pairs_error(std::string_view text) {
  return message_of([&] { read(text); });
}

TEST(ListPairs, AreReadAsTheyWereWritten) {
  const std::string text = "2\tb\ta\trandom\n1\ta\tb\tnear:P@5\n";
  for (const std::string& given : {text, "topic\trun1\trun2\tpool\n" + text + "\n"}) {
    std::string written;
    for (const ListPair& pair : read(given)) append_list_pair(written, pair);
    EXPECT_EQ(written, text);
  }
}

TEST(ListPairs, BadInputIsNamedWithItsLine) {
  EXPECT_TRUE(pairs_error("1\ta\tb\n").starts_with("p.tsv:1: expected 4 columns, found 3"));
  EXPECT_TRUE(pairs_error("1\ta\t\trandom\n").starts_with("p.tsv:1: '' is empty"));
  EXPECT_TRUE(pairs_error("1\ta\tb\x01\tr\n").starts_with("p.tsv:1: 'b?' contains control"));
  EXPECT_TRUE(pairs_error("1\ta\ta\tr\n").starts_with("p.tsv:1: run a is paired with itself"));
  EXPECT_TRUE(pairs_error("1\ta\tb\tr\n1\tb\ta\tx\n").starts_with("p.tsv:2: runs b and a are"));
  EXPECT_EQ(pairs_error("1\ta\tb\tr\n2\tb\ta\tx\n"), "no error");
  EXPECT_TRUE(pairs_error("\n").starts_with("p.tsv: contains no pairs"));
}

}  // namespace
}  // namespace subintent::internal
