// Studies of people made, answered and read by the library, as the program does it.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "../test_file.h"
#include "messages.h"
#include "printed.h"
#include "refusal.h"

namespace subintent {
namespace {

const std::string data = SUBINTENT_DATA "/study/";

PairInputs pair_inputs() {
  PairInputs inputs;
  inputs.evaluation.judgments = JudgmentInputs{.qrels = Source(data + "qrels.txt")};
  for (const char* name : {"bm25", "mmr-03", "pm2"}) inputs.runs.push_back({data + "runs/" + name});
  return inputs;
}

std::string bytes_of(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

// The strings that begin behind each `before`.
std::vector<std::string> strings_after(const std::string& text, const std::string& before) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
    at += before.size();
    found.push_back(text.substr(at, text.find('"', at) - at));
  }
  return found;
}

// What is said of a call that studies of the other kind answer.
std::string wrong_study(const std::function<void()>& call) {
  const Error error = thrown_by(call);
  EXPECT_EQ(error.kind(), Error::Kind::argument);
  return error.what();
}

class StudiesTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

  // An answer as a page saves it, to the first task of the first participant.
  Source saved(const Study& study, const std::string& value) const {
    const std::string text = bytes_of(study.folder() + "/study.jsonl");
    const std::string task = strings_after(text, "\"tasks\":[{\"id\":\"").at(0);
    const std::string of = strings_after(text, "{\"study\":\"").at(0);
    return Source::memory(
        R"({"study":")" + of + R"(","participant":"p01","id":"a","task":")" + task + "\"" +
            (study.is_of_intents() ? "" : R"(,"question":"q1")") + R"(,"revision":1,"value":)" +
            value + R"(,"seconds":3,"time":"2026-11-22T10:00:00Z","comment":"why"})" + "\n",
        "saved");
  }

 private:
  internal::TestFolder folder_;
};

TEST_F(StudiesTest, InputsThatNothingUsesAreRefused) {
  const auto refused = [](const std::function<void(PairInputs&)>& change,
                          const std::string& argument) {
    PairInputs inputs = pair_inputs();
    inputs.chosen = Source("pairs");
    change(inputs);
    return refusal([&] { PairSample{inputs}; }, argument);
  };
  EXPECT_EQ(refused([](PairInputs& inputs) { inputs.pool = {"random"}; }, "pool"),
            "pool draws pairs, but `chosen` gives them; leave out one of the two");
  refused([](PairInputs& inputs) { inputs.pairs = 5; }, "pairs");
  refused([](PairInputs& inputs) { inputs.topics = 2; }, "topics");
  refused([](PairInputs& inputs) { inputs.scores = {Source("scores")}; }, "scores");
  EXPECT_EQ(refused([](PairInputs& inputs) { inputs.check_runs = {{"run"}}; }, "check_runs"),
            "`check_runs` without `checks`; give the file of the attention checks");
  const auto computed = [&](const std::function<void(EvaluationInputs&)>& change,
                            const std::string& argument) {
    return refused(
        [&](PairInputs& inputs) {
          inputs.chosen.reset();
          inputs.scores = {Source("scores")};
          change(inputs.evaluation);
        },
        argument);
  };
  EXPECT_EQ(computed(
                [](EvaluationInputs& by) {
                  by.gains = {{1, 1}};
                },
                "gains"),
            "gains computes scores, but `scores` gives them; leave out one of the two");
  computed([](EvaluationInputs& by) { by.max_grade = 2; }, "max_grade");
  computed([](EvaluationInputs& by) { by.hierarchies = {{"H", Source("file")}}; }, "hierarchies");
  computed([](EvaluationInputs& by) { by.similarity = SimilarityFiles{.vectors = {"file"}}; },
           "similarity");
}

