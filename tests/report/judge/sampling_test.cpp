#include "report/judge/make_study.h"

#include <gtest/gtest.h>

#include <set>

#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

Run run_of(const std::string& name, const std::map<std::string, std::string>& lists) {
  std::vector<std::string> topics, docnos;
  std::vector<RunRow> rows;
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto& [topic, letters] : lists)
    for (const char letter : letters) names.emplace_back(topic, std::string(1, letter));
  for (std::size_t i = 0; i < names.size(); ++i)
    rows.push_back({names[i].first, names[i].second, -static_cast<double>(i), 0});
  return Run::of(rows, name);
}

Qrels qrels_of_letters(std::size_t topics) {
  std::string text;
  for (std::size_t t = 1; t <= topics; ++t)
    for (char letter = 'a'; letter <= 'z'; ++letter)
      text += std::to_string(t) + " 0 " + letter + (letter < 'n' ? " 1\n" : " 0\n");
  return read_qrels(Source::memory(text, "qrels"), QrelsKind::ad_hoc);
}

// Runs r0 ... with lists that all differ, and scores: measure "m" grows with the run, "n" falls.
struct Collection {
  std::vector<Run> runs;
  Qrels judged;
  ScoreGroup scores;

  Collection(std::size_t topics, std::size_t count) : judged(qrels_of_letters(topics)) {
    scores.measures = {{"m", topics, count, {}}, {"n", topics, count, {}}};
    for (std::size_t r = 0; r < count; ++r) {
      std::map<std::string, std::string> lists;
      for (std::size_t t = 1; t <= topics; ++t)
        lists[std::to_string(t)] = std::string(1, static_cast<char>('a' + r)) + "z";
      runs.push_back(run_of("r" + std::to_string(r), lists));
      scores.runs.push_back(runs.back().name);
    }
    for (std::size_t t = 1; t <= topics; ++t) {
      scores.topics.push_back(std::to_string(t));
      for (std::size_t r = 0; r < count; ++r) {
        const auto place = static_cast<double>(r);
        scores.measures[0].values.push_back(place * place);
        scores.measures[1].values.push_back(r < count / 2 ? place : -place);
      }
    }
  }

  PairSample sample(const std::string& pools, std::size_t pairs, std::uint64_t seed = 1) const {
    return sample_pairs(ShownLists(runs, judged, {}), scores,
                        {parse_pools(pools, pairs), {}, seed});
  }
};

std::map<std::string, std::size_t> uses(const std::vector<ListPair>& pairs) {
  std::map<std::string, std::size_t> found;
  for (const ListPair& pair : pairs) {
    ++found[pair.run1];
    ++found[pair.run2];
  }
  return found;
}

