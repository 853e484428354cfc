#include "report/explain.h"

#include <sstream>

#include "hierarchy/fixtures.h"
#include "hierarchy/terms/characteristic_terms.h"
#include "messages.h"
#include "report/charts/display_width.h"
#include "report/text_layout.h"

namespace subintent::internal::test {
namespace {

Hierarchy example() {
  return build_one(qrels_of("1 1 a 1\n1 1 b 1\n1 1 c 1\n1 2 a 1\n1 2 x 1\n"),
                   {dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .25}, {2, 3, .05}}),
                    dendrogram_of("1", "2", {"a", "x"}, {{0, 1, .5}})});
}

TEST(Explain, SaysWhichTopicsShareAQuery) {
  Captions captions;
  captions.topics["9"].query = "Big Cats";
  captions.topics["10"].query = "big cats";
  EXPECT_EQ(message_of([&] {
              find_topic("big cats", {"10", "9"}, captions, "file");
            }),
            "file: has several topics with the query big cats; choose one of 9, 10");
}

TEST(Explain, ShowsWhatIsKnownOfTopicIntentsAndDocuments) {
  Hierarchy labelled = example();
  labelled.nodes[2].label = "a\x1b\nlabel";
  ExplainOptions options;
  options.intent = "1";
  options.captions.topics["1"].query = "que\try";
  options.captions.topics["1"].intents["1"].text = "about one";
  options.captions.texts["a"].title = std::string(70, 't');
  options.captions.texts["b"].excerpt = "words";
  options.width = 60;
  labelled.nodes[3].label = "two";
  EXPECT_EQ(explain(labelled, {}, options),
            "topic 1 (que?ry): 3 layers, 9 nodes\n"
            "└─ intent 1: layer 1, weight 0.667, similarity 0.050,\n"
            "   │  3 documents\n"
            "   │  about one\n"
            "   ├─ subintent: layer 2, weight 0.444, similarity 0.250,\n"
            "   │  │  2 documents\n"
            "   │  │  a label\n"
            "   │  ├─ subintent: layer 3, weight 0.222, 1 document\n"
            "   │  │     a  tttttttttttttttttttttttttttttttttttttttttt...\n"
            "   │  └─ subintent: layer 3, weight 0.222, 1 document\n"
            "   │        b  words\n"
            "   └─ subintent: layers 2–3, weight 0.222, 1 document\n"
            "         (1 dummy)\n"
            "         c\n");
}

TEST(Explain, ColoursOnlyWhenAskedTo) {
  ExplainOptions options;
  EXPECT_FALSE(has(explain(example(), {}, options), "\x1b"));
  options.colour = true;
  EXPECT_TRUE(has(explain(example(), {}, options), "\x1b[1mintent 1:\x1b[0m"));
}

TEST(Explain, ShowsTermsAndNothingATerminalActsUpon) {
  Hierarchy hierarchy = example();
  hierarchy.nodes[0].intent = "\x1b[31m";
  const std::vector<std::vector<std::string>> terms(hierarchy.nodes.size(), {"game", "ar\x07"});
  const std::string text = explain(hierarchy, terms, {});
  EXPECT_FALSE(has(text, "\x1b"));
  EXPECT_TRUE(has(text, "terms: game ar?\n"));
}

TEST(Explain, KeepsToTheWidthEvenInDeepTrees) {
  std::vector<std::string> docs;
  std::vector<Pair> pairs;
  std::string qrels;
  constexpr std::uint32_t n = 60;
  for (std::uint32_t i = 0; i < n; ++i) docs.push_back("document-" + std::to_string(100 + i));
  for (const auto& doc : docs) qrels += "1 1 " + doc + " 1\n";
  for (std::uint32_t k = 0; k + 1 < n; ++k) {
    pairs.push_back({k == 0 ? 0 : k + 1, k == 0 ? 1 : n + k - 1, .29 - k / 1000.0});
  }
  HierarchyOptions raw;
  raw.compress = false;
  const Hierarchy hierarchy =
      build_one(qrels_of(qrels), {dendrogram_of("1", "1", docs, pairs)}, raw);
  EXPECT_EQ(hierarchy.layers, n);
  for (const std::size_t width : {200, 80, 40, 20, 4, 1}) {
    for (const bool ascii : {false, true}) {
      ExplainOptions options;
      options.width = width;
      options.ascii = ascii;
      std::istringstream text(explain(hierarchy, {}, options));
      std::size_t widest = 0;
      for (std::string line; std::getline(text, line);)
        widest = std::max(widest, display_width(line));
      if (width >= 20) {
        EXPECT_LE(widest, width);
      }
    }
  }
}

