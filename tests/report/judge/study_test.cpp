#include "report/judge/study.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "fixtures.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

Study read(std::string_view text) {
  return read_study(Source::memory(text, "s.jsonl"));
}

std::string study_error(std::string_view text) {
  return message_of([&] { read(text); });
}

// The text of a study with its first `old` replaced.
std::string changed(const Study& study, std::string_view old, std::string_view replacement) {
  std::string text = study_text(study);
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), replacement);
}

TEST(Study, IsReadAsItWasWritten) {
  for (const Study& study : {preferences_study(), intents_study()})
    EXPECT_EQ(read(study_text(study)), study);
}

// A study without them is written as it was before there were any.
TEST(Study, MayHaveALanguageAndAConsent) {
  Study study = preferences_study();
  EXPECT_FALSE(has(study_text(study), "language"));
  EXPECT_FALSE(has(study_text(study), "consent"));
  study.language = "zh";
  study.consent = "One.\n\nTwo.";
  EXPECT_EQ(read(study_text(study)), study);
  EXPECT_EQ(study_error(changed(study, R"("zh")", R"("xx")")),
            "s.jsonl:1: unknown language 'xx'; use the version of subintent that made the study");
  EXPECT_EQ(study_error(changed(study, R"("id":"t2")", R"("id":"consent")")),
            "s.jsonl:15: the id of a task is consent");
}

TEST(Study, HasALineForEachThing) {
  const std::string text = study_text(preferences_study());
  EXPECT_EQ(std::ranges::count(text, '\n'), 1 + 3 + 2 + 5 + 3 + 2);
  EXPECT_TRUE(has(text, R"({"pair":["pm2","bm25"],"of":"1","pool":"disagreed"})"));
}

TEST(Study, BadInputIsNamedWithItsLine) {
  struct Case {
    const char *old, *replacement, *error;
  };
  const std::vector<Case> cases = {
      {"{\"study\"", "{\"other\"", "s.jsonl:1: is not the head of a study"},
      {"\"version\":1", "\"version\":2", "s.jsonl:1: was made by another version of subintent"},
      {"\"kind\":\"preferences\"", "\"kind\":\"x\\u001b\"", "s.jsonl:1: unknown kind 'x?'"},
      {"\"cutoff\":2", "\"cutoff\":0", "s.jsonl:1: \"cutoff\" is not a whole number from 1"},
      {"\"cutoff\":2", "\"cutoff\":1", "s.jsonl:7: has 2 documents, more than the cutoff 1"},
      {"\"title\":\"A title\"", "\"titel\":1", "s.jsonl:1: \"title\" is missing"},
      {"\"seed\":7", "\"seed\":-7", "s.jsonl:1: \"seed\" is not a whole number"},
      {"\"seed\":7", "\"seed\":7,\"seed\":7", "s.jsonl:1: \"seed\" occurs twice"},
      {"{\"document\":\"d2\"", "{\"document\":\"d1\"", "s.jsonl:3: document d1 is listed twice"},
      {"{\"document\":\"d2\"", "{\"document\":\"\"", "s.jsonl:3: the document '' is empty"},
      {"{\"topic\":\"2\"", "{\"topic\":\"1\"", "s.jsonl:6: topic 1 is listed twice"},
      {"\"list\":\"mmr\"", "\"list\":\"bm25\"", "s.jsonl:8: list bm25 of topic 1 is listed twice"},
      {"\"list\":\"mmr\"", "\"list\":\"m\\tr\"", "s.jsonl:8: the list 'm?r' contains control"},
      {"[\"d1\",\"d2\"]", "[\"d1\",\"d1\"]", "s.jsonl:7: has document d1 twice"},
      {"[\"d1\",\"d2\"]", "[\"d1\",\"d9\"]", "s.jsonl:7: there is no document d9 above"},
      {"[\"d1\",\"d2\"]", "\"d1\"", "s.jsonl:7: \"documents\" is not an array of strings"},
      {"[\"pm2\",\"bm25\"]", "[\"pm2\"]", "s.jsonl:13: \"pair\" is not two runs"},
      {"[\"pm2\",\"bm25\"]", "[\"pm2\",\"pm2\"]", "s.jsonl:13: is a pair of one run with itself"},
      {"[\"pm2\",\"bm25\"]", "[\"mmr\",\"bm25\"]", "s.jsonl:13: the pair of mmr and bm25 is list"},
      {"[\"pm2\",\"bm25\"]", "[\"x\",\"bm25\"]", "s.jsonl:13: there is no list x of topic 1 above"},
      {"\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"", "\"token\":\"AAAA\"", "s.jsonl:15: the token is sh"},
      {"\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"", "\"token\":\"../A\"",
       "s.jsonl:15: \"token\" is not"},
      {"\"token\":\"AAAAAAAAAAAAAAAAAAAAAA\"", "\"token\":\"BBBBBBBBBBBBBBBBBBBBBB\"",
       "s.jsonl:16: the token is listed twice"},
      {"\"id\":\"u1\"", "\"id\":\"t1\"", "s.jsonl:16: task t1 is listed twice"},
      {"\"item\":2", "\"item\":4", "s.jsonl:15: \"item\" is not a whole number from 1 to 3"},
      {"\"session\":2", "\"session\":0", "s.jsonl:15: \"session\" is not a whole number"},
      {"\"session\":1", "\"session\":3", "s.jsonl:15: task t2 returns to session 1"},
      {"\"item\":1", "\"item\":2", "s.jsonl:15: task t2 has pair 2 twice"},
      {"\"item\":3", "\"item\":2", "s.jsonl:15: task t3 has pair 2 twice"},
      {"\"swapped\":false,\"repeat\":false", "\"swapped\":true,\"repeat\":false",
       "s.jsonl:15: task t4 repeats pair 2 unchanged"},
      {"\"repeat\":false", "\"repeat\":true", "s.jsonl:15: task t1 repeats pair 2, which did not"},
      {"{\"participant\":\"p2\"", "{\"nobody\":\"p2\"",
       "s.jsonl:16: is not part of a study of pref"},
      {"{\"participant\":\"p2\"", "[", "s.jsonl:16: is not JSON"},
      {"{\"participant\":\"p2\"", "{\"participant\":\"p1\"",
       "s.jsonl:16: participant p1 is listed"}};
  for (const Case& bad : cases) {
    const std::string error = study_error(changed(preferences_study(), bad.old, bad.replacement));
    EXPECT_TRUE(error.starts_with(bad.error)) << bad.replacement << "\n" << error;
    EXPECT_FALSE(has(error, "\n"));
  }
}

