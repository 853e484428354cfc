// Stages of the library that read files and write texts: what they say, what they refuse, and that
// their bytes are those of the program.
#include <gtest/gtest.h>
#include <subintent/subintent.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

#include "messages.h"
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

TEST_F(Stages, TermsThatStatisticsLackAreWarnedOf) {
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
            "`dense` and `docnos` must be given together; name the array by "
            "`dense`, or leave out `docnos`");
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
    const Error error = thrown_by([&] { check(files, {.recipe = recipe}); });
    EXPECT_EQ(error.argument(), "recipe") << error.what();
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

}  // namespace
}  // namespace subintent