TEST(ShownLists, AreCutAfterDocumentsThatAreNotRelevantHaveLeft) {
  const std::vector<internal::Run> runs = {run_of("b", {{"1", "xaybc"}}),
                                           run_of("a", {{"1", "abz"}})};
  const Qrels judged = qrels_of_letters(2);
  const ShownLists whole(runs, judged, {3, false});
  EXPECT_EQ(whole.runs(), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(whole.list(0, 1), (std::vector<std::string_view>{"x", "a", "y"}));
  EXPECT_TRUE(whole.differ(0, 0, 1));
  EXPECT_FALSE(whole.differ(1, 0, 1));  // neither has the topic
  const ShownLists relevant(runs, judged, {2, true});
  EXPECT_EQ(relevant.list(0, 1), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_FALSE(relevant.differ(0, 0, 1));
  EXPECT_EQ(relevant.find_topic("2"), 1u);
  EXPECT_EQ(relevant.find_topic("3"), std::nullopt);
  EXPECT_EQ(relevant.find_run("b"), 1u);
}

TEST(Pools, AreReadFromAList) {
  const auto pools =
      parse_pools("random=2, disagreed:D#-nDCG@10,nDCG(gain=exp,rel=2)@10=7 ,near:P@5", 4);
  ASSERT_EQ(pools.size(), 3u);
  EXPECT_EQ(pools[0].name, "random");
  EXPECT_EQ(pools[0].pairs, 2u);
  EXPECT_EQ(pools[1].measures, (std::vector<std::string>{"D#-nDCG@10", "nDCG(gain=exp,rel=2)@10"}));
  EXPECT_EQ(pools[1].pairs, 7u);
  EXPECT_EQ(pools[2].measures, std::vector<std::string>{"P@5"});
  EXPECT_EQ(pools[2].pairs, 4u);
  EXPECT_EQ(measures_of(pools).size(), 3u);
}

TEST(Pools, HaveTheirMeasuresInTheirNamesWhereKindsAreNotEnough) {
  const auto pools = parse_pools("near:a@5,near:b@5,random", 4);
  EXPECT_EQ(pools[0].name, "near:a@5");
  EXPECT_EQ(pools[1].name, "near:b@5");
}

TEST(Pools, BadOnesAreNamed) {
  for (const auto& [text, error] : std::vector<std::pair<std::string, std::string>>{
           {"", "pool: unknown kind ''"},
           {"best", "pool: unknown kind 'best'"},
           {"random:P@5", "pool: random takes 0 measures"},
           {"near", "pool: near takes 1 measure"},
           {"disagreed:a", "pool: disagreed takes 2 measures"},
           {"disagreed:a,", "pool: a measure of disagreed is empty"},
           {"near:", "pool: a measure of near is empty"},
           {"random=0", "pool: 'random=0' does not end with a number of pairs"},
           {"random=x", "pool: 'random=x' does not end with a number of pairs"},
           {"random,random=3", "pool: random is listed twice"}})
    EXPECT_TRUE(message_of([&text = text] { parse_pools(text, 5); }).starts_with(error)) << text;
}

TEST(Sampling, BalancesRunsAndTopics) {
  const Collection collection(7, 8);
  const PairSample sample = collection.sample("random", 5);
  EXPECT_EQ(sample.pairs.size(), 35u);
  EXPECT_EQ(sample.topics, 7u);
  EXPECT_TRUE(sample.warnings.empty());
  std::map<std::string, std::size_t> topics;
  std::set<std::string> different;
  for (const ListPair& pair : sample.pairs) {
    ++topics[pair.topic];
    EXPECT_LT(pair.run1, pair.run2);
    EXPECT_TRUE(different.insert(pair.topic + pair.run1 + pair.run2).second);
  }
  for (const auto& [topic, pairs] : topics) EXPECT_EQ(pairs, 5u) << topic;
  std::size_t least = SIZE_MAX, most = 0;
  for (const auto& [run, count] : uses(sample.pairs)) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  EXPECT_LE(most - least, 1u);
}

TEST(Sampling, DrawsWhatMeasuresOrderDifferently) {
  const Collection collection(3, 8);
  const PairSample sample = collection.sample("disagreed:m,n", 100);
  // n falls from r4 on, and is below all of the first half there.
  std::set<std::pair<char, char>> expected, found;
  for (char a = '0'; a < '8'; ++a) {
    for (char b = static_cast<char>(a + 1); b < '8'; ++b) {
      const bool n_rises = b < '4';
      if (!n_rises) expected.emplace(a, b);
    }
  }
  for (const ListPair& pair : sample.pairs)
    if (pair.topic == "1") found.emplace(pair.run1[1], pair.run2[1]);
  EXPECT_EQ(found, expected);
  ASSERT_EQ(sample.warnings.size(), 1u);
  EXPECT_EQ(sample.warnings[0].text,
            "pool disagreed has only 66 of the 84 pairs: too few are eligible in 3 of 3 topics");
}

TEST(Sampling, DrawsTheThirdThatIsWanted) {
  const Collection collection(2, 7);  // 21 pairs of a topic, with differences of m up to 36
  for (const auto& [pool, near] : {std::pair("near:m", true), {"far:m", false}}) {
    const PairSample sample = collection.sample(pool, 7);
    EXPECT_TRUE(sample.warnings.empty());
    std::vector<int> differences, drawn;
    for (int a = 0; a < 7; ++a)
      for (int b = a + 1; b < 7; ++b) differences.push_back(b * b - a * a);
    for (const ListPair& pair : sample.pairs) {
      if (pair.topic != "1") continue;
      const int a = pair.run1[1] - '0', b = pair.run2[1] - '0';
      drawn.push_back(b * b - a * a);
    }
    std::ranges::sort(differences);
    if (!near) std::ranges::reverse(differences);
    differences.resize(7);
    std::ranges::sort(differences);
    std::ranges::sort(drawn);
    EXPECT_EQ(drawn, differences) << pool;
    EXPECT_EQ(collection.sample(pool, 8).warnings.size(), 1u);
  }
}

TEST(Sampling, GivesAPairToTheFirstPoolThatDrawsIt) {
  const Collection collection(2, 4);  // 6 pairs of a topic
  const PairSample sample = collection.sample("random=4,far:m=2", 1);
  std::set<std::string> different;
  for (const ListPair& pair : sample.pairs) different.insert(pair.topic + pair.run1 + pair.run2);
  EXPECT_EQ(different.size(), sample.pairs.size());
}

TEST(Sampling, LeavesOutListsThatAreTheSame) {
  Collection collection(2, 3);
  collection.runs.push_back(run_of("r9", {{"1", "az"}}));  // as r0; and it lacks topic 2
  const PairSample sample = collection.sample("random", 100);
  EXPECT_EQ(sample.pairs.size(), 5u + 3u);
  EXPECT_EQ(sample.nothing_to_judge, 1u + 3u);
  const std::vector<internal::Run> alike = {run_of("a", {{"1", "ab"}}), run_of("b", {{"1", "ab"}})};
  const Qrels judged = qrels_of_letters(1);
  const ShownLists lists(alike, judged, {});
  EXPECT_TRUE(message_of([&] {
                sample_pairs(lists, {}, {parse_pools("random", 5), {}, 1});
              }).starts_with("there is no pair of lists to judge"));
}

TEST(Sampling, DrawsTopics) {
  const Collection collection(9, 4);
  const ShownLists lists(collection.runs, collection.judged, {});
  std::set<std::string> all;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::set<std::string> topics;
    const auto sample = sample_pairs(lists, {}, {parse_pools("random", 1), 3, seed});
    for (const ListPair& pair : sample.pairs) topics.insert(pair.topic);
    EXPECT_EQ(topics.size(), 3u);
    all.insert(topics.begin(), topics.end());
  }
  EXPECT_EQ(all.size(), 9u);
}

TEST(PairsToJudge, OfAFileMustBeKnown) {
  const Collection collection(1, 3);
  const ShownLists lists(collection.runs, collection.judged, {});
  const auto judged = [&](ListPair pair) {
    pair.line = 4;
    return pairs_to_judge({std::move(pair)}, lists, "p.tsv");
  };
  EXPECT_EQ(judged({"1", "r2", "r0", "x", 0}).pairs.size(), 1u);
  EXPECT_TRUE(message_of([&] {
                judged({"7", "r0", "r1", "x", 0});
              }).starts_with("p.tsv:4: topic 7 is not among the judgments"));
  EXPECT_TRUE(message_of([&] {
                judged({"1", "r0", "r7", "x", 0});
              }).starts_with("p.tsv:4: there is no run r7"));
}

TEST(PreferencesStudy, CanBeReadBack) {
  const Collection collection(3, 5);
  const ShownLists lists(collection.runs, collection.judged, {});
  const PairSample sample = collection.sample("random", 4);
  StudyTexts texts;
  texts.topics["1"].query = "a query";
  texts.documents["a"] = {"A\ttitle\n", "http://a.example/", std::string(1000, 'x')};
  AssignmentOptions options;
  options.participants = 4;
  options.per_item = 2;
  options.repeats = 1;
  const Study study =
      preferences_study(sample.pairs, lists, {"t", "i", {"q1?", "q2?"}}, texts, options);
  EXPECT_EQ(read_study(Source::memory(study_text(study), "s")), study);
  EXPECT_EQ(study.pairs.size(), 12u);
  EXPECT_EQ(study.documents[0].text.title, "A title");
  EXPECT_EQ(study.documents[0].text.excerpt.size(), 500u);
  Warnings warnings;
  warn_of_missing_texts(study, warnings);
  EXPECT_EQ(warnings.size(), 2u);
}

}  // namespace
}  // namespace subintent::internal