TEST(TextLayout, WrapsWordsAndCutsLongOnes) {
  std::string out;
  append_wrapped(out, "* ", "  ", {{"ab"}, {"cd"}, {"efghijklmn"}, {"o"}}, 7);
  EXPECT_EQ(out, "* ab cd\n  efghi\n  jklmn\n  o\n");
}

TEST(TextLayout, LeavesOutWhatActsOnATerminal) {
  EXPECT_EQ(display_text("a\nb\xff\xc2\x9b\xe2\x80\xae"
                         "c"),
            "a?b???c");
}

TEST(TextLayout, CutsTextsBehindWords) {
  EXPECT_EQ(cut_text("what comes after it", 19), "what comes after it");
  EXPECT_EQ(cut_text("what comes after it", 18), "what comes...");
  EXPECT_EQ(cut_text("what comes, after", 16), "what comes...");
  EXPECT_EQ(cut_text("what comes", 9), "what...");
  EXPECT_EQ(cut_text("whatever", 7), "what...");
  EXPECT_EQ(cut_text("whatever", 1), "w...");
  EXPECT_EQ(fitting_text("what\ncomes after", 12), "what...");
  std::string words = "word";
  for (int i = 0; i < 30; ++i) words += " word";
  EXPECT_EQ(display_text(words), words.substr(0, 94) + "...");
}

TEST(TextLayout, CutsNamesByCharacters) {
  std::string hundred;
  for (int i = 0; i < 100; ++i) hundred += "é";
  EXPECT_EQ(display_text(hundred), hundred);
  EXPECT_EQ(display_text(hundred + "x"), hundred.substr(0, 2 * 97) + "...");
}

DocumentVector vector_of(const std::string& docno, std::vector<TermWeight> terms) {
  return {docno, std::move(terms)};
}

TEST(CharacteristicTerms, SetANodeApartFromItsSiblings) {
  const Hierarchy hierarchy = example();
  // The word "the" is everywhere; one letter and digits are left out.
  const std::vector vectors{
      vector_of("a", {{"2009", 9}, {"game", 2}, {"the", 5}, {"x", 9}}),
      vector_of("b", {{"game", 1}, {"online", 2}, {"the", 3}}),
      vector_of("c", {{"download", 4}, {"the", 4}}),
      vector_of("x", {{"negative", -3}, {"spy", 1}, {"the", 1}, {"virus", 1}})};
  const auto terms = characteristic_terms(hierarchy, vectors, 3);
  ASSERT_EQ(terms.size(), hierarchy.nodes.size());
  // Layer 2 of intent 1: {a, b} against {c}.
  EXPECT_EQ(terms[2].front(), "online");
  EXPECT_EQ(std::count(terms[2].begin(), terms[2].end(), "the"), 0);
  EXPECT_EQ(terms[3], (std::vector<std::string>{"download", "the"}));
  for (const auto& list : terms) {
    for (const std::string& term : list) {
      EXPECT_NE(term, "x");
      EXPECT_NE(term, "2009");
      EXPECT_NE(term, "negative");
    }
  }
  // An only child has nothing to be set apart from: its heaviest terms, equal ones by their bytes.
  const Hierarchy flat{"1", 1, {"x"}, {{std::nullopt, 1, "1", 1, {}, false, {0}}}};
  EXPECT_EQ(characteristic_terms(flat, vectors, 2).at(0), (std::vector<std::string>{"spy", "the"}));
}

TEST(CharacteristicTerms, AreNoneWithoutVectors) {
  for (const auto& list : characteristic_terms(example(), {}, 5)) EXPECT_TRUE(list.empty());
}

TEST(WithoutQuery, LeavesOutItsWordsInTheSingularAndThePlural) {
  EXPECT_EQ(without_query("jaguars, big cats", "jaguar"), "big cats");
  EXPECT_EQ(without_query("Jaguar's habitat", "Jaguars"), "habitat");
  EXPECT_EQ(without_query("hip fracture, care", "hip fractures"), "care");
  EXPECT_EQ(without_query("jaguarundi", "jaguar"), "jaguarundi");
  EXPECT_EQ(without_query("jaguars", "jaguar"), "jaguars");  // nothing else is left
}

}  // namespace
}  // namespace subintent::internal::test
