// What becomes of answers: preferences, groups, progress.
#include <gtest/gtest.h>

#include <random>

#include "core/collection/preferences.h"
#include "core/collection/topics.h"
#include "fixtures.h"
#include "messages.h"
#include "report/judge/results.h"

namespace subintent::internal {
namespace {

StoredAnswer answer(std::uint32_t participant, std::uint32_t task, std::uint32_t question,
                    AnswerValue value, double seconds = 1) {
  StoredAnswer stored{participant, "2026-11-22T10:00:09Z", {}};
  stored.answer.id = "a" + std::to_string(participant) + "-" + std::to_string(task) + "-" +
                     std::to_string(question);
  stored.answer.task = task;
  stored.answer.question = question;
  stored.answer.value = std::move(value);
  stored.answer.seconds = seconds;
  stored.answer.time = "2026-11-22T10:00:00Z";
  return stored;
}

TEST(Checks, AreAnsweredAsIsRightOrNot) {
  Study study = preferences_study();
  study.pairs[0].check = Preference::second;
  const std::vector<StoredAnswer> answers = {
      answer(0, 1, 0, Side::left),  // bm25 against mmr, swapped: mmr is better
      answer(0, 1, 1, Side::same), answer(0, 0, 0, Side::left),
      answer(1, 0, 0, Side::left),  // not swapped: bm25
      answer(1, 0, 1, std::monostate())};
  const auto counts = check_counts(study, answers);
  EXPECT_EQ(counts[0].answered, 2u);
  EXPECT_EQ(counts[0].passed, 1u);
  EXPECT_EQ(counts[1].answered, 1u);
  EXPECT_EQ(counts[1].passed, 0u);
  EXPECT_TRUE(passes(counts[0], .5));
  EXPECT_FALSE(passes(counts[0], .51));
  EXPECT_TRUE(passes({}, 1)) << "nothing answered yet";

  const std::string all = preferences_text(study, answers);
  EXPECT_TRUE(has(all, "\tpool\tcomment\tcheck\n"));
  EXPECT_TRUE(has(all, "\trandom\t\t<\n"));
  EXPECT_TRUE(has(all, "\tdisagreed\t\t\n"));
  const std::string some = preferences_text(study, answers, "disagreed", .5);
  EXPECT_FALSE(has(some, "\tp2\t"));
  EXPECT_TRUE(has(some, "\t<\n")) << "checks stay, whatever the pool";
  EXPECT_EQ(read_study(Source::memory(study_text(study), "study")), study);
}

TEST(Progress, CountsTasksWhoseQuestionsAreAllAnswered) {
  const Study study = preferences_study();
  const auto progress =
      progress_of(study, std::vector<StoredAnswer>{
                             answer(0, 0, 0, Side::left, 4), answer(0, 0, 1, Side::left, 6),
                             answer(0, 1, 0, Side::same, 1), answer(0, 3, 0, Side::left, 20),
                             answer(0, 3, 1, Side::right, 1), answer(1, 0, 0, std::monostate())});
  ASSERT_EQ(progress.size(), 3u) << "the last is of all";
  EXPECT_EQ(progress[0].tasks, 4u);
  EXPECT_EQ(progress[0].answered, 2u);
  EXPECT_EQ(progress[0].begun, 1u);
  EXPECT_EQ(progress[0].sessions, 2u);
  EXPECT_EQ(progress[0].finished_sessions, 1u);
  EXPECT_EQ(progress[0].median_seconds, (10 + 21) / 2.0);
  EXPECT_EQ(progress[0].last, "2026-11-22T10:00:09Z");
  EXPECT_EQ(progress[1].answered, 0u);
  EXPECT_EQ(progress[1].begun, 0u);
  EXPECT_EQ(progress[1].median_seconds, std::nullopt);
}

Grouping grouping(std::vector<CardGroup> groups) {
  return {std::move(groups), {}, true};
}

TEST(Groups, BecomeSuperintentsAndLabels) {
  const Study study = intents_study();
  Grouping made = grouping({{"Music & more", {2, 1}}, {"", {}}});
  made.labels[0] = "angling\n";
  const auto groups =
      groups_of(study, std::vector<StoredAnswer>{answer(0, 1, 0, made),  // topic 1
                                                 answer(0, 0, 0, grouping({{"1", {0}}, {"", {1}}})),
                                                 answer(1, 0, 0, std::monostate())});
  const GroupFiles files = group_files(study, groups, 0);
  EXPECT_EQ(files.superintents, "1 Music_&_more 3\n1 Music_&_more 2\n2 1-2 1\n2 group-2 2\n");
  EXPECT_EQ(files.labels, "1\tMusic_&_more\tMusic & more\n1\t1\tangling\n2\t1-2\t1\n");
  EXPECT_EQ(group_files(study, groups, 1).superintents, "");
  // What is written can be read: no name is an intent's, or there twice.
  const auto read = read_superintents(Source::memory(files.superintents, "superintents"));
  EXPECT_EQ(read.at("1").at("Music_&_more").members, (std::vector<std::string>{"2", "3"}));
}

// The adjusted Rand index by counting pairs of cards.
double naive_rand(const std::vector<int>& a, const std::vector<int>& b) {
  double both = 0, in_a = 0, in_b = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      ++all;
      in_a += a[i] == a[j] ? 1 : 0;
      in_b += b[i] == b[j] ? 1 : 0;
      both += a[i] == a[j] && b[i] == b[j] ? 1 : 0;
    }
  }
  const double expected = in_a * in_b / all, most = (in_a + in_b) / 2;
  return most == expected ? 1 : (both - expected) / (most - expected);
}

