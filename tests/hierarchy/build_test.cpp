#include "hierarchy/build.h"

#include <sstream>

#include "hierarchy/fixtures.h"
#include "messages.h"
#include "said.h"

namespace subintent::internal::test {
namespace {

using Lines = std::vector<std::string>;

// What must hold for every hierarchy, whatever its options.
void check_invariants(const Hierarchy& hierarchy, bool topic_level) {
  std::map<std::uint32_t, double> sums;
  std::map<std::pair<std::uint32_t, std::string>, std::multiset<std::uint32_t>> docs;
  std::vector<std::multiset<std::uint32_t>> below(hierarchy.nodes.size());
  EXPECT_TRUE(std::is_sorted(hierarchy.docnos.begin(), hierarchy.docnos.end()));
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    sums[node.layer] += node.weight;
    docs[{node.layer, node.intent}].insert(node.docs.begin(), node.docs.end());
    EXPECT_EQ(node.layer, node.parent ? hierarchy.nodes[*node.parent].layer + 1 : 1);
    EXPECT_TRUE(std::is_sorted(node.docs.begin(), node.docs.end()));
    if (node.parent) {
      EXPECT_LT(*node.parent, i);
      below[*node.parent].insert(node.docs.begin(), node.docs.end());
    }
    if (i > 0) {
      EXPECT_LE(hierarchy.nodes[i - 1].layer, node.layer);
    }
    if (node.dummy) {
      EXPECT_EQ(node.similarity, std::nullopt);
    }
  }
  EXPECT_EQ(sums.size(), hierarchy.layers);
  for (const auto& [number, sum] : sums) EXPECT_NEAR(sum, 1, 1e-12) << "layer " << number;
  for (const auto& [key, found] : docs) {
    EXPECT_EQ(found.size(), std::set(found.begin(), found.end()).size());
    EXPECT_EQ(found, (docs[{hierarchy.layers, key.second}])) << "intent " << key.second;
    if (topic_level) {
      EXPECT_EQ(key.second, "*");
    }
  }
  for (std::size_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    if (node.layer == hierarchy.layers) continue;
    EXPECT_EQ(below[i], std::multiset(node.docs.begin(), node.docs.end())) << "node " << i;
  }
}

HierarchyOptions random_options(std::uint32_t seed) {
  HierarchyOptions options;
  options.delta = static_cast<double>(seed % 5) / 4;
  options.compress = seed % 3 != 0;
  options.weighting = static_cast<Weighting>(seed % 7 % 3);
  options.intent_weights = seed % 2 == 0 ? IntentWeights::depth : IntentWeights::uniform;
  return options;
}

TEST(BuildHierarchies, KeepsItsInvariantsOnRandomDendrograms) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const RandomTopic topic = random_topic(seed);
    check_invariants(build_one(qrels_of(topic.qrels), topic.dendrograms, random_options(seed)),
                     false);
  }
}

TEST(BuildHierarchies, KeepsItsInvariantsAtTopicLevel) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::string text;
    std::vector<std::string> docs;
    for (std::uint32_t d = 0; d <= random() % 30; ++d) docs.push_back("d" + std::to_string(d));
    for (const auto& doc : docs) text += "1 0 " + doc + " 2\n";
    const auto dendrogram = random_dendrogram("1", "*", docs, random);
    check_invariants(
        build_one(qrels_of(text, QrelsKind::ad_hoc), {dendrogram}, random_options(seed)), true);
  }
}

TEST(BuildHierarchies, DeltaZeroIsTheFlatList) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const RandomTopic topic = random_topic(seed);
    HierarchyOptions options = random_options(seed);
    options.delta = 0;
    const Qrels qrels = qrels_of(topic.qrels);
    const Hierarchy hierarchy = build_one(qrels, topic.dendrograms, options);
    const Hierarchy flat = build_hierarchies(qrels, std::nullopt, options).hierarchies.at(0);
    EXPECT_EQ(hierarchy.layers, 1U);
    EXPECT_EQ(layer(hierarchy, 1), layer(flat, 1));
  }
}

// One subintent for every intent is left out, whatever delta; for some of them it is not.
TEST(BuildHierarchies, ALastLayerThatSaysNothingNewIsLeftOut) {
  const Qrels qrels = qrels_of("1 1 a 1\n1 1 b 1\n1 2 c 1\n1 2 d 1\n1 3 e 1\n");
  const auto build = [&](double similarity) {
    return build_one(qrels, {dendrogram_of("1", "1", {"a", "b"}, {{0, 1, .9}}),
                             dendrogram_of("1", "2", {"c", "d"}, {{0, 1, similarity}}),
                             dendrogram_of("1", "3", {"e"}, {})});
  };
  EXPECT_EQ(build(.8).layers, 1U);
  EXPECT_EQ(layer(build(.8), 1), (std::vector<std::string>{"a+b 0.333", "c+d 0.333", "e 0.333"}));
  EXPECT_EQ(layer(build(.2), 2),
            (std::vector<std::string>{"a+b 0.333", "c 0.167", "d 0.167", "e 0.333"}));
}

