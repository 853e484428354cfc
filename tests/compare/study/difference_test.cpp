// Differences of scores: every table adds up to them.
#include "compare/study/difference.h"
#include "fingerprints.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/measure_table.h"

namespace subintent::internal {
namespace {

// Topics 1 and 2, with a hierarchy of two layers whose intent 1 has two subintents, and
// similarities of documents.
class Differences : public testing::Test {
 protected:
  Differences() {
    const Qrels qrels = read_qrels(
        Source::memory("1 1 a 2\n1 1 b 1\n1 2 b 1\n1 2 c 3\n1 1 x 0\n2 1 z 1\n", "qrels"));
    data_.judgments =
        std::make_shared<const Judgments>(qrels, adhoc_qrels_of(qrels, TopicGrade::highest));
    Hierarchy one{"1", 2, {"a", "b", "c"}, {}};
    one.nodes = {node({}, 1, "1", {0, 1}), node({}, 1, "2", {1, 2}), node(0, 2, "1", {0}),
                 node(0, 2, "1", {1}), node(1, 2, "2", {1, 2})};
    one.nodes[4].dummy = true;
    Hierarchy two{"2", 1, {"z"}, {node({}, 1, "1", {0})}};
    data_.hierarchies = {{"H", "hierarchies", {one, two}}};
    data_.similarity =
        std::make_shared<const DocumentSimilarity>(DocumentSimilarity::from_fingerprints(
            named({{"a", 1}, {"b", 3}, {"c", 1023}}), FingerprintSimilarity::cosine));
    const std::vector<GroupMembership> memberships = {
        {"1", "a", "x/i", 1}, {"1", "b", "x/j", 1}, {"1", "u", "useful", 1}};
    data_.groups =
        read_groups(std::map<std::string, GroupAttribute>{{"G", {memberships, {}, false}}});
  }

  static HierarchyNode node(std::optional<std::uint32_t> parent, std::uint32_t layer,
                            std::string intent, std::vector<std::uint32_t> docs) {
    HierarchyNode made;
    made.parent = parent;
    made.layer = layer;
    made.intent = std::move(intent);
    made.weight = 0.5;
    made.docs = std::move(docs);
    return made;
  }

  static internal::Run run(const std::string& name, const std::vector<std::string>& docnos,
                           const std::string& topic = "1") {
    std::vector<RunRow> rows;
    for (std::size_t i = 0; i < docnos.size(); ++i)
      rows.push_back({topic, docnos[i], -static_cast<double>(i), 0});
    return internal::Run::of(rows, name);
  }

  Scorer scorer(const std::string& measures) const {
    return data_.scorer(parse_measures(measures, {{"H"}, true, nullptr, nullptr, {"G"}}));
  }

