#include "report/judge/answer.h"

#include <gtest/gtest.h>

#include "fixtures.h"
#include "messages.h"

namespace subintent::internal {
namespace {

std::string event(const std::string& changed = "", const std::string& value = R"("left")") {
  return R"({"id":"a-1","task":"t2","question":"q2","revision":3,"value":)" + value +
         R"(,"seconds":1.5,"time":"2026-11-22T10:00:00.000Z","comment":"\"é\"\n")" + changed + "}";
}

std::string request(const std::string& events) {
  return R"({"events":[)" + events + "]}";
}

// The message of the error, or nothing.
std::string refusal(const Study& study, const std::string& body) {
  try {
    AnswerParser(study).parse_request(body, 0);
  } catch (const Error& error) {
    EXPECT_TRUE(error.location().file.empty());
    return error.message();
  }
  return "";
}

TEST(Answer, IsReadAsThePageSendsIt) {
  const Study study = preferences_study();
  const auto answers = AnswerParser(study).parse_request(request(event(R"(,"more":[{}])")), 0);
  ASSERT_EQ(answers.size(), 1);
  EXPECT_EQ(answers[0],
            (Answer{"a-1", 1, 1, 3, Side::left, 1.5, "2026-11-22T10:00:00.000Z", "\"é\"\n"}));
}

TEST(Answer, OfCardsHasGroupsAndLabels) {
  const Study study = intents_study();
  const std::string value =
      R"({"groups":[{"name":"x","cards":["c3","c1"]},{"name":"","cards":[]}],"labels":{"c2":"L"},"done":true})";
  const auto answers = AnswerParser(study).parse_request(request(event("", value)), 0);
  EXPECT_EQ(std::get<Grouping>(answers.at(0).value),
            (Grouping{{{"x", {2, 0}}, {"", {}}}, {{1, "L"}}, true}));
}

TEST(Answer, WhatIsWrittenIsReadAgain) {
  for (const Study& study : {preferences_study(), intents_study()}) {
    Answer answer{"id", 1, 0, 1, {}, 0.25, "2026-11-22T10:00:00Z", "a\tb\u2028"};
    const auto check = [&] {
      const StoredAnswer stored{0, "2026-11-22T10:00:01Z", answer};
      const std::string line = answer_line(study, stored);
      EXPECT_EQ(line.find('\n'), line.size() - 1);
      EXPECT_EQ(AnswerParser(study).parse_line(line, {"file", 1}), stored);
      EXPECT_EQ(AnswerParser(study).parse_request(request(answer_json(study, 0, answer)), 0),
                std::vector{answer});
    };
    check();
    if (study.kind == StudyKind::preferences) {
      answer.question = 1;
      answer.value = Side::same;
    } else {
      answer.value = Grouping{{{"one \"group\"", {1, 0}}}, {{2, "<b>"}}, false};
    }
    check();
  }
}