TEST(BuildHierarchies, TheOnlyLayerOfAWholeTopicStays) {
  const Qrels qrels = qrels_of("1 0 a 1\n1 0 b 1\n", QrelsKind::ad_hoc);
  const Hierarchy hierarchy = build_one(qrels, {dendrogram_of("1", "*", {"a", "b"}, {{0, 1, .9}})});
  EXPECT_EQ(layer(hierarchy, 1), std::vector<std::string>{"a+b 1.000"});
}

TEST(BuildHierarchies, CountsCollapsedAndFallenApart) {
  const Qrels qrels = qrels_of("1 1 a 1\n1 1 b 1\n1 2 c 1\n1 2 d 1\n1 3 e 1\n2 1 a 1\n2 1 b 1\n");
  const std::vector dendrograms = {dendrogram_of("1", "1", {"a", "b"}, {{0, 1, .9}}),
                                   dendrogram_of("1", "2", {"c", "d"}, {{0, 1, .2}}),
                                   dendrogram_of("1", "3", {"e"}, {}),
                                   dendrogram_of("2", "1", {"a", "b"}, {{0, 1, .4}})};
  const PruningCounts counts = build_hierarchies(qrels, dendrograms, {}).pruning;
  EXPECT_EQ(counts.several, 3U);
  EXPECT_EQ(counts.collapsed, 2U);
  EXPECT_EQ(counts.apart, 1U);
}

// [Dou19 §3.4.2]: the global gain of a document is that over all intents, weighted by their
// probabilities; the share of a subintent is that of its documents' in those of its intent.
TEST(BuildHierarchies, WeightsByGainsAreThoseOfThePaper) {
  int different = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const RandomTopic topic = random_topic(seed);
    HierarchyOptions options = random_options(seed);
    options.weighting = Weighting::gains;
    const Hierarchy hierarchy = build_one(qrels_of(topic.qrels), topic.dendrograms, options);
    std::map<std::string, double> probabilities, gains;
    for (const HierarchyNode& node : hierarchy.nodes) {
      if (!node.parent) probabilities[node.intent] = node.weight;
    }
    std::istringstream lines(topic.qrels);
    std::string number, intent, docno;
    for (int grade = 0; lines >> number >> intent >> docno >> grade;) {
      if (grade > 0) gains[docno] += probabilities[intent] * grade;
    }
    const auto gain = [&](const HierarchyNode& node) {
      double sum = 0;
      for (const auto& doc : hierarchy.docnos_of(node)) sum += gains.at(doc);
      return sum;
    };
    std::map<std::string, double> gains_of_intents;
    for (const HierarchyNode& node : hierarchy.nodes) {
      if (!node.parent) gains_of_intents[node.intent] = gain(node);
      const double weight = probabilities[node.intent] * gain(node) / gains_of_intents[node.intent];
      EXPECT_NEAR(node.weight, weight, 1e-12) << node.intent;
    }
    options.weighting = Weighting::grades;
    const Hierarchy by_grades = build_one(qrels_of(topic.qrels), topic.dendrograms, options);
    different += text_of(by_grades) != text_of(hierarchy) ? 1 : 0;
  }
  EXPECT_GT(different, 20);
}

TEST(BuildHierarchies, TopicsOutsideTheCollectionNeedNoDendrogram) {
  const Qrels qrels = qrels_of("1 0 a 3\n2 0 a 1\n3 0 a 1\n", QrelsKind::ad_hoc);
  const std::vector dendrograms{dendrogram_of("1", "*", {"a"}, {}),
                                dendrogram_of("3", "*", {"a"}, {})};
  HierarchyOptions options;
  EXPECT_NE(message_of([&] { build_hierarchies(qrels, dendrograms, options); }), "no error");
  options.topics = qrels_of("1 1 a 1\n");
  const auto built = build_hierarchies(qrels, dendrograms, options);
  ASSERT_EQ(built.hierarchies.size(), 2U);
  EXPECT_EQ(built.hierarchies[1].topic, "3");
  EXPECT_EQ(built.topics_without_relevant, 0U);
}

TEST(BuildHierarchies, GivenProbabilitiesAreRenormalisedOverRelevantIntents) {
  const Qrels qrels = qrels_of("1 1 a 1\n1 2 b 1\n1 3 c 0\n");
  HierarchyOptions options;
  options.intent_weights = IntentWeights::given;
  options.probabilities["1"]["1"].probability = .2;
  options.probabilities["1"]["3"].probability = .5;
  const auto flat = [&] {
    return build_hierarchies(qrels, std::nullopt, options, {.probabilities = "probabilities.txt"})
        .hierarchies.at(0);
  };
  EXPECT_EQ(
      message_of(flat),
      "probabilities.txt: topic 1, intent 2 has relevant documents but no probability; add a line "
      "for it");
  options.probabilities["1"]["2"].probability = .3;
  EXPECT_EQ(layer(flat(), 1), (Lines{"a 0.400", "b 0.600"}));
  options.probabilities["1"]["1"].probability = 0;
  options.probabilities["1"]["2"].probability = 0;
  EXPECT_TRUE(has(message_of(flat), "add up to 0"));
  options.probabilities.clear();
  EXPECT_TRUE(has(message_of(flat), "topic 1, intent 1"));
}