  EvaluationData data_;
};

template <typename Row>
void expect_sums(const std::vector<Row>& rows, double a, double b, const std::string& what) {
  double sum_a = 0, sum_b = 0;
  for (const Row& row : rows) {
    sum_a += row.a.amount;
    sum_b += row.b.amount;
  }
  EXPECT_NEAR(sum_a, a, 1e-12) << what;
  EXPECT_NEAR(sum_b, b, 1e-12) << what;
}

void expect_tables_add_up(const TopicDifference& d) {
  const std::string name = d.measure + (d.against_ideal ? " against the ideal" : "");
  double a = 0, b = 0, redundancy_a = 0, redundancy_b = 0;
  for (const ComponentDifference& row : d.components) {
    a += row.a;
    b += row.b;
    if (row.kind != PartKind::redundancy) continue;
    redundancy_a = row.a;
    redundancy_b = row.b;
  }
  EXPECT_NEAR(a, d.a, 1e-12) << name;
  EXPECT_NEAR(b, d.b, 1e-12) << name;
  expect_sums(d.documents, d.a, d.b, name);
  expect_sums(d.pairs, redundancy_a, redundancy_b, name);
  if (!d.intents.empty()) expect_sums(d.intents, d.a, d.b, name);
  if (!d.nodes.empty()) expect_sums(d.nodes, d.a, d.b, name);
}

TEST_F(Differences, OfEveryMeasureAddUp) {
  std::string names;
  for (const MeasureRecord& record : measure_table()) {
    if (record.traits.sees_runs) continue;  // one run is refused
    for (const Measure& form : forms_of(record)) {
      names += (names.empty() ? "" : ",") + form.name + (needs_hierarchy(form) ? "_H" : "") +
               (form.name.starts_with("IPrec") ? "@0.3" : "@3");
    }
  }
  const Scorer all = scorer(names);
  const std::vector<internal::Run> both = {run("A", {"a", "x", "b", "c"}),
                                           run("B", {"u", "c", "b"})};
  const RunDifference runs(data_, all, both), ideal(data_, all, std::span(both).first(1));
  for (std::size_t m = 0; m < all.measures().size(); ++m) {
    for (const std::size_t topic : {0U, 1U})
      for (const auto* of : {&runs, &ideal}) expect_tables_add_up(of->topic(m, topic));
    MeanDifference mean = runs.means(m);
    double sum = 0;
    for (const TopicShare& topic : mean.topics) sum += topic.difference;
    EXPECT_NEAR(sum, mean.a - mean.b, 1e-12) << all.measures()[m].name;
    for (TopicShare& topic : mean.topics) topic.b = topic.a * (1 + 1e-15);
    add_up(mean);
    EXPECT_TRUE(mean.topics.empty() || mean.topics[0].difference == 0);
  }
}

TEST_F(Differences, SayWhereEachNodeIsFirstFound) {
  const Scorer recall = scorer("HD#-nDCG_H@2");
  const internal::Run a = run("A", {"x", "a", "c"}), b = run("B", {"c", "u"});
  const TopicDifference d = RunDifference(data_, recall, {{a, b}}).topic(0, 0);
  ASSERT_EQ(d.intents.size(), 2U);
  ASSERT_EQ(d.nodes.size(), 5U);
  const NodeDifference& one = d.intents[d.intents[0].intent == "1" ? 0 : 1];
  EXPECT_EQ(one.a.rank, 2U);
  EXPECT_EQ(one.b.rank, 0U);
  EXPECT_EQ(one.a.new_nodes, 2U);  // the intent, and the subintent of a
  EXPECT_NEAR(one.a.recall, 0.5 * 2 / 5, 1e-12);
  EXPECT_EQ(one.documents_a, 1U);
  const NodeDifference& two = d.intents[d.intents[0].intent == "2" ? 0 : 1];
  EXPECT_EQ(two.a.rank, 3U);  // behind the cutoff, and so without a part
  EXPECT_EQ(two.a.amount, 0);
  EXPECT_EQ(two.b.rank, 1U);
}

// [Clarke11 §2]: the second document of an intent gains (1 - alpha) of what the first did.
TEST_F(Differences, SayWhatIsLostToRedundancy) {
  const Scorer cascade = scorer("alpha-DCG(alpha=0.75)@3");
  const internal::Run a = run("A", {"a", "b"}), b = run("B", {"b", "a"});
  const TopicDifference d = RunDifference(data_, cascade, {{a, b}}).topic(0, 0);
  const double log3 = std::log2(3), perfect = 2 * (1 + 0.25 / log3 + 0.0625 / 2);
  ASSERT_EQ(d.documents.size(), 2U);
  const DocumentDifference& of_b = d.documents[d.documents[0].docno == "b" ? 0 : 1];
  EXPECT_NEAR(of_b.a.amount, 1.25 / log3 / perfect, 1e-12);
  EXPECT_NEAR(of_b.a.lost, 0.75 / log3 / perfect, 1e-12);
  EXPECT_NEAR(of_b.b.amount, 2 / perfect, 1e-12);
  EXPECT_EQ(of_b.b.lost, 0);
}

TEST_F(Differences, OfSimilarityAreThoseOfPairs) {
  const Scorer similar = scorer("P_NA@2");
  const internal::Run a = run("A", {"a", "b"}), b = run("B", {"a", "c"});
  const TopicDifference d = RunDifference(data_, similar, {{a, b}}).topic(0, 0);
  ASSERT_EQ(d.pairs.size(), 2U);
  for (const PairDifference& pair : d.pairs) {
    EXPECT_EQ(pair.docno1, "a");
    const PairInList& side = pair.docno2 == "b" ? pair.a : pair.b;
    EXPECT_EQ(side.higher, 1U);
    EXPECT_EQ(side.lower, 2U);
    EXPECT_EQ(side.weight, 1);
    EXPECT_NEAR(side.amount, -pair.similarity / 2, 1e-12);
  }
  EXPECT_NEAR(d.a, 1 - d.pairs[d.pairs[0].docno2 == "b" ? 0 : 1].similarity / 2, 1e-12);
}

// Documents that are worth the same stand in the ideal list as the run has them.
TEST_F(Differences, AgainstTheIdealListNameWhatIsMissing) {
  const Scorer precision = scorer("AP@3");
  const internal::Run a = run("A", {"c", "x", "b"});
  const TopicDifference d = RunDifference(data_, precision, {{a}}).topic(0, 0);
  EXPECT_NEAR(d.b, 1, 1e-12);
  ASSERT_EQ(d.documents.size(), 3U);
  EXPECT_EQ(d.documents[0].docno, "a");
  EXPECT_EQ(d.documents[0].a.rank, 0U);
  EXPECT_EQ(d.documents[0].b.rank, 3U);
  EXPECT_EQ(d.documents[1].docno, "b");
  EXPECT_EQ(d.documents[2].docno, "c");
  EXPECT_EQ(d.documents[2].b.rank, 1U);
}

TEST_F(Differences, OfATopicThatIsMissing) {
  const Scorer flat = scorer("alpha-nDCG@3");
  const internal::Run a = run("A", {"a"}), b = run("B", {"z"}, "2");
  const TopicDifference d = RunDifference(data_, flat, {{a, b}}).topic(0, 0);
  EXPECT_TRUE(d.a_answers);
  EXPECT_FALSE(d.b_answers);
  EXPECT_EQ(d.b, 0);
  expect_tables_add_up(d);
}

}  // namespace
}  // namespace subintent::internal
