#include "report/judge/page/page.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include "messages.h"
#include "report/judge/fixtures.h"
#include "report/judge/study.h"

namespace subintent::internal {
namespace {

using simdjson::dom::element;

std::vector<std::uint64_t> numbers(const element& array) {
  std::vector<std::uint64_t> numbers;
  for (const element number : array) numbers.push_back(number.get_uint64());
  return numbers;
}

TEST(ParticipantData, ShowsListsOnTheirSides) {
  const std::string json = participant_data(preferences_study(), 0, PageMode::server);
  simdjson::dom::parser parser;
  const element data = parser.parse(json);
  EXPECT_EQ(std::string_view(data["mode"]), "server");
  EXPECT_EQ(std::string_view(data["participant"]), "p1");
  EXPECT_EQ(std::string_view(data["questions"].at(1)["text"]), "Which would satisfy more people?");
  ASSERT_EQ(data["tasks"].get_array().size(), 4);
  // t1 has d3 against d1, d2. Documents are numbered as they are shown, those of the left list
  // first.
  EXPECT_EQ(numbers(data["tasks"].at(0)["left"]), (std::vector<std::uint64_t>{0}));
  EXPECT_EQ(numbers(data["tasks"].at(0)["right"]), (std::vector<std::uint64_t>{1, 2}));
  // t2 has d2, d1 (swapped) against d1, d2.
  EXPECT_EQ(numbers(data["tasks"].at(1)["left"]), (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(numbers(data["tasks"].at(1)["right"]), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(std::string_view(data["documents"].at(0)["title"]), "") << "it has none";
  EXPECT_EQ(std::string_view(data["documents"].at(1)["title"]), "<b>One");
  EXPECT_EQ(data["tasks"].at(3)["session"].get_uint64().value(), 2);
}

TEST(ParticipantData, ShowsCards) {
  simdjson::dom::parser parser;
  const std::string json = participant_data(intents_study(), 1, PageMode::file);
  const element data = parser.parse(json);
  EXPECT_EQ(std::string_view(data["mode"]), "file");
  const element cards = data["tasks"].at(0)["cards"];
  EXPECT_EQ(std::string_view(cards.at(0)["id"]), "c1");
  EXPECT_EQ(std::string_view(cards.at(0)["label"]), "fishing");
  EXPECT_EQ(std::string_view(cards.at(0)["terms"].at(1)), "rod");
  EXPECT_EQ(numbers(cards.at(1)["documents"]), (std::vector<std::uint64_t>{1, 0}));
  EXPECT_EQ(std::string_view(data["tasks"].at(1)["cards"].at(1)["label"]), "2")
      << "it has no label";
}

// What a document is called where it has no title, or its docno is the title or in the address.
TEST(ParticipantData, HasNoDocnos) {
  Study study = preferences_study();
  const std::string words = "Some words of a text that is too long for a title, and goes on and on";
  const auto document = [&](const std::string& docno, const DocumentText& text) {
    study.documents[2] = {docno, text};
    simdjson::dom::parser parser;
    const std::string json = participant_data(study, 0, PageMode::server);
    const element data = parser.parse(json)["documents"].at(0);
    return std::vector<std::string>{std::string(data["title"]), std::string(data["url"])};
  };
  using Shown = std::vector<std::string>;
  EXPECT_EQ(document("w-1", {"", "", "Few words"}), (Shown{"Few words", ""}));
  EXPECT_EQ(document("w-1", {"", "http://a.example/w-11", words}),
            (Shown{"Some words of a text that is too long for a title, and goes\u2026",
                   "http://a.example/w-11"}));
  EXPECT_EQ(document("w-1", {"", "http://a.example/", ""}), (Shown{"", "http://a.example/"}));
  EXPECT_EQ(document("w-1", {"w-1", "", ""}), (Shown{"", ""}));
  EXPECT_EQ(document("w-1", {"", "http://a.example/W-1.html", ""}), (Shown{"", ""}));
  EXPECT_EQ(document("w-1", {"T", "http://a.example/?d=w-1", ""}), (Shown{"T", ""}));
  EXPECT_EQ(document("http://a.example/", {"T", "http://a.example/", ""}), (Shown{"T", ""}));
  EXPECT_EQ(document("a/b-1", {"A/B-1 of it", "http://a.example/a%2Fb%2d1", ""}),
            (Shown{"\u2026 of it", ""}));
  EXPECT_EQ(document("w-1", {"W-1", "", "the text of w-1, a page"}),
            (Shown{"the text of \u2026, a page", ""}));
  EXPECT_EQ(document("org", {"T", "http://a.example.org/1", ""}),
            (Shown{"T", "http://a.example.org/1"}));
}

TEST(ParticipantData, SaysFirstWordsOnce) {
  Study study = preferences_study();
  const auto excerpt = [&](const DocumentText& text) {
    study.documents[2] = {"w-1", text};
    simdjson::dom::parser parser;
    const std::string json = participant_data(study, 0, PageMode::server);
    const element data = parser.parse(json)["documents"].at(0);
    return std::string(data["excerpt"]);
  };
  const std::string words = "Some words of a text that is too long for a title, and goes on and on";
  EXPECT_EQ(excerpt({"", "", words}), "\u2026on and on");
  EXPECT_EQ(excerpt({"", "", "Few words"}), "");
  EXPECT_EQ(excerpt({"T", "", words}), words);
}

TEST(ParticipantData, NamesTheStorageOfAParticipantAlone) {
  Study study = preferences_study();
  const auto name_of = [&](std::uint32_t participant) {
    simdjson::dom::parser parser;
    const std::string json = participant_data(study, participant, PageMode::file);
    const element data = parser.parse(json);
    return std::string(data["storage"]);
  };
  const std::string first = name_of(0);
  EXPECT_EQ(first.size(), 32u);
  EXPECT_NE(first, name_of(1));
  study.participants[0].token[5] = 'C';
  EXPECT_NE(first, name_of(0));
}

// Names of runs and pools, docnos, and what tells repeated pairs and sides, stay here.
TEST(StudyPage, IsBlind) {
  Study study = preferences_study();
  for (StudyList& list : study.lists) list.run += "-secret";
  for (StudyPair& pair : study.pairs) pair.pool += "-secret";
  for (StudyDocument& document : study.documents) {
    document.docno += "-secret";
    document.text.url = "http://example.org/" + document.docno;
  }
  study.documents[0].text.title = study.documents[0].docno;
  study.documents[0].text.excerpt.clear();
  for (const PageMode mode : {PageMode::server, PageMode::file}) {
    for (std::uint32_t participant = 0; participant < 2; ++participant) {
      const std::string page = study_page(study, participant, mode);
      EXPECT_FALSE(has(page, "secret"));
      for (const StudyParticipant& other : study.participants) EXPECT_FALSE(has(page, other.token));
      Study unmarked = study;
      for (StudyTask& task : unmarked.participants[participant].tasks) task.repeat = !task.repeat;
      EXPECT_EQ(page, study_page(unmarked, participant, mode));
      // A pair that is written the other way round, and shown the same.
      for (StudyPair& pair : unmarked.pairs) std::swap(pair.first, pair.second);
      for (StudyTask& task : unmarked.participants[participant].tasks) task.swapped = !task.swapped;
      EXPECT_EQ(page, study_page(unmarked, participant, mode));
    }
  }
}

TEST(StudyPage, CannotBeEndedByWhatItShows) {
  Study study = preferences_study();
  const std::string hostile = "</script><!--</title>\"'&{{script}}{{data}}\xff\u2028";
  const auto count = [](const std::string& page, std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = page.find(what); at != std::string::npos; at = page.find(what, at + 1))
      ++n;
    return n;
  };
  const std::string plain = study_page(study, 0, PageMode::server);
  study.title = study.instructions = hostile;
  for (std::string& question : study.questions) question = hostile;
  for (StudyTopic& topic : study.topics) topic.query = topic.description = hostile;
  for (StudyDocument& document : study.documents) document.text = {hostile, hostile, hostile};
  const std::string page = study_page(study, 0, PageMode::server);
  for (const char* tag : {"</script", "<script", "</title", "<!--", "</style", "<body"})
    EXPECT_EQ(count(page, tag), count(plain, tag)) << tag;
}

// One, or all of them for the browser to choose from.
TEST(StudyPage, HasTheWordsOfItsLanguages) {
  Study study = preferences_study();
  const auto has = [&](const char* text) {
    return study_page(study, 0, PageMode::server).find(text) != std::string::npos;
  };
  EXPECT_TRUE(has("<html lang=\"en\">") && has("\"Undo\"") && has("needs JavaScript"));
  EXPECT_FALSE(has("\"Rückgängig\""));
  study.language = "de";
  EXPECT_TRUE(has("<html lang=\"de\">") && has("\"Rückgängig\"") && has("braucht JavaScript"));
  EXPECT_FALSE(has("\"Undo\"") || has("needs JavaScript"));
  EXPECT_TRUE(has("\"language\":\"de\"")) << "of the texts of the study";
  study.language = language_of_browser;
  EXPECT_TRUE(has("\"Rückgängig\"") && has("\"Undo\"") && has("braucht JavaScript"));
  EXPECT_TRUE(has("\"language\":\"\"")) << "nobody has said it";
}

TEST(StudyPage, IsFilled) {
  for (const Study& study : {preferences_study(), intents_study()}) {
    const std::string page = study_page(study, 0, PageMode::server);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_FALSE(has(page, "{{"));
    const std::string policy = study_page_policy(study.kind);
    EXPECT_TRUE(policy.ends_with("; frame-ancestors 'none'"));
    EXPECT_TRUE(has(page, policy.substr(0, policy.rfind(';'))));
  }
  for (const std::string_view part : {judge_css, judge_js, preferences_js, intents_js})
    EXPECT_FALSE(has(part, "</")) << "it could end its element";
}

}  // namespace
}  // namespace subintent::internal
