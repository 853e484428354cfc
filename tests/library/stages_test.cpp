// Statistics, weights, near-duplicates, labels, drawings, exports and re-ranked runs of the library
// are those of the program, to the last bit.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "printed.h"
#include "refusal.h"

namespace subintent {
namespace {

const std::string study = SUBINTENT_DATA "/study/";
const std::string qrels = study + "qrels.txt", bm25 = study + "runs/bm25";

// The text that a function writes.
std::string written(const auto& function) {
  std::string text;
  function([&](std::string_view part) { text += part; });
  return text;
}

bool is_refused(const std::string& argument, const std::function<void()>& call) {
  return refusal(call, argument).starts_with(argument);
}

// Files that the program makes of the study's pages.
class Stages : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder = testing::TempDir() + "stages-" + std::to_string(getpid()) + "/";
    std::filesystem::create_directory(folder);
    const auto make = [](const std::string& arguments, const std::string& output) {
      std::ofstream(folder + output) << printed(arguments + " --quiet -o -");
    };
    printed("tokenize " + study + "web.warc.gz --quiet -o - --statistics " + folder +
            "statistics --fingerprints " + folder + "fingerprints --texts " + folder +
            "texts | tee " + folder + "vectors");
    make("cluster --qrels " + qrels + " --fingerprints " + folder + "fingerprints", "dendrograms");
    make("hierarchy --delta 0.2 --qrels " + qrels + " " + folder + "dendrograms", "WI");
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }

  static inline std::string folder;
};

TEST_F(Stages, StatisticsAndWeights) {
  const std::string shards = folder + "statistics " + folder + "statistics";
  EXPECT_EQ(written([](const TextWriter& write) {
              add_statistics({folder + "statistics", folder + "statistics"}, write, folder);
            }),
            printed("statistics " + shards));
  const Statistics statistics = Statistics::read(folder + "statistics");
  EXPECT_EQ(written([&](const TextWriter& write) {
              statistics.weigh_vectors({folder + "vectors"}, write);
            }),
            printed("tfidf --statistics " + folder + "statistics " + folder + "vectors"));
  Statistics other;
  other.add({{"none", 1}});
  Warnings warnings;
  const Source vectors = Source::memory(R"({"id": "a", "vector": {"x": 1, "y": 2}})", "vectors");
  other.weigh_vectors(
      {vectors}, [](std::string_view) {}, {}, &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].code, "unknown-terms");
  EXPECT_EQ(warnings[0].what(),
            "2 terms are not in the statistics: treated as occurring in one document");
}

TEST_F(Stages, FingerprintsAndNearDuplicates) {
  EXPECT_EQ(written([](const TextWriter& write) {
              EXPECT_EQ(fingerprint_vectors({folder + "vectors"}, 128, write), 0U);
            }),
            printed("simhash --bits 128 " + folder + "vectors"));
  const Fingerprints fingerprints = Fingerprints::of({"a", "b", "c", "d"}, {0, 1, 0xff, 3});
  std::ofstream(folder + "few") << "a\t0000000000000000\nb\t0000000000000001\n"
                                   "c\t00000000000000ff\nd\t0000000000000003\n";
  const std::string pairs = printed("simhash --quiet --within 2 " + folder + "few");
  EXPECT_EQ(written([&](const TextWriter& write) {
              EXPECT_EQ(write_near_duplicates(fingerprints, 2, write), 3U);
            }),
            pairs);
  std::string lines;
  for (const auto& [first, second, distance] : near_duplicates(fingerprints, 2)) {
    lines += first + "\t" + second + "\t" + std::to_string(distance) + "\n";
  }
  EXPECT_EQ(lines, pairs);
  EXPECT_EQ(written([&](const TextWriter& write) {
              const auto counts = write_near_duplicate_groups(fingerprints, 1, write);
              EXPECT_EQ(counts.groups, 1U);
              EXPECT_EQ(counts.documents, 3U);
            }),
            printed("simhash --quiet --within 1 --groups " + folder + "few"));
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(near_duplicate_groups(fingerprints, 1), (Groups{{"a", "b", "d"}}));
  EXPECT_TRUE(is_refused("within", [&] { near_duplicates(fingerprints, 4); }));
  EXPECT_TRUE(is_refused("within", [&] { near_duplicates(fingerprints, -1); }));
  EXPECT_TRUE(is_refused("bits", [&] { fingerprint_bits(65); }));
}

TEST_F(Stages, DuplicatesAndDepth) {
  const std::vector<Run> runs = {Run::read(bm25)};
  const std::vector<std::string> docnos = runs[0].lists()[0].docnos;
  std::ofstream(folder + "groups")
      << "group\tdocno\nx\t" << docnos[0] << "\nx\t" << docnos[2] << '\n';
  for (const bool removes : {false, true}) {
    EvaluatorOptions options;
    options.duplicates = DuplicateGroups({{{docnos[0], docnos[2]}}});
    if (removes) options.duplicates_as = DuplicatesAs::removed;
    const Evaluator evaluator(Judgments::read(qrels), {"nDCG@10"}, options);
    std::ofstream(folder + "scores") << printed(
        "evaluate --quiet --per-topic --format tsv --digits full -m nDCG@10 --depth 4 --qrels " +
        qrels + " --duplicates " + folder + "groups --duplicates-as " +
        (removes ? "removed " : "irrelevant ") + bm25);
    EXPECT_EQ(evaluator.score(runs[0], 4).values, read_scores({folder + "scores"})[0].values);
    EXPECT_EQ(evaluator.score(runs[0].cut(4)).values, evaluator.score(runs[0], 4).values);
    EXPECT_NE(evaluator.score(runs[0]).values, evaluator.score(runs[0], 4).values);
  }
}