TEST(Answer, ThatCanNeverBeStoredIsRefused) {
  const Study study = preferences_study();
  const auto replaced = [](std::string text, const std::string& old, const std::string& with) {
    return request(text.replace(text.find(old), old.size(), with));
  };
  EXPECT_EQ(refusal(study, request(event())), "");
  EXPECT_EQ(refusal(study, "[]"), "the request is not a JSON object");
  EXPECT_TRUE(refusal(study, R"({"events":[)").starts_with("the request is not valid JSON: "));
  EXPECT_EQ(refusal(study, "{}"), "\"events\" is missing");
  EXPECT_EQ(refusal(study, request("7")), "\"events\" is not an array of objects");
  EXPECT_EQ(refusal(study, replaced(event(), "t2", "u1")),
            "there is no task u1 of this participant");
  EXPECT_EQ(refusal(study, replaced(event(), "q2", "q3")),
            "there is no question q3 of this participant");
  EXPECT_EQ(refusal(study, replaced(event(), "a-1", "a b")),
            "\"id\" is empty or has characters that it may not have");
  EXPECT_EQ(refusal(study, replaced(event(), "a-1", std::string(65, 'a'))),
            "\"id\" is longer than 64 bytes");
  for (const char* revision : {"0", "-1", "1.5", "9007199254740992", "\"1\"", "null"}) {
    EXPECT_EQ(refusal(study, replaced(event(), ":3,", ":" + std::string(revision) + ",")),
              "\"revision\" is not a whole number from 1 to 9007199254740991");
  }
  EXPECT_EQ(refusal(study, request(event("", R"("top")"))),
            "\"value\" is not left, same, right or null");
  EXPECT_EQ(refusal(study, request(event("", "{}"))), "\"value\" is not a string");
  EXPECT_EQ(refusal(study, replaced(event(), R"(\n)", std::string(8000, 'x'))),
            "\"comment\" is longer than 8000 bytes");
  EXPECT_EQ(refusal(study, request(event(R"(,"id":"b")"))), "\"id\" occurs twice");
  std::string many = event();
  for (std::size_t i = 0; i < answers_per_request; ++i) many += "," + event();
  EXPECT_EQ(refusal(study, request(many)), "there are more than 100 events");
}

TEST(Answer, OfConsentIsForStudiesThatAskForIt) {
  for (Study study : {preferences_study(), intents_study()}) {
    const std::string agreed =
        R"({"id":"a","task":"consent","revision":1,"value":true,"seconds":0,"time":"t","comment":""})";
    EXPECT_EQ(refusal(study, request(agreed)), "there is no task consent of this participant");
    study.consent = "I may stop at any time.";
    const Answer answer{"a", consent_task, 0, 1, Consent(), 0, "t", ""};
    EXPECT_EQ(AnswerParser(study).parse_request(request(agreed), 0), std::vector{answer});
    const std::string line = answer_line(study, {0, "r", answer});
    EXPECT_TRUE(has(line, R"("task":"consent","revision":1,"value":true)"));
    EXPECT_EQ(AnswerParser(study).parse_line(line, {"file", 1}), (StoredAnswer{0, "r", answer}));
    Answer taken_back = answer;
    taken_back.value = {};
    EXPECT_NE(digest(answer), digest(taken_back));
    std::string refused = agreed;
    refused.replace(refused.find("true"), 4, "false");
    EXPECT_EQ(refusal(study, request(refused)), "\"value\" is not true or null");
  }
}

TEST(Answer, OfCardsThatAreNotThereIsRefused) {
  const Study study = intents_study();
  const auto of = [&](const std::string& value) {
    return refusal(study, request(event("", value)));
  };
  const auto groups = [](const std::string& cards) {
    return R"({"groups":[{"name":"","cards":[)" + cards + R"(]}],"labels":{}})";
  };
  EXPECT_EQ(of(groups(R"("c1")")), "");
  for (const char* card : {"c0", "c4", "c01", "c", "1", "c-1", "c99999999999999999999"}) {
    EXPECT_EQ(of(groups("\"" + std::string(card) + "\"")),
              "there is no card " + std::string(card) + " in this task");
  }
  EXPECT_EQ(of(groups(R"("c1","c1")")), "card c1 is in two groups");
  EXPECT_EQ(of(R"("left")"), "\"value\" is not an object");
  EXPECT_EQ(of(R"({"groups":[],"labels":{"c9":""}})"), "there is no card c9 in this task");
  EXPECT_EQ(of(R"({"groups":[],"labels":{"c1":")" + std::string(501, 'x') + "\"}}"),
            "\"c1\" is longer than 500 bytes");
}

TEST(Answer, SecondsThatAClockMadeNegativeAreNone) {
  const Study study = preferences_study();
  std::string text = event();
  text.replace(text.find("1.5"), 3, "-7e3");
  EXPECT_EQ(AnswerParser(study).parse_request(request(text), 0).at(0).seconds, 0);
}

}  // namespace
}  // namespace subintent::internal
