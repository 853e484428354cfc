#include "compare/participants.h"

#include <gtest/gtest.h>

#include "compare/correlation.h"
#include "compare/fixtures.h"
#include "core/base/philox.h"

namespace subintent::internal {
namespace {

// Eight topics, two pairs each, three participants; not everybody judges everything.
std::vector<PreferencePool> random_pools() {
  std::vector<UserPreference> answers;
  std::vector<std::uint32_t> words(48);
  random_words({3, RandomPurpose::bootstrap, 0, 0}, words);
  auto word = words.begin();
  for (int topic = 1; topic <= 8; ++topic) {
    for (const char* second : {"b", "c"}) {
      for (const char* user : {"u1", "u2", "u3"}) {
        const std::uint32_t drawn = *word++;
        if (drawn % 5 == 0) continue;
        answers.push_back({std::to_string(topic), "a", second, user,
                           static_cast<Preference>(static_cast<int>(drawn / 8 % 3) - 1)});
      }
    }
  }
  return {{"users", answers, 0, "users.tsv"}};
}

std::vector<ScoreGroup> scores_at_random() {
  ScoreGroup group;
  group.runs = {"a", "b", "c"};
  for (const char* measure : {"M", "N"}) {
    std::vector<std::vector<double>> rows;
    std::vector<std::uint32_t> words(24);
    random_words({measure[0] == 'M' ? 5u : 6u, RandomPurpose::bootstrap, 0, 0}, words);
    for (std::size_t t = 0; t < 8; ++t) {
      rows.push_back(
          {double(words[3 * t] % 4), double(words[3 * t + 1] % 4), double(words[3 * t + 2] % 4)});
    }
    group.measures.push_back(matrix(rows));
    group.measures.back().measure = measure;
  }
  for (int topic = 1; topic <= 8; ++topic) group.topics.push_back(std::to_string(topic));
  return {group};
}

// Resamples whole topics, by the definition of the drawing, and computes alpha of what they hold.
TEST(Participants, IntervalsAreThoseOfResampledTopics) {
  const auto pools = random_pools();
  const BootstrapSettings settings{200, 9, .1};
  const auto found =
      user_reliabilities(by_question(pools).at(0), TiedPreference::disagree, settings);
  ASSERT_EQ(found.at(1).coefficient, "alpha_nominal");
  std::map<std::string, std::map<std::string, std::vector<std::size_t>>> units;
  for (const UserPreference& one : pools[0].preferences) {
    units[one.topic][one.run2].push_back(static_cast<std::size_t>(
        static_cast<int>(one.preference) * (one.run2 == "c" ? -1 : 1) + 1));
  }
  std::vector<double> values;
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    std::vector<std::uint32_t> words(units.size());
    random_words({9, RandomPurpose::bootstrap, trial, 0}, words);
    Coincidences sample(3);
    for (const std::uint32_t word : words) {
      const auto topic = std::next(units.begin(), (std::uint64_t{word} * units.size()) >> 32);
      for (const auto& [pair, given] : topic->second) sample.add(given);
    }
    sample.forget_order();
    values.push_back(sample.alpha(ValueMetric::nominal).value());
  }
  std::ranges::sort(values);
  EXPECT_NEAR(found[1].interval.value().low, values[10], 1e-12);
  EXPECT_NEAR(found[1].interval->high, values[189], 1e-12);
}

TEST(Participants, MeasuresAreTestedByTheTauOfEachTopic) {
  const auto pools = random_pools();
  const auto groups = scores_at_random();
  const TestSettings settings{find_test("t"), 0, 1, .05, true};
  const auto found = preference_tests(by_question(pools).at(0), groups, TiedPreference::disagree,
                                      settings, Correction::none);
  ASSERT_EQ(found.size(), 1u);
  std::map<std::string, std::pair<double, double>> sums;
  std::map<std::string, double> judged;
  for (const UserPreference& one : pools[0].preferences) {
    const std::size_t topic = std::stoul(one.topic) - 1, second = one.run2 == "b" ? 1 : 2;
    const auto agrees = [&](std::size_t m) {
      const ScoreMatrix& scores = groups[0].measures[m];
      return preference(scores.at(topic, 0), scores.at(topic, second)) ==
                     static_cast<int>(one.preference)
                 ? 1.0
                 : -1.0;
    };
    sums[one.topic].first += agrees(0);
    sums[one.topic].second += agrees(1);
    judged[one.topic] += 1;
  }
  double tau1 = 0, tau2 = 0;
  for (const auto& [topic, sum] : sums) {
    tau1 += sum.first / judged[topic] / static_cast<double>(sums.size());
    tau2 += sum.second / judged[topic] / static_cast<double>(sums.size());
  }
  EXPECT_NEAR(found[0].pair.mean1, tau1, 1e-12);
  EXPECT_NEAR(found[0].pair.mean2, tau2, 1e-12);
  EXPECT_EQ(found[0].pair.topics, sums.size());
}

UserPreference answer(const char* left, Preference preference, bool repeat = false) {
  UserPreference made{"1", "a", "b", "u", preference};
  made.left = left;
  made.repeat = repeat;
  made.seconds = repeat ? 2 : 10;
  return made;
}

TEST(Participants, RepeatsSayHowConsistentOneIs) {
  const auto summary = [](Preference first, Preference again) {
    const std::vector<PreferencePool> pools = {
        {"p", {answer("a", first), answer("b", again, true)}, 0, "f"}};
    return participant_summaries(by_question(pools).at(0), .05).at(1);
  };
  const ParticipantSummary same = summary(Preference::first, Preference::first);
  EXPECT_EQ(same.participant, "u");
  EXPECT_EQ(same.same, 1u);
  EXPECT_EQ(same.same_side, 0u);
  EXPECT_EQ(same.left, 1u);
  EXPECT_EQ(same.answers, 2u);
  EXPECT_EQ(same.median_seconds, 6);
  const ParticipantSummary side = summary(Preference::first, Preference::second);
  EXPECT_EQ(side.same, 0u);
  EXPECT_EQ(side.same_side, 1u);
  const ParticipantSummary undecided = summary(Preference::equal, Preference::equal);
  EXPECT_EQ(undecided.same, 1u);
  EXPECT_EQ(undecided.same_side, 0u);
  EXPECT_FALSE(undecided.left_share.value);
}

TEST(Participants, PoolsThatPreferencesNameAreApart) {
  auto pools = random_pools();
  pools[0].preferences.resize(6);
  for (UserPreference& answer : pools[0].preferences) answer.pool = "random";
  ASSERT_EQ(by_question(pools).at(0).pools.size(), 1u);
  EXPECT_EQ(by_question(pools).at(0).pools[0].name, "users");

  for (std::size_t i = 0; i < 3; ++i) pools[0].preferences[i].pool = i < 2 ? "far" : "";
  const auto names = [&] {
    std::vector<std::string> found;
    const auto parts = by_question(pools);
    for (const PreferencePool& pool : parts.at(0).pools)
      found.push_back(pool.name + " " + std::to_string(pool.preferences.size()));
    return found;
  };
  EXPECT_EQ(names(), (std::vector<std::string>{"users 1", "far 2", "random 3"}));
  pools.push_back({"others", {pools[0].preferences[0]}, 0, "others.tsv"});
  EXPECT_EQ(names(),
            (std::vector<std::string>{"users 1", "users: far 2", "users: random 3", "others 1"}));
}

}  // namespace
}  // namespace subintent::internal