TEST_F(Stages, LabelsDrawingsAndExports) {
  const auto trees = read_hierarchies(folder + "WI");
  const Hierarchy& tree = trees[0];
  const std::string show = "explain --quiet " + folder + "WI ", of_topic = "--topic " + tree.topic;
  const TopicCaptions topics = read_topic_captions(study + "topics.xml");
  EXPECT_EQ(draw_topics(trees, topics), printed(show + "--topics " + study + "topics.xml"));
  EXPECT_EQ(find_topic(topics.at(tree.topic).query, {tree.topic}, topics, "WI"), tree.topic);
  const auto terms = characteristic_terms({tree}, {folder + "vectors"});
  EXPECT_EQ(draw(tree, {.topics = topics, .terms = terms[0]}),
            printed("2>&1 " + show + of_topic + " --topics " + study + "topics.xml --text " +
                    folder + "vectors"));
  EXPECT_EQ(draw_document(tree, tree.docnos[0]),
            printed(show + of_topic + " --document " + tree.docnos[0]));
  EXPECT_TRUE(is_refused("terms", [&] { draw(tree, {.terms = {{"a"}}}); }));
  const std::string label = tree.topic + "\t" + tree.nodes[0].intent + "\tone of them\n";
  std::ofstream(folder + "labels") << label;
  const auto labelled = with_labels(trees, read_node_labels(folder + "labels"));
  std::string lines;
  for (const Hierarchy& one : labelled) lines += to_json(one) + "\n";
  const std::string convert = "hierarchy --quiet " + folder + "WI ";
  EXPECT_EQ(lines, printed(convert + "--labels " + folder + "labels"));
  for (const ExportFormat& format : export_formats()) {
    if (format.of_dendrograms) continue;
    EXPECT_EQ(
        export_hierarchies(trees, format.name, {.topics = topics}),
        printed(convert + "--topics " + study + "topics.xml --export " + std::string(format.name)));
  }
  EXPECT_EQ(export_dendrograms(read_dendrograms(folder + "dendrograms"), "linkage"),
            printed("hierarchy --quiet --export linkage " + folder + "dendrograms"));
  EXPECT_TRUE(is_refused("format", [&] { export_hierarchies(trees, "linkage"); }));
}

TEST_F(Stages, RerankedRuns) {
  const Run run = Run::read(bm25, RunOrder::rank, OnDuplicate::error, true);
  const auto lines = [](const Run& made) {
    return written([&](const TextWriter& write) { made.write(write, run_tag(made.tag())); });
  };
  const auto similarity = Similarity::read_fingerprints(folder + "fingerprints");
  const Diversifier mmr(run, {.method = "mmr", .similarity = similarity});
  const std::string command = "diversify --quiet mmr --fingerprints " + folder + "fingerprints ";
  EXPECT_EQ(lines(mmr.run(0.3)), printed(command + "--lambda 0.3 " + bm25));
  const LambdaSearch found = mmr.search(Judgments::read(qrels), {.measure = "D#-nDCG@10"});
  EXPECT_EQ(lines(found.run),
            printed(command + "--search 'D#-nDCG@10' --qrels " + qrels + " " + bm25));
  IntentScores intents;
  intents.read(qrels);
  const auto hierarchies = read_hierarchies(folder + "WI");
  for (const std::string method : {"xquad", "pm2"}) {
    const Diversifier made(run, {.method = method, .intents = intents, .hierarchies = hierarchies});
    EXPECT_EQ(lines(made.run()), printed("diversify --quiet " + method + " --intents " + qrels +
                                         " --hierarchy " + folder + "WI " + bm25));
  }
  EXPECT_TRUE(is_refused("method", [&] { Diversifier(run, {.method = "none"}); }));
  EXPECT_TRUE(is_refused("lambda", [&] { mmr.run(2); }));
  EXPECT_TRUE(
      is_refused("search", [&] { mmr.search(Judgments::read(qrels), {.measure = "P@1,P@2"}); }));
}

TEST_F(Stages, IntentScoresInMemory) {
  const auto scores = IntentScores::of({{"1", "i", "a", 1}, {"1", "j", "b", .5}});
  const Run run = Run::scored({{"1", "a", 3}, {"1", "c", 2}, {"1", "b", 1}}, "run");
  IntentScores more = scores;
  more.read(Source::memory("1 k c 1\n", "k"));
  const auto top = [&](const IntentScores& intents) {
    return Diversifier(run, {.method = "pm2", .intents = intents}).run(1).lists()[0].docnos;
  };
  EXPECT_EQ(top(scores), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(Diversifier(run, {.method = "pm2", .intents = more}).run().name(), "run-pm2");
  EXPECT_THROW(IntentScores::of({{"1", "i", "a", 1}, {"1", "i", "a", 2}}), Error);
  EXPECT_THROW(IntentScores::of({{"1", "", "a", 1}}), Error);
}

}  // namespace
}  // namespace subintent