TEST(Study, BadCardsAreNamedWithTheirLine) {
  const Study study = intents_study();
  EXPECT_TRUE(study_error(changed(study, "\"intent\":\"2\"", "\"intent\":\"1\""))
                  .starts_with("s.jsonl:4: intent 1 is listed twice"));
  Study lonely = study;
  lonely.topics[1].cards.pop_back();
  EXPECT_EQ(study_error(study_text(lonely)),
            "s.jsonl:5: has fewer than two cards: there is nothing to group");
  EXPECT_TRUE(study_error(changed(study, "\"questions\":[]", "\"questions\":[\"?\"]"))
                  .starts_with("s.jsonl:1: has questions, but is not about lists"));
}

TEST(Study, PartsThatAreMissingAreNamed) {
  EXPECT_TRUE(study_error("").starts_with("s.jsonl: has no study"));
  Study study = preferences_study();
  study.participants.clear();
  EXPECT_TRUE(study_error(study_text(study)).starts_with("s.jsonl: has no participants"));
  study.pairs.clear();
  EXPECT_TRUE(study_error(study_text(study)).starts_with("s.jsonl: has no pairs"));
}

void write_study_folder(const std::string& folder, const Study& study) {
  NewStudyFolder(folder, study).publish();
}

TEST(StudyFolder, IsWrittenForItsOwnerAlone) {
  const std::string folder = temporary_path("study");
  const Study study = preferences_study();
  write_study_folder(folder + "/", study);
  EXPECT_EQ(read_study_folder(folder), study);
  struct stat status {};
  for (const std::string_view file : {study_file, links_file}) {
    ASSERT_EQ(stat(path_in(folder, file).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
  }
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  std::ifstream links(path_in(folder, links_file));
  std::stringstream text;
  text << links.rdbuf();
  EXPECT_EQ(text.str(),
            "participant\tlink\np1\t/AAAAAAAAAAAAAAAAAAAAAA/\np2\t/BBBBBBBBBBBBBBBBBBBBBB/\n");
}

TEST(StudyFolder, IsNeverOverwritten) {
  const std::string folder = temporary_path("kept");
  std::filesystem::create_directory(folder);
  write_study_folder(folder, preferences_study());  // an empty folder is fine
  EXPECT_THROW(write_study_folder(folder, intents_study()), Error);
  EXPECT_EQ(read_study_folder(folder), preferences_study());
  EXPECT_THROW(write_study_folder(write_temporary("file", ""), intents_study()), Error);
  EXPECT_THROW(write_study_folder(temporary_path("none/study"), intents_study()), Error);
  EXPECT_THROW(read_study_folder(temporary_path("none")), Error);
  for (const auto& entry : std::filesystem::directory_iterator(temporary_path("")))
    EXPECT_FALSE(has(entry.path().string(), ".part-"));
}

TEST(StudyFolder, LeavesNothingWhenASignalEndsTheProgram) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const std::string folder = temporary_path("ended");
    const auto end_in_between = [&] {
      std::signal(signal, SIG_DFL);
      const NewStudyFolder half(folder, preferences_study());
      std::thread([&] { kill(getpid(), signal); }).join();
    };
    EXPECT_EXIT(end_in_between(), testing::KilledBySignal(signal), "");
    EXPECT_FALSE(std::filesystem::exists(folder));
    for (const auto& entry : std::filesystem::directory_iterator(temporary_path("")))
      EXPECT_FALSE(has(entry.path().string(), ".part-"));
  }
}

TEST(StudyFolder, IsThereWhenASignalComesWhileItGetsItsName) {
  const std::string folder = temporary_path("complete");
  const auto end_at_last = [&] {
    std::signal(SIGTERM, SIG_DFL);
    NewStudyFolder whole(folder, preferences_study());
    raise(SIGTERM);
    whole.publish();
  };
  EXPECT_EXIT(end_at_last(), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(read_study_folder(folder), preferences_study());
}

TEST(StudyFolder, IgnoresSignalsThatAreIgnored) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const NewStudyFolder half(temporary_path("ignored"), preferences_study());
    raise(SIGHUP);
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

TEST(OpaqueId, IsBase64OfTheBytes) {
  const std::uint32_t words[4] = {0x04030201, 0x08070605, 0x0c0b0a09, 0xffffff0d};
  EXPECT_EQ(opaque_id(words), "AQIDBAUGBwgJCgsMDf___w");
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(random_token());
  EXPECT_EQ(tokens.size(), 100u);
}

}  // namespace
}  // namespace subintent::internal