TEST(Groups, AgreeAsPairsOfCardsDo) {
  constexpr std::uint32_t cards = 7, people = 3;
  Study study = intents_study();
  study.topics.resize(1);
  study.topics[0].cards.clear();
  for (std::uint32_t c = 0; c < cards; ++c)
    study.topics[0].cards.push_back({std::to_string(10 - c), "", {}, {}});
  study.participants.assign(people, {});
  std::mt19937 generator(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<ParticipantGroups> groups;
    std::vector<std::vector<int>> numbers;
    for (std::uint32_t p = 0; p < people; ++p) {
      std::vector<CardGroup> made(3);
      std::vector<int> number(cards);
      for (std::uint32_t c = 0; c < cards; ++c) {
        const auto group = generator() % 4;  // the last one: alone
        if (group < 3) made[group].cards.push_back(c);
        number[c] = static_cast<int>(group < 3 ? group : 10 + c);
      }
      groups.push_back({p, 0, grouping(made)});
      numbers.push_back(number);
    }
    const GroupAgreement found = group_agreement(study, groups);
    ASSERT_EQ(found.topics.size(), 1u);
    ASSERT_EQ(found.topics[0].pairs.size(), 3u);
    double sum = 0;
    for (const PeopleAgreement& pair : found.topics[0].pairs) {
      EXPECT_NEAR(pair.adjusted_rand, naive_rand(numbers[pair.first], numbers[pair.second]), 1e-12);
      sum += pair.adjusted_rand;
    }
    EXPECT_NEAR(found.mean.value(), sum / 3, 1e-12);
    EXPECT_FALSE(found.interval);  // of one topic
  }
}

TEST(Groups, OfOnePersonAgreeWithNobody) {
  const Study study = intents_study();
  const GroupAgreement found =
      group_agreement(study, std::vector<ParticipantGroups>{{0, 0, grouping({{"a", {0, 1}}})}});
  EXPECT_TRUE(found.topics.empty());
  EXPECT_FALSE(found.mean);
  EXPECT_EQ(group_report(study, found).text.text(), "No topic has been grouped by two people.\n");
}

}  // namespace
}  // namespace subintent::internal
