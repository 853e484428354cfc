// What a user of the library may hand in: values put together by hand, and what becomes of them.
#include <gtest/gtest.h>
#include <subintent/subintent.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "cells.h"
#include "messages.h"
#include "refusal.h"

namespace subintent {
namespace {

constexpr double values_nan = std::numeric_limits<double>::quiet_NaN();

Judgments values_judgments() {
  return Judgments::of({{"1", "x", "a", 1}, {"1", "x", "b", 2}, {"1", "y", "c", 1}});
}

Similarity values_similarity() {
  return Similarity::fingerprints({"a", "b", "c"}, {1, 3, 0xff});
}

std::vector<Hierarchy> two_layers() {
  return hierarchies(values_judgments(), cluster(values_judgments(), values_similarity()),
                     {.delta = 1});
}

// Vectors of them grow without copies, and lose nothing where memory is short.
template <typename... Types>
constexpr bool move_without_errors = (std::is_nothrow_move_constructible_v<Types> && ...);
static_assert(
    move_without_errors<
        ClusterOptions, AnalysisRecord, AnalysisReport, PreferencePool, Merge, TopicPairs,
        Dendrogram, Document, Location, Error, Evaluator, GroupMembership, GroupTarget,
        DrawingOptions, HierarchyNode, Hierarchy, Judgment, Intent, Judgments, SparseRows,
        MeasureParameter, MeasureDescription, PaperTableText, UserPreference, Progress,
        ScoredDocument, RankedDocuments, Run, ScoredList, RunView, Scores, ScoreRow, Similarity,
        DocumentText, Statistics, Term, TokenizerOptions, Tokenizer, CollectionOptions,
        CollectionSummary, DiversificationMethod, IntentScore, IntentScores, LambdaSearchOptions,
        TopicLambda, LambdaChoice, LambdaSearch, Diversifier, Fingerprints, DuplicateGroups,
        NodeLabel, TopicCaption, ExportFormat, ExportOptions, TopicSetDesign, TopicSetSize,
        CollectionFormat, TokenizeFiles, TokenizeOptions, TokenizedFiles, NuggetOptions>);
// To move these is to copy them: what was moved from keeps its value.
static_assert(std::is_copy_constructible_v<Source> && std::is_copy_constructible_v<Measure>);

TEST(Values, StatisticsThatWereMovedFromAreOfNoDocument) {
  static_assert(std::is_nothrow_default_constructible_v<Statistics>);
  Statistics first;
  first.add({{"cat", 2}});
  Statistics second = std::move(first);
  EXPECT_EQ(second.documents(), 1U);
  EXPECT_EQ(first.documents(), 0U);
  EXPECT_EQ(first.frequency("cat"), 0U);
  EXPECT_TRUE(first.weigh({}).empty());
  first.add({{"dog", 1}});
  EXPECT_EQ(first.frequency("dog"), 1U);
  EXPECT_EQ(second.frequency("dog"), 0U);
}

template <typename Value, std::size_t size>
void expect_different(const Choice<Value> (&choices)[size]) {
  std::set<std::string_view> names;
  std::set<Value> values;
  for (const Choice<Value>& choice : choices) {
    EXPECT_TRUE(names.insert(choice.name).second) << choice.name;
    EXPECT_TRUE(values.insert(choice.value).second) << choice.name;
    EXPECT_FALSE(choice.meaning.empty()) << choice.name;
    EXPECT_EQ(find_choice(choices, choice.name), &choice);
    EXPECT_EQ(find_choice(choices, choice.value), &choice);
  }
  EXPECT_EQ(find_choice(choices, std::string_view("none of them")), nullptr);
}

TEST(Choices, HaveANameForEachValue) {
  expect_different(linkages);
  expect_different(cluster_levels);
  expect_different(fingerprint_similarities);
  expect_different(weightings);
  expect_different(intent_weightings);
  expect_different(run_orders);
  expect_different(duplicate_choices);
  expect_different(topic_grades);
}

TEST(Terminal, NothingActsOnIt) {
  EXPECT_EQ(terminal_text("caf\u00e9 \x1b[2J\n\u202ex\xff"), "caf\u00e9 ?[2J??x?");
  const std::string name(200, 'x');
  EXPECT_EQ(terminal_text(name), name);
  EXPECT_EQ(terminal_table({{"run", "AP"}, {"\u65e5\u672c", "0.5"}, {"a\tb", "0.25"}}),
            "run     AP\n\u65e5\u672c   0.5\na?b   0.25\n");
  EXPECT_EQ(terminal_table({{"run", "of", "AP"}, {"a", "bc", "0.5"}}, 2, 8),
            "run  of   AP\na    bc  0.5\n");
  EXPECT_EQ(terminal_table({{"run", "AP", "RR"}, {"a", "0.5", "1"}}, 1, 8),
            "run   AP\na    0.5\n\nrun  RR\na     1\n");
}

TEST(PaperTables, ShowTheirText) {
  PaperTableText table{
      {{"run", "a_b"}, {"x&y", "0.5"}, {"z", "-1"}}, 1, "Of 50 %", {{1, 1}, {0, 0}}};
  EXPECT_EQ(markdown_table(table),
            "| **run** | a\\_b |\n|---|---:|\n| x&amp;y | **0.5** |\n| z | -1 |\n\nOf 50 %\n");
  const std::string latex = latex_table(table);
  EXPECT_TRUE(has(latex, "\\caption{Of 50 \\%}"));
  EXPECT_TRUE(has(latex, "x\\&y & \\textbf{0.5} \\\\\nz & $-$1 \\\\\n"));
}

TEST(Values, WhatTheyAreMadeOfMakesThemAgain) {
  const std::string file = SUBINTENT_DATA "/qrels.txt";
  const JudgmentInputs inputs = Judgments::read(Source(file)).inputs();
  EXPECT_TRUE(std::get<Source>(inputs.qrels).is_memory());
  EXPECT_EQ(std::get<Source>(inputs.qrels).name(), file);
  EXPECT_EQ(Judgments::read(inputs).judgments(), Judgments::read(Source(file)).judgments());
  EXPECT_EQ(Judgments::read(values_judgments().inputs()).judgments(),
            values_judgments().judgments());

  const Evaluator evaluator(
      {values_judgments(), {{"H", two_layers()}}, values_similarity(), 4, {{2, 7}}},
      {"HD#-nDCG@5", "nDCG_RA@5", "ERR@5"});
  const Evaluator again(evaluator.inputs(), evaluator.measures());
  const auto run = subintent::Run::ranked({{"1", {"c", "z", "a"}}});
  EXPECT_EQ(again.score(run).values, evaluator.score(run).values);

  const Similarity given = values_similarity();
  const auto rows = std::get<Similarity::Fingerprints>(given.rows());
  EXPECT_EQ(given.docnos(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(rows.words, (std::vector<std::uint64_t>{1, 3, 0xff}));
  EXPECT_EQ(rows.bits, 64);
  const auto sparse = Similarity::sparse({"a", "b"}, {{{"y", 3}, {"x", 2}}, {}});
  EXPECT_EQ(std::get<SparseRows>(sparse.rows()).indptr, (std::vector<std::uint64_t>{0, 2, 2}));
  const auto dense = Similarity::dense({"a", "b"}, {1, 2, 3, 4}, 2);
  EXPECT_EQ(std::get<DenseRows<double>>(dense.rows()).values[3], 4);
  EXPECT_EQ(Tokenizer({.stem = "english"}).options().stem, "english");
}

TEST(Values, NamesThatNoFileCouldHoldAreRefused) {
  for (const std::string& name : {std::string(), std::string("a\nb"), std::string(1, '\0'),
                                  std::string("\x7f"), std::string("\xff")}) {
    for (const Judgment& judgment :
         {Judgment{name, "x", "a", 1}, {"1", name, "a", 1}, {"1", "x", name, 1}}) {
      const auto text = refusal([&] { Judgments::of({{"1", "x", "z", 1}, judgment}, "mine"); });
      EXPECT_TRUE(text.starts_with("mine:2: ")) << text;
    }
    EXPECT_TRUE(refusal([&] { subintent::Run::scored({{"1", name, 1}}); }).starts_with("run:1: "));
    EXPECT_TRUE(refusal([&] { subintent::Run::ranked({{name, {"a"}}}); }).starts_with("run:1: "));
    refusal([&] { Similarity::fingerprints({name}, {1}); }, "docnos");
  }
  EXPECT_EQ(Judgments::of({{"1", "big cat", "a b", 1}}).relevant("1"),
            std::vector<std::string>{"a b"});
}

TEST(Values, HierarchiesInOtherFormats) {
  const Hierarchy made = two_layers().at(0);
  EXPECT_TRUE(draw_svg(made).starts_with("<svg "));
  EXPECT_NE(draw(made, {.depth = 1}), draw(made));
  refusal([&] { draw(made, {.depth = 0}); }, "depth");
  for (const std::size_t width : {0, 99, 100'001}) refusal([&] { draw_svg(made, width); }, "width");
  EXPECT_TRUE(export_hierarchies({made}, "dot").starts_with("digraph \"1\" {"));
  EXPECT_TRUE(export_hierarchies({made}, "newick").ends_with("'1';\n"));
  EXPECT_TRUE(has(export_hierarchies({made}, "graphml"), "<graphml"));
  Hierarchy broken = made;
  broken.nodes[0].docs = {99};
  refusal([&] { draw_svg(broken); });
  refusal([&] { export_hierarchies({made, broken}, "graphml"); });

  const Dendrogram dendrogram{"1", "x", {"a", "b", "c"}, {{0, 2, 1, 2}, {1, 3, -0.25, 3}}};
  EXPECT_EQ(linkage_matrix(dendrogram), (std::vector<double>{0, 2, 0, 2, 1, 3, 1.25, 3}));
  refusal([] { linkage_matrix({"1", "x", {"a", "b"}, {}}); });
}

TEST(Values, NumbersThatAreNoneAreRefused) {
  for (const double number : {values_nan, std::numeric_limits<double>::infinity()}) {
    refusal([&] { Similarity::sparse({"a"}, {{{"t", number}}}); }, "values");
    refusal([&] { Similarity::dense({"a"}, {1, number}, 2); }, "values");
    refusal([&] { intent_hierarchies(values_judgments(), {.delta = number}); }, "delta");
    EXPECT_TRUE(refusal([&] {
                  subintent::Run::scored({{"1", "a", number}});
                }).starts_with("run:1: "));
  }
  refusal([] { Similarity::sparse({"a"}, {{{"t", 1e308}, {"t", 1e308}}}); }, "values");
  refusal([] { intent_hierarchies(values_judgments(), {.delta = -0.1}); }, "delta");
  refusal([] { intent_hierarchies(values_judgments(), {.delta = 1.1}); }, "delta");
  refusal([] { simhash({{"a", UINT64_MAX}, {"b", 1}}); }, "terms");
  EXPECT_FALSE(simhash({{"a", 0}}));
  EXPECT_FALSE(simhash({{"a", 0}}, 256));
  EXPECT_EQ(simhash({{"a", 1}}, 256).value().size(), 4U);
  EXPECT_EQ(simhash({{"a", 1}}, 256).value()[0], simhash({{"a", 1}}));
  refusal([] { simhash({{"a", 1}}, 32); }, "bits");
}

TEST(Values, ATermCountsOnceForEachDocument) {
  Statistics statistics;
  statistics.add({{"a", 1}, {"a", 2}, {"b", 1}, {"c", 0}});
  statistics.add({{"b", 1}});
  EXPECT_EQ(statistics.frequency("a"), 1U);
  EXPECT_EQ(statistics.frequency("c"), 0U);
  const auto weights = statistics.weigh({{"b", 7}, {"a", 1}, {"a", 2}});
  ASSERT_EQ(weights.size(), 1U);
  EXPECT_EQ(weights[0].first, "a");
  EXPECT_DOUBLE_EQ(weights[0].second, 3 * std::log(2));
}

TEST(Values, MovedFromObjectsGoOnWorking) {
  Judgments judged = values_judgments();
  const Judgments other = std::move(judged);
  EXPECT_EQ(judged.topics(), other.topics());
  Source source = Source::memory("1 Q0 a 1 2 me\n", "me");
  const Source kept = std::move(source);
  EXPECT_EQ(source.bytes(), kept.bytes());
  Error error = Error::argument("name", "message");
  const Error copy = std::move(error);
  EXPECT_EQ(error.message(), copy.message());
  Tokenizer tokenizer;
  const Tokenizer second = std::move(tokenizer);
  EXPECT_EQ(tokenizer.terms("cats"), second.terms("cats"));
}

TEST(Values, DendrogramsThatAreNoTreesAreRefused) {
  const std::vector<std::function<void(Dendrogram&)>> damages = {
      [](Dendrogram& d) { d.merges[0].a = 7; },
      [](Dendrogram& d) { d.merges[0].b = 2; },  // itself
      [](Dendrogram& d) { d.merges[0].b = 0; },
      [](Dendrogram& d) { d.merges[0].size = 3; },
      [](Dendrogram& d) { d.merges[0].similarity = values_nan; },
      [](Dendrogram& d) { d.merges.clear(); },
      [](Dendrogram& d) {
        d.merges.push_back({0, 2, 0, 3});
      },
      [](Dendrogram& d) { std::swap(d.docs[0], d.docs[1]); },
      [](Dendrogram& d) { d.docs.clear(); },
      [](Dendrogram& d) { d.docs[1] = "\xff"; },
      [](Dendrogram& d) { d.topic.clear(); }};
  for (std::size_t i = 0; i < damages.size(); ++i) {
    auto made = cluster(values_judgments(), values_similarity());
    ASSERT_EQ(made[0].docs.size(), 2U);
    damages[i](made[0]);
    EXPECT_TRUE(
        refusal([&] { hierarchies(values_judgments(), made); }).starts_with("the dendrogram of "))
        << i;
    EXPECT_TRUE(refusal([&] { to_json(made[0]); }).starts_with("the dendrogram of ")) << i;
  }
}

// Of every kind: see HierarchyValues.
TEST(Values, HierarchiesThatAreNoneAreRefused) {
  auto made = two_layers();
  ASSERT_EQ(made[0].layers, 2U);
  made[0].nodes[2].parent.reset();
  EXPECT_TRUE(refusal([&] { to_json(made[0]); }).starts_with("hierarchy:1: "));
  EXPECT_TRUE(refusal([&] { draw(made[0]); }).starts_with("hierarchy:1: "));
  const auto refused = [&] {
    return refusal([&] {
      Evaluator({.judgments = values_judgments(), .hierarchies = {{"WI", made}}},
                {"HD#-nDCG_WI@5"});
    });
  };
  EXPECT_TRUE(refused().starts_with("hierarchies WI:1: "));
  made = two_layers();
  made[0].nodes[0].docs = {99};
  refusal([&] { made[0].docnos_of(made[0].nodes[0]); }, "node");
  made = two_layers();
  made.push_back(made[0]);
  EXPECT_TRUE(refused().starts_with("hierarchies WI:2: "));
}

TEST(Values, DrawingsOfAnyWidth) {
  for (const std::size_t width : {std::size_t{0}, std::size_t{1}, SIZE_MAX})
    EXPECT_TRUE(draw(two_layers()[0], {.width = width}).ends_with("\n")) << width;
}

TEST(Values, MeasuresGainsAndNames) {
  const auto evaluator = [](const std::vector<std::string>& measures, EvaluationInputs options) {
    options.judgments = values_judgments();
    return [=] { Evaluator(options, measures); };
  };
  for (const std::string name : {"", "what@20", "nDCG@0", "nDCG_RA@5", "HD#-nDCG@5", "a,,b"})
    refusal(evaluator({name}, {}), "measures");
  refusal(evaluator({}, {}), "measures");
  for (const auto& [grade, gain] :
       std::map<int, double>{{0, 1}, {-3, 1}, {2000, 1}, {1, values_nan}})
    refusal(evaluator({"nDCG"}, {.gains = {{grade, gain}}}), "gains");
  refusal(evaluator({"nDCG"}, {.max_grade = 1001}), "max_grade");
  refusal(evaluator({"ERR@5"}, {.max_grade = 0}));
  for (const std::string name : {"", "a_b", "RA", "LA"})
    refusal(evaluator({"nDCG"}, {.hierarchies = {{name, two_layers()}}}), "hierarchy");
  EXPECT_EQ(Evaluator({values_judgments()}, {"nDCG@5", "nDCG@5"}).measures().size(), 1U);
}

// The command line says its own names in their place.
TEST(Values, AdviceHasTheNamesOfTheLibrary) {
  const auto advice = [](const std::string& measure) {
    const std::string text =
        refusal([&] { Evaluator({values_judgments()}, {measure}); }, "measures");
    return text.substr(text.find("; ") + 2);
  };
  const auto on_command_line = [&](const std::string& measure) {
    return with_options(advice(measure));
  };
  EXPECT_EQ(advice("HD#-nDCG@5"), "give `hierarchies`");
  EXPECT_EQ(on_command_line("HD#-nDCG@5"), "give --hierarchy NAME=FILE");
  EXPECT_EQ(advice("nDCG_RA@5"), "give `similarity`");
  EXPECT_EQ(on_command_line("nDCG_RA@5"), "give --fingerprints, --vectors or --dense");
  EXPECT_EQ(advice("GF@5"), "give `groups`");
  EXPECT_EQ(advice("xyz"), "see `all_measures()`");
  EXPECT_EQ(on_command_line("xyz"), "see subintent evaluate --list-measures");
  EXPECT_EQ(on_command_line("P@5,AP"), "write for example -m alpha-nDCG@20,I-rec@20");
  EXPECT_EQ(with_options("rename one of them: `RunFile::name`"), "rename one of them: NAME=RUN");
}

TEST(Values, MeasuresAreEqualByMeaning) {
  const Measure measure("D#-nDCG@20");
  EXPECT_EQ(measure.name(), "D#-nDCG@20");
  EXPECT_EQ(measure.identifier(), "D_sharp_nDCG@20");
  EXPECT_EQ(measure, Measure("D_sharp_nDCG@20"));
  EXPECT_EQ(measure, Measure("D♯-nDCG(gamma=.5)@20"));
  EXPECT_NE(measure, Measure("D#-nDCG(gamma=.4)@20"));
  EXPECT_NE(measure, Measure("D#-nDCG"));
  EXPECT_EQ(std::hash<Measure>()(measure), std::hash<Measure>()(Measure(measure.identifier())));
  EXPECT_EQ(Measure("HD#-nDCG_WI@5"), Measure("HD_sharp_nDCG(hierarchy='WI')@5"));
  EXPECT_NE(Measure("NRBP"), Measure("nRBP"));
  refusal([] { Measure("nrbp"); }, "measures");
  refusal([] { Measure("P@5,R@5"); }, "measures");
  const auto run = subintent::Run::ranked({{"1", {"c", "b"}}});
  const Scores scores = Evaluator({values_judgments()}, {"D#-nDCG@5"}).score(run);
  EXPECT_EQ(scores.mean("D_sharp_nDCG@5"), scores.mean(0));
  Scores same = scores;
  same.run = "same";
  const auto made = analyse("significance", {.scores = std::vector<Scores>{scores, same},
                                             .measures = {"D_sharp_nDCG@5"}});
  EXPECT_EQ(text(made.tables.at(0), 0, "measure"), "D_sharp_nDCG@5");
  EXPECT_EQ(number(made.tables[0], 0, "p"), 1);
}

TEST(Values, ScoresByHand) {
  const Evaluator evaluator({values_judgments()}, {"nDCG@5"});
  Scores scores = evaluator.score(subintent::Run::ranked({{"1", {"a"}}}));
  refusal([&] { scores.value(1, 0); }, "measure");
  refusal([&] { scores.value(0, 1); }, "topic");
  refusal([&] { scores.mean(1); }, "measure");
  refusal([&] { scores.mean("P@5"); }, "measure");
}

TEST(Values, WhatTheProgramWarnsOfIsReturned) {
  const auto part = Similarity::fingerprints({"a", "z"}, {1, 2});
  Warnings warnings;
  const auto made = cluster(values_judgments(), part, {}, {}, &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].what().starts_with("2 of 3 relevant documents have no fingerprint"));
  warnings.clear();
  hierarchies(values_judgments(), made, {.delta = 0.9}, &warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(has(warnings[0].text, "fell apart"));
  EXPECT_EQ(Evaluator({.judgments = values_judgments(), .similarity = part}, {"nDCG_RA@5"})
                .warnings()
                .size(),
            1U);
  const auto none = Similarity::fingerprints({"z"}, {1});
  refusal([&] { cluster(values_judgments(), none); });
  refusal([&] { Evaluator({.judgments = values_judgments(), .similarity = none}, {"nDCG_RA@5"}); });

  const auto run =
      subintent::Run::read(Source::memory("1 Q0 a 1 1 me\n1 Q0 b 2 9 me\n", "me"), RunOrder::score);
  const auto of_run = Evaluator({values_judgments()}, {"nDCG@5"}).score(run).warnings;
  ASSERT_EQ(of_run.size(), 1U);
  EXPECT_EQ(of_run[0].code, "rank-and-score-disagree");
  EXPECT_EQ(of_run[0].advice, "ordered by score (see `order`)");
}

TEST(Values, InputsThatDoNotGoTogether) {
  refusal([] { Judgments::read(JudgmentInputs{}); }, "qrels");
  const Source qrels = Source::memory("1 x a 1\n", "qrels");
  refusal([&] {
    Judgments::read(JudgmentInputs{.qrels = qrels, .topics = qrels, .probabilities = qrels});
  });
  refusal([] { intent_hierarchies(values_judgments(), {.intent_weights = IntentWeights::given}); },
          "intent_weights");
  const auto whole = cluster(values_judgments(), values_similarity(), {.topic_level = true});
  EXPECT_EQ(hierarchies(values_judgments(), whole).size(), 1U);
  refusal([&] {
    hierarchies(values_judgments(), whole, {.superintents = Source::memory("1 g x\n", "groups")});
  });
  refusal([] { intent_hierarchies(values_judgments(), {.compress = false}); }, "compress");
  const HierarchyOptions raw{.compress = false, .rules = {.bins = bins_named("mean")}};
  EXPECT_EQ(refusal([&] { hierarchies(values_judgments(), whole, raw); }, "bins"),
            "bins: there are none without compression; leave out one of the two");
  EvaluationInputs removing{values_judgments()};
  removing.duplicates_as = DuplicatesAs::removed;
  EXPECT_EQ(refusal([&] { Evaluator(removing, {"P@5"}); }, "duplicates_as"),
            "duplicates_as needs `duplicates`; give the duplicates, or leave it out");
  refusal([] { Similarity::fingerprints({"a"}, {}); }, "docnos");
  const auto kind = FingerprintSimilarity::hamming;
  EXPECT_EQ(Similarity::fingerprints({"a", "b"}, {0, 0, 0, 7}, kind, 128)("a", "b"), 1 - 3. / 128);
  refusal([&] { Similarity::fingerprints({"a"}, {0, 0, 0}, kind, 128); }, "values");
  refusal([&] { Similarity::fingerprints({"a"}, {0, 0}, kind, 64); }, "docnos");
  refusal([&] { Similarity::fingerprints({"a"}, {0}, kind, 65); }, "bits");
  refusal([] { Similarity::fingerprints({"a", "a"}, {1, 2}); }, "docnos");
  refusal([] { Similarity::dense({"a"}, {1, 2, 3}, 2); }, "dimensions");
  refusal([] { Similarity::dense({}, {}, 0); }, "dimensions");
  refusal([] { read_collection({Source("pages")}, {}, nullptr); }, "use");
  refusal([] { Tokenizer({.stem = "klingon"}); }, "stem");
}

TEST(Values, BytesOfAnyKind) {
  const std::string line = "1 x a 1";
  for (const std::string& text : {line, line + "\r\n", "\xef\xbb\xbf" + line, "\n\n" + line})
    EXPECT_EQ(Judgments::read(Source::memory(text, "q")).relevant("1").size(), 1U);
  for (const std::string& text : {std::string(), std::string("\x1f\x8b"), std::string("\0", 1),
                                  std::string("\x28\xb5\x2f\xfd"), std::string("\xff\xfe")}) {
    const Source source = Source::memory(text, "bytes");
    const std::vector<std::function<void()>> readers = {
        [&] { Judgments::read(source); }, [&] { subintent::Run::read(source); },
        [&] { read_hierarchies(source); }, [&] { Similarity::read_dense(source, source); },
        [&] { Statistics::read(source); }};
    for (const auto& read : readers) EXPECT_TRUE(refusal(read).starts_with("bytes"));
  }
}

TEST(Values, ProgressStopsOrThrows) {
  const std::string line = "{\"id\":\"d\",\"text\":\"" + std::string(2000, 'x') + "\"}\n";
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += line;
  const Source source = Source::memory(lines, "lines");
  std::size_t documents = 0;
  const auto wait = [&](Document&&) {  // beyond the tenth of a second before the first call
    while (++documents % 100'000'000 != 0) continue;
  };
  const auto read = [&](const ProgressCallback& progress) {
    read_collection({source}, {.format = "jsonl"}, wait, progress);
  };
  const Error error = thrown_by([&] { read([](const Progress&) { return false; }); });
  EXPECT_EQ(error.kind(), Error::Kind::interrupted);
  EXPECT_THROW(read([](const Progress&) -> bool { throw std::logic_error("mine"); }),
               std::logic_error);
}

TEST(Runs, OfOneNameAreRefused) {
  const std::vector<std::string> names = {"a", "b", "a"}, files = {"a", "b", "other/a"};
  EXPECT_NO_THROW(require_different_names({"a", "b"}, {"a", "b"}, ""));
  const Error error = thrown_by([&] { require_different_names(names, files, "rename one"); });
  EXPECT_STREQ(error.what(), "other/a: run a has the name of the run in a; rename one");
}

}  // namespace
}  // namespace subintent