struct Misfit {
  const char* name;
  const char* qrels;
  const char* message;
};

TEST(BuildHierarchies, NamesWhatDoesNotFit) {
  const auto ab = dendrogram_of("1", "1", {"a", "b"}, {{0, 1, .1}});
  const Misfit misfits[] = {
      {"missing", "1 1 a 1\n1 1 b 1\n1 1 c 1\n",
       "topic 1, intent 1: document c is judged relevant but not in the dendrogram"},
      {"missing first", "1 1 A 1\n1 1 a 1\n1 1 b 1\n",
       "topic 1, intent 1: document A is judged relevant but not in the dendrogram"},
      {"not relevant", "1 1 a 1\n1 1 b 0\n",
       "topic 1, intent 1: document b is in the dendrogram but not judged relevant"},
      {"not judged", "1 1 a 1\n",
       "topic 1, intent 1: document b is in the dendrogram but not judged relevant"},
      {"no dendrogram", "1 1 a 1\n1 1 b 1\n1 2 x 1\n",
       "topic 1, intent 2 has no dendrogram, but document x is judged relevant"},
      {"topic without", "1 1 a 1\n1 1 b 1\n2 1 x 1\n",
       "topic 2, intent 1 has no dendrogram, but document x is judged relevant"},
      {"other topic", "2 1 a 1\n",
       "topic 1, intent 1: document a is in the dendrogram but not judged relevant"},
      {"other intent", "1 2 a 1\n1 1 a -1\n",
       "topic 1, intent 1: document a is in the dendrogram but not judged relevant"}};
  for (const Misfit& misfit : misfits) {
    const std::string error = message_of([&] {
      build_hierarchies(qrels_of(misfit.qrels), std::vector{ab}, {}, {.dendrograms = "d.jsonl"});
    });
    EXPECT_EQ(error, "d.jsonl: " + std::string(misfit.message) +
                         "; run subintent cluster with the same qrels")
        << misfit.name;
  }
  const std::string twice = message_of([&] {
    build_hierarchies(qrels_of("1 1 a 1\n1 1 b 1\n"), std::vector{ab, ab}, {});
  });
  EXPECT_TRUE(has(twice, "two dendrograms"));
}

TEST(BuildHierarchies, TopicsWithoutRelevantDocumentsAreCounted) {
  const auto built = build_hierarchies(qrels_of("1 1 a 1\n2 1 a 0\n"), std::nullopt, {});
  EXPECT_EQ(built.hierarchies.size(), 1U);
  EXPECT_EQ(built.topics_without_relevant, 1U);
  EXPECT_EQ(message_of([&] {
              build_hierarchies(qrels_of("2 1 a 0\n"), std::nullopt, {}, {.qrels = "q.txt"});
            }),
            "q.txt: has no relevant documents; give judgments with grades above 0");
}

TEST(AtTopicLevel, RefusesAMixture) {
  const Dendrogram whole = dendrogram_of("1", "*", {"a"}, {});
  const Dendrogram part = dendrogram_of("2", "1", {"a"}, {});
  EXPECT_TRUE(at_topic_level(std::vector{whole}));
  EXPECT_FALSE(at_topic_level(std::vector{part}));
  EXPECT_FALSE(at_topic_level({}));
  EXPECT_EQ(message_of([&] {
              at_topic_level(std::vector{whole, part}, {.dendrograms = "d"});
            }),
            "d: topics 1 and 2: dendrograms of whole topics and of intents are mixed; keep them in "
            "two files");
}

TEST(PruningWarning, IsForMostOfTheDendrograms) {
  EXPECT_EQ(pruning_effect({4, 3, 0}, false),
            "of 4 intents with several documents, 3 collapsed into one subintent and 0 fell apart "
            "into single documents");
  Warnings warnings;
  warn_of_pruning({4, 2, 2}, .3, false, warnings);
  warn_of_pruning({4, 4, 0}, 0, false, warnings);
  warn_of_pruning({4, 0, 4}, 1, false, warnings);
  EXPECT_TRUE(warnings.empty());
  warn_of_pruning({4, 3, 0}, .3, false, warnings);
  warn_of_pruning({1, 0, 1}, .3, true, warnings);
  EXPECT_EQ(
      said(warnings),
      (std::vector<std::string>{
          "3 of 4 intents with several documents collapsed into one subintent at delta = 0.3; "
          "all similarities are above it: give a larger `delta`",
          "1 of 1 topic with several documents fell apart into single documents at delta = 0.3; "
          "no similarity is above it: give a smaller `delta`"}));
}

}  // namespace
}  // namespace subintent::internal::test