TEST_F(StudiesTest, StudyOfPreferences) {
  Remarks told;
  const Study made = Study::make(path("study"), PairSample(pair_inputs()),
                                 {.participants = 4, .per_item = 2, .title = "Lists"},
                                 [&](const Remarks& remarks) { told = remarks; });
  ASSERT_FALSE(told.warnings.empty());
  EXPECT_EQ(told.warnings[0].code, "topics-without-query");
  EXPECT_FALSE(made.is_of_intents());
  const StudySize size = made.size();
  EXPECT_EQ(size.pairs, PairSample(pair_inputs()).pairs());
  EXPECT_EQ(size.participants, 4U);
  EXPECT_EQ(size.checks, 0U);
  EXPECT_LE(size.most_tasks, size.least_tasks + 1);
  EXPECT_TRUE(study_files(path("nowhere")).empty());
  EXPECT_EQ(study_files(made.folder()), std::vector{path("study/study.jsonl")});
  refusal([&] { require_free_folder(made.folder()); });

  const Study study = Study::read(made.folder());
  EXPECT_EQ(study.participants(), (std::vector<std::string>{"p01", "p02", "p03", "p04"}));
  EXPECT_TRUE(has(study.page(3), "Lists"));
  refusal([&] { study.page(4); }, "participant");

  EXPECT_TRUE(StudyAnswers::read(study).empty());
  const auto imported = study.import_answers({saved(study, "\"left\"")});
  ASSERT_EQ(imported.size(), 1U);
  EXPECT_EQ(imported[0].participant, "p01");
  EXPECT_EQ(imported[0].added, 1U);
  EXPECT_EQ(study.import_answers({saved(study, "\"left\"")})[0].known, 1U);
  refusal([&] { study.import_answers({saved(study, "\"right\"")}); });
  EXPECT_EQ(study_files(made.folder()).size(), 2U);

  const StudyAnswers answers = StudyAnswers::read(study);
  EXPECT_FALSE(answers.empty());
  EXPECT_TRUE(answers.warnings().empty());
  EXPECT_EQ(answers.preferences(), printed("judge export " + study.folder()));
  EXPECT_EQ(read_preferences(Source::memory(answers.preferences(), "preferences")).size(), 1U);
  EXPECT_TRUE(has(answers.comments(), "why"));
  const StudyTables progress = answers.progress(4, {.format = "tsv"});
  EXPECT_EQ(progress.text, printed("judge status --fast 4 --format tsv " + study.folder()));
  ASSERT_EQ(progress.tables.size(), 1U);
  EXPECT_EQ(progress.tables[0].rows.size(), 5U);  // and the sum of all
  refusal([&] { answers.progress(2, {.format = "nothing"}); }, "format");
  refusal([&] { answers.preferences({.pool = "near"}); });
  refusal([&] { answers.preferences({.checks_passed = .5}); });
  EXPECT_EQ(wrong_study([&] { answers.groups(); }),
            study.folder() + ": is a study of preferences, which has no groups");
  wrong_study([&] { answers.agreement(); });
}

TEST_F(StudiesTest, StudyOfIntents) {
  IntentInputs inputs{{Source(data + "qrels.txt")}};
  inputs.topics = Source(data + "topics.xml");
  const Study study = Study::make(path("study"), IntentCards(inputs), {.participants = 2});
  EXPECT_TRUE(study.is_of_intents());
  EXPECT_EQ(study.size().pairs, 0U);
  EXPECT_EQ(study.size().topics, study.size().most_tasks);
  study.import_answers({saved(
      study, R"({"groups":[{"name":"both","cards":["c1","c2"]}],"labels":{},"done":false})")});
  const StudyAnswers answers = StudyAnswers::read(study);
  const std::vector<ParticipantGroups> groups = answers.groups();
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].topics, 1U);
  EXPECT_EQ(groups[0].unfinished, 1U);
  EXPECT_TRUE(has(groups[0].superintents, " both "));
  EXPECT_EQ(groups[1].topics, 0U);
  EXPECT_EQ(answers.agreement().text, printed("judge export " + study.folder()));
  EXPECT_EQ(answers.agreement().tables.back().name, "progress");
  EXPECT_EQ(wrong_study([&] { answers.preferences(); }),
            study.folder() + ": is a study of intents, which has no preferences");
  refusal([&] { Study::make(path("s"), IntentCards(inputs), {.questions = {"?"}}); }, "questions");
  refusal([] { IntentCards({}); }, "qrels");
  inputs.documents = 101;
  refusal([&] { IntentCards{inputs}; }, "documents");
}

TEST_F(StudiesTest, OptionsThatMakeNoSenseAreRefused) {
  const PairSample pairs(pair_inputs());
  const auto refused = [&](const StudyOptions& options, const std::string& argument) {
    refusal([&] { Study::make(path("study"), pairs, options); }, argument);
  };
  refused({.participants = 0}, "participants");
  refused({.participants = 2, .per_item = 3}, "");
  refused({.session = 0}, "session");
  refused({.language = "xx"}, "language");
  refused({.questions = {" "}}, "questions");
  refused({.title = "\xff"}, "");
  EXPECT_FALSE(std::filesystem::exists(path("study")));
  EXPECT_EQ(study_languages().back(), "browser");
  EXPECT_EQ(pool_kinds()[0].name, "random");
}

TEST_F(StudiesTest, ServerEndsWhenItIsTold) {
  const Study study = Study::make(path("study"), PairSample(pair_inputs()), {.participants = 2});
  refusal([&] { StudyServer(study, {.base_url = "ftp://example.org"}); }, "base_url");
  const std::string text = refusal([&] { StudyServer(study, {.listen = "192.0.2.1"}); });
  EXPECT_TRUE(has(text, "give an address of this machine"));
  StudyServer server(study);
  EXPECT_TRUE(server.url().starts_with("http://127.0.0.1:"));
  EXPECT_FALSE(server.is_exposed());
  ASSERT_EQ(server.links().size(), 2U);
  EXPECT_TRUE(server.links()[1].starts_with(server.url() + "/"));
  refusal([&] { StudyServer{study}; });  // one at a time
  std::array<int, 2> end{};
  ASSERT_EQ(pipe(end.data()), 0);
  ASSERT_EQ(write(end[1], "", 1), 1);
  server.run(end[0]);
  for (const int one : end) close(one);
}

}  // namespace
}  // namespace subintent
