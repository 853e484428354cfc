// Statistics, weights, near-duplicates, labels, drawings, exports and re-ranked runs of the library
// are those of the program, to the last bit.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>

#include "printed.h"
#include "refusal.h"

namespace subintent {
namespace {

const std::string stages_study = SUBINTENT_DATA "/study/";
const std::string stages_qrels = stages_study + "qrels.txt", bm25 = stages_study + "runs/bm25";

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
    printed("tokenize " + stages_study + "web.warc.gz --quiet -o - --statistics " + folder +
            "statistics --fingerprints " + folder + "fingerprints --texts " + folder +
            "texts | tee " + folder + "vectors");
    make("cluster --qrels " + stages_qrels + " --fingerprints " + folder + "fingerprints",
         "dendrograms");
    make("hierarchy --delta 0.2 --qrels " + stages_qrels + " " + folder + "dendrograms", "WI");
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
  std::string lines;
  const auto add = [&](std::string_view first, std::string_view second, int distance) {
    lines +=
        std::string(first) + "\t" + std::string(second) + "\t" + std::to_string(distance) + "\n";
  };
  EXPECT_EQ(near_duplicates(fingerprints, 2, add), 3U);
  EXPECT_EQ(lines, pairs);
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(near_duplicate_groups(fingerprints, 1), (Groups{{"a", "b", "d"}}));
  EXPECT_TRUE(is_refused("within", [&] { near_duplicates(fingerprints, 4, add); }));
  EXPECT_TRUE(is_refused("within", [&] { near_duplicates(fingerprints, -1, add); }));
  EXPECT_TRUE(is_refused("bits", [&] { fingerprint_bits(65); }));
}

TEST_F(Stages, DuplicatesAndDepth) {
  const std::vector<subintent::Run> runs = {subintent::Run::read(bm25)};
  const std::vector<std::string> docnos = runs[0].lists()[0].docnos;
  std::ofstream(folder + "groups")
      << "group\tdocno\nx\t" << docnos[0] << "\nx\t" << docnos[2] << '\n';
  for (const bool removes : {false, true}) {
    EvaluationInputs options{Judgments::read(stages_qrels)};
    options.duplicates =
        DuplicateGroups(std::vector<std::vector<std::string>>{{docnos[0], docnos[2]}});
    if (removes) options.duplicates_as = DuplicatesAs::removed;
    const Evaluator evaluator(options, {"nDCG@10"});
    std::ofstream(folder + "scores") << printed(
        "evaluate --quiet --per-topic --format tsv --digits full -m nDCG@10 --depth 4 --qrels " +
        stages_qrels + " --duplicates " + folder + "groups --duplicates-as " +
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
  const TopicCaptions topics = read_topic_captions(stages_study + "topics.xml");
  EXPECT_EQ(draw_topics(trees, topics), printed(show + "--topics " + stages_study + "topics.xml"));
  EXPECT_EQ(find_topic(topics.at(tree.topic).query, {tree.topic}, topics, "WI"), tree.topic);
  const auto terms = characteristic_terms({tree}, {folder + "vectors"});
  EXPECT_EQ(draw(tree, {.topics = topics, .terms = terms[0]}),
            printed("2>&1 " + show + of_topic + " --topics " + stages_study + "topics.xml --text " +
                    folder + "vectors"));
  EXPECT_EQ(draw_document(tree, tree.docnos[0]),
            printed(show + of_topic + " --document " + tree.docnos[0]));
  EXPECT_TRUE(is_refused("terms", [&] { draw(tree, {.terms = {{"a"}}}); }));
  EXPECT_EQ(refusal([&] { draw_document(tree, tree.docnos[0], {.terms = terms[0]}); }, "terms"),
            "terms: the path of a document shows none; leave them out");
  EXPECT_TRUE(is_refused("depth", [&] { draw_document(tree, tree.docnos[0], {.depth = 1}); }));
  const std::string label = tree.topic + "\t" + tree.nodes[0].intent + "\tone of them\n";
  std::ofstream(folder + "labels") << label;
  const auto labelled = with_labels(trees, read_node_labels(folder + "labels"));
  std::string lines;
  for (const Hierarchy& one : labelled) lines += to_json(one) + "\n";
  const std::string convert = "hierarchy --quiet " + folder + "WI ";
  EXPECT_EQ(lines, printed(convert + "--labels " + folder + "labels"));
  for (const ExportFormat& format : export_formats()) {
    if (format.of_dendrograms) continue;
    EXPECT_EQ(export_hierarchies(trees, format.name, {.topics = topics}),
              printed(convert + "--topics " + stages_study + "topics.xml --export " +
                      std::string(format.name)));
  }
  EXPECT_EQ(export_dendrograms(read_dendrograms(folder + "dendrograms"), "linkage"),
            printed("hierarchy --quiet --export linkage " + folder + "dendrograms"));
  EXPECT_TRUE(is_refused("format", [&] { export_hierarchies(trees, "linkage"); }));
  EXPECT_NE(export_hierarchies({tree}, "dot", {.terms = terms}), "");
  ExportOptions wrong{.terms = {terms[0], terms[0]}};
  EXPECT_TRUE(is_refused("terms", [&] { export_hierarchies({tree}, "dot", wrong); }));
  wrong.terms = {{terms[0][0]}};
  EXPECT_TRUE(is_refused("terms", [&] { export_hierarchies({tree}, "dot", wrong); }));
}

TEST_F(Stages, RerankedRuns) {
  const subintent::Run run = subintent::Run::read(bm25, RunOrder::rank, OnDuplicate::error, true);
  const auto lines = [](const subintent::Run& made) {
    return written([&](const TextWriter& write) { made.write(write, run_tag(made.tag())); });
  };
  const auto similarity = Similarity::read_fingerprints(folder + "fingerprints");
  const Diversifier mmr(run, {.method = "mmr", .similarity = similarity});
  const std::string command = "diversify --quiet mmr --fingerprints " + folder + "fingerprints ";
  EXPECT_EQ(lines(mmr.run(0.3)), printed(command + "--lambda 0.3 " + bm25));
  const LambdaSearch found = mmr.search(Judgments::read(stages_qrels), {.measure = "D#-nDCG@10"});
  EXPECT_EQ(lines(found.run),
            printed(command + "--search 'D#-nDCG@10' --qrels " + stages_qrels + " " + bm25));
  IntentScores intents;
  intents.read(stages_qrels);
  const auto hierarchies = read_hierarchies(folder + "WI");
  for (const std::string method : {"xquad", "pm2"}) {
    const Diversifier made(run, {.method = method, .intents = intents, .hierarchies = hierarchies});
    EXPECT_EQ(lines(made.run()), printed("diversify --quiet " + method + " --intents " +
                                         stages_qrels + " --hierarchy " + folder + "WI " + bm25));
  }
  EXPECT_TRUE(is_refused("method", [&] { Diversifier(run, {.method = "none"}); }));
  EXPECT_TRUE(is_refused("lambda", [&] { mmr.run(2); }));
  EXPECT_TRUE(is_refused(
      "search", [&] { mmr.search(Judgments::read(stages_qrels), {.measure = "P@1,P@2"}); }));
}

TEST_F(Stages, IntentScoresInMemory) {
  const auto scores = IntentScores::of({{"1", "i", "a", 1}, {"1", "j", "b", .5}});
  const subintent::Run run =
      subintent::Run::scored({{"1", "a", 3}, {"1", "c", 2}, {"1", "b", 1}}, "run");
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

// Remarks, one after the other.
struct Told {
  std::vector<std::string> codes;

  RemarksCallback callback() {
    return [this](const Remarks& remarks) {
      for (const Warning& one : remarks.all()) codes.push_back(one.code);
    };
  }
};

TEST_F(Stages, ClusteringOfFiles) {
  ClusterFiles files{.qrels = {stages_qrels},
                     .similarity = {.fingerprints = folder + "fingerprints"}};
  const auto lines = [](const ClusterFiles& what, const ClusterOptions& options, Told& told) {
    return written(
        [&](const TextWriter& write) { cluster_files(what, options, write, told.callback()); });
  };
  Told told;
  EXPECT_EQ(lines(files, {.topic_pairs = false}, told),
            printed("cluster --quiet --qrels " + stages_qrels + " --fingerprints " + folder +
                    "fingerprints"));
  std::string values;
  for (const Dendrogram& one :
       cluster(Judgments::read(stages_qrels),
               Similarity::read_fingerprints(folder + "fingerprints"), {.topic_level = true}))
    values += to_json(one) + "\n";
  EXPECT_EQ(lines(files, {.topic_level = true}, told), values);
  ClusterFiles other = files;
  other.adhoc_qrels = {Source::memory("none 0 a 1\n", "adhoc")};
  EXPECT_EQ(refusal([&] { lines(other, {.topic_level = true}, told); }), "nothing thrown");
  EXPECT_EQ(told.codes.at(told.codes.size() - 2), "topics-without-adhoc");
  EXPECT_EQ(told.codes.back(), "nothing-relevant");
  EXPECT_TRUE(is_refused("qrels", [&] { lines({}, {}, told); }));
  EXPECT_TRUE(is_refused("similarity", [&] { lines({{stages_qrels}}, {}, told); }));
  EXPECT_EQ(refusal([&] { lines(other, {}, told); }, "adhoc_qrels"),
            "adhoc_qrels needs `topic_level`; leave it out, or add `topic_level`");
  EXPECT_EQ(refusal([&] { lines(files, {.contrast_power = 2}, told); }, "contrast_power"),
            "`contrast_power` needs `contrast`; give both, or leave it out");
  files.similarity.vectors = {folder + "vectors"};
  const std::string two_kinds =
      "more than one of `fingerprints`, `vectors` and `dense` is given; give one";
  EXPECT_EQ(refusal([&] { lines(files, {}, told); }, "similarity"), two_kinds);
  EXPECT_EQ(refusal([&] { Similarity::read(files.similarity); }, "similarity"), two_kinds);
}

TEST_F(Stages, SomeWaysToCompareAreForSomeDocumentsOnly) {
  const SimilarityFiles fingerprints{.fingerprints = "f"}, dense{.dense = "d"},
      vectors{.vectors = {"v"}};
  const auto refused = [](const ClusterOptions& options, const SimilarityFiles& files,
                          const std::string& name) {
    const std::string text = refusal([&] { check(options, files); }, name);
    EXPECT_EQ(
        refusal([&] { cluster_files({.qrels = {stages_qrels}, .similarity = files}, options, {}); },
                name),
        text);
    return text;
  };
  EXPECT_EQ(refused({.contrast = true}, fingerprints, "contrast"),
            "`contrast` needs vectors; leave it out");
  EXPECT_EQ(refused({.contrast = true, .contrast_power = 2}, dense, "contrast_power"),
            "`contrast_power` works for `vectors` only; leave it out");
  for (const std::size_t power : {std::size_t{0}, most_contrast_power + 1}) {
    EXPECT_EQ(refused({.contrast = true, .contrast_power = power}, vectors, "contrast_power"),
              "`contrast_power` is not from 1 to 10; give for example 2");
  }
  for (const SimilarityFiles& files : {fingerprints, dense}) {
    EXPECT_EQ(refused({.background = true}, files, "background"),
              "`background` works for `vectors` only; leave it out");
  }
  check({.contrast = true, .contrast_power = most_contrast_power, .background = true}, vectors);
  check({.contrast = true, .neighbours = 1}, dense);
  check({.neighbours = 1}, fingerprints);
}

TEST_F(Stages, FilesOfSimilarityGoTogether) {
  const auto refused = [](const SimilarityFiles& files) {
    const std::string text = refusal([&] { check(files); }, "similarity");
    const EvaluationInputs inputs{.similarity = files};
    EXPECT_EQ(refusal([&] { check_inputs(inputs); }, "similarity"), text);
    return text;
  };
  EXPECT_EQ(refused({.docnos = "docnos"}),
            "`dense` and `docnos` must be given together; leave out `docnos`");
  EXPECT_EQ(refused({.vectors = {"vectors"}, .kind = FingerprintSimilarity::hamming}),
            "similarity hamming works for fingerprints only; use cosine for vectors");
  check(SimilarityFiles{});
}

std::string lines_of(const std::vector<Hierarchy>& hierarchies) {
  std::string lines;
  for (const Hierarchy& one : hierarchies) lines += to_json(one) + "\n";
  return lines;
}

TEST_F(Stages, HierarchiesOfFiles) {
  HierarchyFiles files{{stages_qrels}};
  files.dendrograms = folder + "dendrograms";
  const auto made = [&](const MakingOptions& options, std::vector<std::optional<double>> deltas,
                        Told& told) {
    std::vector<std::string> texts(deltas.size());
    std::vector<HierarchyOutput> outputs;
    for (std::size_t i = 0; i < deltas.size(); ++i)
      outputs.push_back({deltas[i], [&texts, i](std::string_view text) { texts[i] += text; },
                         [&texts, i] { texts[i] += "end\n"; }});
    make_hierarchies(files, options, outputs, told.callback());
    return texts;
  };
  const auto lines = [](const std::vector<Hierarchy>& hierarchies) {
    return lines_of(hierarchies) + "end\n";
  };
  const Judgments judged = Judgments::read(stages_qrels);
  const auto trees = read_dendrograms(folder + "dendrograms");
  Told told;
  const auto two = made({}, {0.2, 0.3}, told);
  EXPECT_EQ(two[0], lines(hierarchies(judged, trees, {.delta = 0.2})));
  EXPECT_EQ(two[1], lines(hierarchies(judged, trees)));
  EXPECT_TRUE(told.codes.empty());
  EXPECT_EQ(made({}, {0.2}, told)[0], lines(read_hierarchies(folder + "WI")));
  EXPECT_EQ(told.codes, std::vector<std::string>{"pruning-effect"});
  EXPECT_TRUE(refusal([&] { made({}, {std::nullopt}, told); }).starts_with(folder));
  MakingOptions options;
  options.format = "newick";
  options.hierarchies.intent_weights = IntentWeights::given;
  EXPECT_TRUE(is_refused("intent_weights", [&] { made(options, {0.2}, told); }));
  options.hierarchies.intent_weights = IntentWeights::uniform;
  EXPECT_EQ(
      made(options, {0.2}, told)[0],
      export_hierarchies(
          hierarchies(judged, trees, {.delta = 0.2, .intent_weights = IntentWeights::uniform}),
          "newick") +
          "end\n");
  EXPECT_TRUE(is_refused("delta", [&] { made({}, {2}, told); }));
  files.probabilities = Source("probabilities");
  EXPECT_EQ(refusal([&] { made({}, {0.2}, told); }, "probabilities"),
            "probabilities: only given intent weights use them");
}

TEST_F(Stages, HierarchiesOfIntentsAlone) {
  HierarchyFiles files{{stages_qrels}};
  const auto made = [&](const MakingOptions& options, std::optional<double> delta = 0.3) {
    return written([&](const TextWriter& write) {
      make_hierarchies(files, options, {{delta, write}});
    });
  };
  EXPECT_EQ(made({}), lines_of(intent_hierarchies(Judgments::read(stages_qrels))));
  EXPECT_TRUE(is_refused("delta", [&] { made({}, std::nullopt); }));
  const auto without = [&](const MakingOptions& given, const std::string& argument) {
    EXPECT_TRUE(is_refused(argument, [&] { made(given); }));
  };
  without({.hierarchies = {.compress = false}}, "compress");
  without({.hierarchies = {.rules = {.balanced_delta = true}}}, "delta");
  without({.hierarchies = {.subtopics = 5}}, "subtopics");
  without({.hierarchies = {.rules = {.one_subtopic = 0.5}}}, "one_subtopic");
  without({.hierarchies = {.rules = {.bins = bins_named("mean")}}}, "bins");
  without({.format = "linkage"}, "format");
  files.adhoc_qrels = {Source("adhoc")};
  without({}, "adhoc_qrels");
}

TEST_F(Stages, TextsOfShownDocuments) {
  Told told;
  const auto read = [&](const std::string& docno) {
    return read_text_captions(
        {folder + "texts"}, [&](std::string_view other) { return other == docno; },
        told.callback());
  };
  EXPECT_EQ(read(read_hierarchies(folder + "WI")[0].docnos[0]).size(), 1U);
  EXPECT_TRUE(told.codes.empty());
  EXPECT_TRUE(read("none").empty());
  EXPECT_EQ(told.codes, std::vector<std::string>{"documents-without-text"});
  EXPECT_TRUE(read_text_captions({}, {}).empty());
}

// The bytes of the files of a folder, by their names.
std::map<std::string, std::string> bytes_in(const std::string& path) {
  std::map<std::string, std::string> bytes;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    bytes[entry.path().filename()] = text.str();
  }
  return bytes;
}

TEST_F(Stages, FilesByARecipe) {
  RecipeFiles files{
      .output = folder + "made", .qrels = {stages_qrels}, .inputs = {stages_study + "web.warc.gz"}};
  RecipeOptions options{.stem = "english"};
  const auto same = [&](const std::string& arguments) {
    std::filesystem::remove_all(files.output);
    const std::string lines = printed("make --qrels " + stages_qrels + " --stem english -o " +
                                      files.output + " " + arguments + " 2>&1");
    const auto expected = bytes_in(files.output);
    std::filesystem::remove_all(files.output);
    std::string told;
    make_files(files, options, [&](const Remarks& remarks) {
      EXPECT_TRUE(remarks.warnings.empty());
      for (const Warning& note : remarks.notes) told += "subintent: " + remark_text(note) + "\n";
    });
    EXPECT_TRUE(bytes_in(files.output) == expected);
    EXPECT_EQ(expected.size(), outputs_of(files, options).size());
    EXPECT_TRUE(lines.starts_with(told)) << told;  // a line says then what was made
    EXPECT_EQ(std::ranges::count(lines, '\n'), std::ranges::count(told, '\n') + 1);
  };
  same(stages_study + "web.warc.gz");
  const Judgments judged = Judgments::read(stages_qrels);
  Warnings warnings;
  const auto made = make_hierarchies(judged, {.collections = {stages_study + "web.warc.gz"}},
                                     options, {}, &warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(lines_of(made.topic), bytes_in(files.output)["topic.jsonl"]);
  EXPECT_EQ(lines_of(made.intent), bytes_in(files.output)["intent.jsonl"]);
  EXPECT_EQ(made.texts, read_texts({files.output + "/texts.tsv.gz"}));
  const auto documents = [](const std::function<void(const Document&)>& use) {
    read_collection({stages_study + "web.warc.gz"}, {}, use);
  };
  EXPECT_EQ(lines_of(make_hierarchies(judged, {.documents = documents}, options).topic),
            lines_of(made.topic));
  files.topics = stages_study + "topics.xml";
  same("--topics " + stages_study + "topics.xml " + stages_study + "web.warc.gz");
  files.topics.reset();
  options.recipe = find_recipe("dou2019");
  same("--recipe dou2019 " + stages_study + "web.warc.gz");
}

// Of titles, and of a document that is relevant to a topic as a whole only.
TEST_F(Stages, RecipesInMemoryGiveWhatThoseOfFilesGive) {
  const std::string adhoc = folder + "adhoc";
  std::ofstream(adhoc) << std::ifstream(stages_study + "qrels.adhoc.txt").rdbuf()
                       << "1 0 amazon-001 2\n";
  const RecipeFiles files{.output = folder + "of-topics",
                          .qrels = {stages_qrels},
                          .adhoc_qrels = {adhoc},
                          .inputs = {stages_study + "web.warc.gz"},
                          .topics = stages_study + "topics.xml"};
  make_files(files);
  RecipeInputs inputs{.collections = {stages_study + "web.warc.gz"}};
  inputs.topics.emplace();
  for (const auto& [topic, caption] : read_topic_captions(*files.topics))
    inputs.topics->emplace(topic, caption.query);
  Warnings warnings;
  const auto judged =
      Judgments::read({.qrels = Source(stages_qrels), .adhoc_qrels = Source(adhoc)});
  const auto made = make_hierarchies(judged, inputs, {}, {}, &warnings);
  EXPECT_TRUE(warnings.empty());
  EXPECT_TRUE(made.texts.contains("amazon-001"));
  EXPECT_EQ(lines_of(made.topic), bytes_in(files.output)["topic.jsonl"]);
  EXPECT_EQ(lines_of(made.intent), bytes_in(files.output)["intent.jsonl"]);
}

TEST_F(Stages, RecipesThatAreRefused) {
  RecipeFiles files{.output = folder + "none", .qrels = {stages_qrels}};
  const auto refused = [&](const std::string& argument, const RecipeOptions& options = {}) {
    return refusal([&] { check(files, options); }, argument);
  };
  EXPECT_EQ(refused("inputs"),
            "no documents given; give files of a collection, or `dense=VECTORS`");
  files.inputs = {"pages"};
  EXPECT_EQ(refused(""), "nothing thrown");
  EXPECT_EQ(refused("subtopics", {.subtopics = 0}), "subtopics: not a positive whole number");
  EXPECT_EQ(refused("dense", {.recipe = find_recipe("recipe-dense-1")}),
            "recipe recipe-dense-1 needs dense vectors; give `dense=VECTORS`");
  EXPECT_TRUE(refused("stem", {.stem = "none"}).starts_with("tokenize: there is no stemmer"));
  files.docnos = "docnos";
  EXPECT_EQ(refused("docnos"), "docnos needs `dense`; give both, or leave it out");
  files = {.output = folder + "none", .qrels = {stages_qrels}, .dense = "vectors"};
  EXPECT_EQ(refused("stem", {.stem = "english"}),
            "`stem` is for texts of documents; give files of a collection, or leave it out");
  files = {.output = folder + "none", .qrels = {"-"}, .inputs = {"pages"}};
  EXPECT_TRUE(refused("qrels").starts_with("judgments are read by several steps"));
  files.qrels = {stages_qrels};
  files.adhoc_qrels = {"-"};
  refused("adhoc_qrels");
  files.adhoc_qrels = {};
  for (const std::string settings :
       {"cluster=--linkage avrage", "cluster=--linkge single", "cluster=--contrast yes",
        "cluster=--contrast --contrast", "cluster=--neighbours 0", "cluster=--contrast-power 2",
        "cluster=--similarity hamming", "documents=fingerprints\ncluster=--contrast",
        "tokenize=--bits 128", "tokenize=--format", "topic=--delta 0.2,0.3",
        "topic=--one-subtopic x", "intent=--raw --bins mean",
        "intent=--raw --intent-weights file"}) {
    const Recipe recipe = read_recipe(Source::memory("name=mine\n" + settings + "\n", "mine"));
    try {
      check(files, {.recipe = recipe});
      ADD_FAILURE() << settings;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "recipe") << error.what();
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder + "none"));
  const auto make_of = [](const std::string& docno) {
    make_hierarchies(Judgments::read(Source::memory("1 1 a 1\n1 2 a 1\n", "q")),
                     {.documents =
                          [&](const auto& use) {
                            use(Document{docno, "a"});
                          },
                      .topics = {{{"none", "a"}}}});
  };
  EXPECT_TRUE(is_refused("topics", [&] { make_of("a"); }));
  EXPECT_TRUE(is_refused("documents", [&] { make_of("a.md"); }));
}

TEST_F(Stages, LabelsAndFaultsOfFiles) {
  const auto trees = read_hierarchies(folder + "WI");
  const LabelFiles files{
      .given = Source::memory(trees[0].topic + "\t" + trees[0].nodes[0].intent + "\tone of them\n",
                              "labels"),
      .texts = {folder + "texts"}};
  const auto labelled = label_hierarchies(trees, files);
  EXPECT_EQ(labelled[0].nodes[0].label, "one of them");
  EXPECT_EQ(to_json(with_labels(with_labels(trees, read_node_labels(*files.given)),
                                read_texts({folder + "texts"}))[0]),
            to_json(labelled[0]));
  EXPECT_TRUE(faults_of_hierarchies(folder + "WI", {stages_qrels}).empty());
  const std::string line = to_json(trees[0]);
  const auto faults = faults_of_hierarchies(Source::memory(line, "one"), {stages_qrels});
  EXPECT_EQ(faults.size(), trees.size() - 1);  // topics that are judged, and are not there
}

TEST_F(Stages, CollectionsToFiles) {
  const auto text_of = [](const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(folder + file).rdbuf();
    return text.str();
  };
  TokenizeFiles files{{stages_study + "web.warc.gz"}};
  files.vectors = folder + "v";
  files.statistics = folder + "s";
  files.fingerprints = folder + "f";
  files.texts = folder + "t";
  Told told;
  TokenizeOptions options{.shard = "1/1"};
  const TokenizedFiles made = tokenize_files(files, options, told.callback());
  EXPECT_EQ(told.codes, std::vector<std::string>{"documents-tokenised"});
  EXPECT_EQ(text_of("v"), text_of("vectors"));
  EXPECT_EQ(text_of("s"), text_of("statistics"));
  EXPECT_EQ(text_of("f"), text_of("fingerprints"));
  EXPECT_EQ(text_of("t"), text_of("texts"));
  EXPECT_FALSE(made.were_finished);
  EXPECT_GT(made.terms, made.documents);
  EXPECT_TRUE(tokenize_files(files, options, told.callback()).were_finished);
  EXPECT_EQ(told.codes.back(), "finished-shard");
  EXPECT_TRUE(refusal([&] { tokenize_files(files, {.shard = "2/2"}); }).starts_with(folder));
  EXPECT_TRUE(is_refused("inputs", [&] { tokenize_files({.inputs = {}, .texts = folder + "o"}); }));
  EXPECT_EQ(tokenize_files({.inputs = files.inputs, .texts = folder + "none"}, {.shard = "2/2"})
                .documents,
            0U);
  EXPECT_TRUE(text_of("none").empty());
  EXPECT_TRUE(is_refused("shard", [&] { tokenize_files(files, {.shard = "3/2"}); }));
  EXPECT_TRUE(refusal([&] { tokenize_files(files, {.stem = "none"}); }, "stem")
                  .starts_with("there is no stemmer"));
  EXPECT_TRUE(is_refused("bits", [&] { tokenize_files(files, {.bits = 65}); }));
  const TokenizeFiles only_texts{.inputs = files.inputs, .texts = folder + "o"};
  EXPECT_EQ(refusal([&] { tokenize_files(only_texts, {.bits = 64}); }, "bits"),
            "bits needs `fingerprints`; add `fingerprints`, or leave it out");
  EXPECT_EQ(refusal([&] { tokenize_files({files.inputs}); }), "no output given; give at least one");
  const std::string copy = folder + "copy.warc.gz";
  std::filesystem::copy_file(stages_study + "web.warc.gz", copy);
  EXPECT_EQ(refusal([&] { tokenize_files({.inputs = {copy}, .vectors = copy}); }),
            copy + " is both an input and an output; write to another file");
  EXPECT_EQ(std::filesystem::file_size(copy),
            std::filesystem::file_size(stages_study + "web.warc.gz"));
  EXPECT_EQ(refusal([&] {
              tokenize_files({.inputs = {copy}, .vectors = folder + "o", .texts = folder + "./o"});
            }),
            "two outputs have the same name: " + folder + "./o; give each its own file");
  EXPECT_FALSE(std::filesystem::exists(folder + "o"));
  EXPECT_EQ(inputs_of_shard("2/2", {"a", "b", "c"}), std::vector<std::string>{"c"});
  EXPECT_EQ(read_input_list(Source::memory("a\n\nb c\n", "list")),
            (std::vector<std::string>{"a", "b c"}));
  EXPECT_TRUE(has_stop_words("en"));
  EXPECT_FALSE(has_stop_words("none"));
  EXPECT_EQ(collection_formats().front().name, "warc");
  const auto languages = stemmer_languages();
  EXPECT_EQ(std::count(languages.begin(), languages.end(), "english"), 1);
}

TEST_F(Stages, Nuggets) {
  const std::string bank = R"({"query_id": "1", "nugget_bank": [
    {"question": "Both?", "aggregator_type": "AND", "importance": "vital",
     "answers": [{"answer": "A", "references": ["a"]}, {"answer": "B", "references": ["b c"]}]},
    {"question": "Never?", "importance": "okay", "answers": [{"answer": "E", "references": []}]}]})";
  const Source nuggets = Source::memory(bank, "bank");
  std::string hierarchies, probabilities;
  Told told;
  const NuggetOutputs outputs{
      .hierarchies = [&](std::string_view text) { hierarchies = text; },
      .qrels = {},
      .probabilities = [&](std::string_view text) { probabilities = text; }};
  convert_nuggets({nuggets}, outputs, {}, told.callback());
  EXPECT_EQ(hierarchies, to_json(read_hierarchies_or_nuggets(nuggets).at(0)) + "\n");
  EXPECT_EQ(probabilities, "1 1 0.6666666666666666 vital\n1 2 0.3333333333333333 okay\n");
  EXPECT_EQ(told.codes, std::vector<std::string>{"nuggets-without-document"});
  convert_nuggets({nuggets}, outputs, {.all_intents = false, .format = "newick"}, told.callback());
  EXPECT_EQ(hierarchies, export_hierarchies(read_hierarchies_or_nuggets(nuggets, false), "newick"));
  EXPECT_EQ(probabilities, "1 1 1 vital\n");
  EXPECT_EQ(told.codes.size(), 1U);
  EXPECT_TRUE(refusal([&] {
                convert_nuggets({nuggets}, {.qrels = [](std::string_view) {}});
              }).starts_with("bank: 'b c' cannot be a column"));
  EXPECT_TRUE(
      is_refused("format", [&] { convert_nuggets({nuggets}, outputs, {.format = "linkage"}); }));
}

}  // namespace
}  // namespace subintent
