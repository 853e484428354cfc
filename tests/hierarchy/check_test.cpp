#include "hierarchy/check.h"

#include "hierarchy/fixtures.h"

namespace subintent::internal::test {
namespace {

// Intents 1 {a b} and 2 {c}, and a subintent each for a and b.
Hierarchy example() {
  return build_one(
      qrels_of("1 1 a 1\n1 1 b 1\n1 2 c 1\n"),
      {dendrogram_of("1", "1", {"a", "b"}, {{0, 1, .1}}), dendrogram_of("1", "2", {"c"}, {})});
}

std::vector<std::string> faults(const Hierarchy& hierarchy, double tolerance = 1e-9) {
  std::vector<std::string> found;
  for (const HierarchyFault& fault : hierarchy_faults(hierarchy, tolerance))
    found.push_back((fault.node ? std::to_string(*fault.node) + " " : "") + fault.what);
  return found;
}

TEST(HierarchyFaults, NoneInWhatIsBuilt) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const RandomTopic topic = random_topic(seed);
    const Qrels qrels = qrels_of(topic.qrels);
    const Hierarchy hierarchy = build_one(qrels, topic.dendrograms);
    EXPECT_EQ(faults(hierarchy), std::vector<std::string>{});
    for (const IntentFit& fit : compare_with_judgments(hierarchy, *qrels.find("7")))
      EXPECT_EQ(faults_of(fit), std::vector<std::string>{});
  }
}

TEST(HierarchyFaults, WeightsAndTheirTolerance) {
  Hierarchy hierarchy = example();
  hierarchy.nodes[0].weight += 1e-4;
  EXPECT_EQ(faults(hierarchy),
            std::vector<std::string>{"the weights of layer 1 add up to 1.0001, not 1"});
  EXPECT_EQ(faults(hierarchy, 1e-3), std::vector<std::string>{});
}

TEST(HierarchyFaults, DocumentsOfParentsAndChildrenDiffer) {
  Hierarchy hierarchy = example();
  ASSERT_EQ(hierarchy.nodes[2].docs, std::vector<std::uint32_t>{0});
  hierarchy.nodes[2].docs = {2};
  EXPECT_EQ(faults(hierarchy),
            (std::vector<std::string>{"0 has document a that none of its children has",
                                      "0 lacks document c of its children"}));
}

TEST(HierarchyFaults, ALeafAboveTheLastLayer) {
  Hierarchy hierarchy = example();
  hierarchy.nodes.pop_back();  // of intent 2
  EXPECT_EQ(faults(hierarchy),
            (std::vector<std::string>{"the weights of layer 2 add up to 0.5, not 1",
                                      "1 has no children, but is not in layer 2, the last"}));
}

TEST(HierarchyFaults, AChildOfAnotherIntent) {
  Hierarchy hierarchy = example();
  hierarchy.nodes[2].intent = "2";
  EXPECT_EQ(faults(hierarchy),
            (std::vector<std::string>{"0 has children of its own intent and of intent 2",
                                      "2 intent 2 is in two places"}));
}

// The judgments of the example with changes, and what they make of it.
std::vector<std::string> fit_faults(const std::string& qrels) {
  const Qrels judged = qrels_of(qrels);
  std::vector<std::string> found;
  for (const IntentFit& fit : compare_with_judgments(example(), *judged.find("1")))
    for (const std::string& fault : faults_of(fit)) found.push_back(fault);
  return found;
}

TEST(JudgmentFit, NamesIntentsThatAreNotJudged) {
  EXPECT_EQ(fit_faults("1 1 a 1\n1 1 b 1\n1 02 c 1\n"),
            (std::vector<std::string>{"intent 02 with 1 relevant document (first: c) is missing",
                                      "intent 2 is not judged"}));
}

TEST(JudgmentFit, SummaryCountsOverTopics) {
  const std::vector<Hierarchy> hierarchies = {example()};
  const Qrels qrels = qrels_of("1 1 a 1\n1 1 d 1\n1 02 c 1\n2 1 a 1\n");
  EXPECT_EQ(misfit_summary(hierarchies, qrels, adhoc_qrels_of(qrels, TopicGrade::highest), "h"),
            "does not fit the judgments: it lacks 2 of 3 relevant documents, lacks 1 of 2 intents, "
            "has 1 intent not judged, has 1 document not judged relevant");
}

}  // namespace
}  // namespace subintent::internal::test
