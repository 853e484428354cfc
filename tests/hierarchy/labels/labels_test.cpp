#include "hierarchy/labels/labels.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/base/utf8.h"
#include "hierarchy/fixtures.h"
#include "messages.h"

namespace subintent::internal::test {
namespace {

using Labels = std::vector<std::string>;
using Titles = std::map<std::string, std::string>;

// A hierarchy of topic 1 with these groups as layer 1; the documents are d00, d01, ...
Hierarchy topic_of(const std::vector<std::size_t>& sizes) {
  Hierarchy hierarchy;
  hierarchy.topic = "1";
  hierarchy.layers = 1;
  for (const std::size_t size : sizes) {
    HierarchyNode node;
    node.layer = 1;
    node.intent = "*";
    node.weight = 1.0 / static_cast<double>(sizes.size());
    for (std::size_t i = 0; i < size; ++i) {
      node.docs.push_back(static_cast<std::uint32_t>(hierarchy.docnos.size()));
      hierarchy.docnos.push_back(fmt::format("d{:02}", hierarchy.docnos.size()));
    }
    hierarchy.nodes.push_back(node);
  }
  return hierarchy;
}

// Numbers behind each statement make it a long text.
Texts texts_of(const std::vector<std::string>& statements, std::size_t numbers = 40) {
  Texts texts;
  for (std::string text : statements) {
    text += '\n';
    for (std::size_t i = 0; i < numbers; ++i) text += fmt::format("{} ", texts.size());
    texts[fmt::format("d{:02}", texts.size())] = {"", "", text};
  }
  return texts;
}

Labels labels_of(Hierarchy hierarchy, const Texts& texts, const Titles& titles = {}) {
  std::vector<Hierarchy> hierarchies = {std::move(hierarchy)};
  Warnings warnings;
  make_labels(hierarchies, texts, titles, warnings);
  Labels labels;
  for (const HierarchyNode& node : hierarchies[0].nodes) labels.push_back(node.label);
  return labels;
}

const std::vector<std::string> jaguars = {"The jaguar hunts in the rain forest.",
                                          "In the rain forest is a jaguar.",
                                          "The engine is in the Jaguar.", "Jaguar, the engine."};

TEST(Labels, SayWordsOfTheTopicBeforeThoseOfAllTopics) {
  std::vector<Hierarchy> hierarchies = {topic_of({6, 2}), topic_of({1}), topic_of({1})};
  hierarchies[1].docnos = {"d08"};
  hierarchies[2].docnos = {"d09"};
  std::vector<std::string> texts(4, "In the result is the engine.");
  for (const char* const word : {"window", "garden"})
    texts.push_back(fmt::format("In the result is the {}.", word));
  texts.insert(texts.end(), 2, "In the forest is the river.");
  texts.insert(texts.end(), 2, "In the result is the valley.");
  Warnings warnings;
  make_labels(hierarchies, texts_of(texts), {}, warnings);
  EXPECT_TRUE(hierarchies[0].nodes[0].label.starts_with("engine")) << hierarchies[0].nodes[0].label;
}

TEST(Labels, AreNoSingleWordsOfMostTopics) {
  std::vector<Hierarchy> hierarchies;
  std::vector<std::string> texts;
  for (const char* const town : {"Ankara", "Bergen", "Cork", "Delft"}) {
    hierarchies.push_back(topic_of({4, 2}));
    for (std::string& docno : hierarchies.back().docnos)
      docno = fmt::format("d{:02}", texts.size() + std::stoul(docno.substr(1)));
    for (const char* const text :
         {"the result of {}", "the result in {}", "the result", "a result", "a river", "rivers"})
      texts.push_back(fmt::format(fmt::runtime(text), town));
  }
  Warnings warnings;
  make_labels(hierarchies, texts_of(texts), {}, warnings);
  EXPECT_EQ(hierarchies[2].nodes[0].label, "Cork");
}

TEST(Labels, TellSiblingsApartInWordsAsTheyAreWritten) {
  const Labels labels = labels_of(topic_of({2, 2}), texts_of(jaguars));
  EXPECT_TRUE(labels[0].starts_with("rain forest")) << labels[0];
  EXPECT_TRUE(labels[1].starts_with("engine")) << labels[1];
}

TEST(Labels, AreNeverWordsOfTheTitleAlone) {
  const Labels labels =
      labels_of(topic_of({2, 2}),
                texts_of({"a jaguar", "the Jaguars", "cars of the jaguar", "a car, jaguar"}),
                {{"1", "Jaguar"}});
  EXPECT_EQ(labels, (Labels{"", "cars"}));
  EXPECT_EQ(labels_of(topic_of({2, 2}),
                      texts_of({"jaguar cars", "a jaguar car", "the forest", "a forest"}),
                      {{"1", "Jaguar"}})[0]
                .find("jaguar car"),
            0U);
}

TEST(Labels, SayMoreWhereOnePhraseIsOfFewDocuments) {
  EXPECT_EQ(labels_of(topic_of({3, 2}), texts_of({"the soy plantations", "gold mining", "the roads",
                                                  "the forests", "forests"}))[0],
            "soy plantations, gold mining");
}

TEST(Labels, SayAThirdPhraseWhereTwoAreOfFewDocuments) {
  std::vector<std::string> statements;
  for (const char* const text : {"the soy plantations", "the gold mining", "the cattle farms"})
    statements.insert(statements.end(), 2, text);
  EXPECT_EQ(labels_of(topic_of({6, 1}), texts_of(statements))[0], "soy plantations, gold mining");
  statements.insert(statements.end(), 22, "and");
  EXPECT_EQ(labels_of(topic_of({13, 15}), texts_of(statements))[0],
            "soy plantations, gold mining, cattle farms");
}

TEST(Labels, SayPhrasesOfOneDocumentThatAreOfWordsOfOthers) {
  const std::vector<std::string> statements = {"the radioactive dust", "radioactive waste in drums",
                                               "the waste", "the lake", "a lake"};
  EXPECT_EQ(labels_of(topic_of({3, 2}), texts_of(statements))[0], "radioactive waste");
  EXPECT_FALSE(has(labels_of(topic_of({3, 2}), texts_of(statements), {{"1", "Waste"}})[0],
                   "radioactive waste"));
}

TEST(Labels, SayNoDetailOfOneOfManyDocuments) {
  std::vector<std::string> statements = {"the soy plantations", "the soy plantations",
                                         "gold mining in the forests"};
  for (int i = 0; i < 10; ++i) statements.push_back("the forests");
  statements.resize(24, "a forest");
  EXPECT_EQ(labels_of(topic_of({13, 11}), texts_of(statements))[0], "soy plantations, forests");
}

TEST(Labels, OfSiblingsShareNoPhrase) {
  const Labels labels = labels_of(
      topic_of({3, 3}), texts_of({"the garden and the zebra", "the garden of a zebra", "a garden",
                                  "the garden and the fox", "the garden of a fox", "a garden"}));
  EXPECT_NE(labels[0], labels[1]);
  EXPECT_FALSE(labels[0].empty());
  EXPECT_FALSE(labels[1].empty());
  EXPECT_FALSE(labels[0].starts_with("garden") && labels[1].starts_with("garden"));
}

TEST(Labels, HaveNoAbbreviationsNumbersAndStopWords) {
  const Labels labels = labels_of(
      topic_of({2, 2}), texts_of({"see e.g the 12 lakes, et al", "that is of the lakes of 12",
                                  "this is a garden", "it is in the garden"}));
  EXPECT_EQ(labels, (Labels{"lakes", "garden"}));
}

TEST(Labels, AreNoPartsOfLongerPhrases) {
  const Labels labels = labels_of(
      topic_of({3, 2}), texts_of({"in New York", "of New York", "New York", "the lake", "a lake"}));
  EXPECT_EQ(labels[0], "New York");
}

TEST(Labels, HaveWordsWithAllThatHyphensJoin) {
  const Labels labels =
      labels_of(topic_of({2, 2}), texts_of({"the same-sex marriage", "for same-sex marriage",
                                            "the 16-bit chip", "of the 16-bit chips"}));
  EXPECT_EQ(labels, (Labels{"same-sex marriage", "16-bit chip"}));
}

TEST(Labels, SayWordsThatManyDocumentsShareInLongerPhrases) {
  const Labels labels =
      labels_of(topic_of({4, 2}),
                texts_of({"the infant temperament", "of the adult temperament",
                          "the easy temperament", "an old temperament", "the brain", "a brain"}));
  EXPECT_TRUE(labels[0].starts_with("temperament")) << labels[0];
}

TEST(Labels, AreNoVerbs) {
  std::vector<std::string> statements;
  for (int i = 0; i < 12; ++i) statements.push_back("it renders the lamp and the door");
  for (int i = 0; i < 12; ++i) statements.push_back("it opens the gate in the wall");
  for (const std::string& label : labels_of(topic_of({12, 12}), texts_of(statements))) {
    EXPECT_FALSE(has(label, "renders"));
    EXPECT_FALSE(has(label, "opens"));
  }
  statements.clear();
  for (int i = 0; i < 24; ++i) statements.push_back("they tend, as they are, and the lamp");
  for (int i = 0; i < 2; ++i) statements.push_back("the door");
  EXPECT_EQ(labels_of(topic_of({24, 2}), texts_of(statements))[0], "lamp");
}

TEST(Labels, SayNounsRatherThanOtherWords) {
  std::vector<std::string> statements;
  for (int i = 0; i < 12; ++i) statements.push_back("who lived, and the castle");
  for (int i = 0; i < 12; ++i) statements.push_back("it is dangerous on the road");
  const Labels labels = labels_of(topic_of({12, 12}), texts_of(statements));
  EXPECT_TRUE(labels[0].starts_with("castle")) << labels[0];
  EXPECT_TRUE(labels[1].starts_with("road")) << labels[1];
}

TEST(Labels, JoinWordsAsTheyAreJoinedMostOften) {
  std::vector<std::string> statements;
  for (int i = 0; i < 12; ++i) statements.push_back("the freedom of speech is in the law");
  for (int i = 0; i < 12; ++i) statements.push_back("the price of oil is on the market");
  const Labels labels = labels_of(topic_of({12, 12}), texts_of(statements));
  EXPECT_TRUE(has(labels[0], "freedom of speech")) << labels[0];
  EXPECT_TRUE(has(labels[1], "price of oil")) << labels[1];
  EXPECT_EQ(labels_of(topic_of({12, 12}), texts_of(statements), {{"1", "Speech and Freedom"}})[0],
            "law");
}

TEST(Labels, HaveGenitivesAsTheyAreWritten) {
  const Labels labels = labels_of(
      topic_of({2, 2}),
      texts_of({"the women's rights", "of women's rights", "in the women\u2019s", "the garden"}));
  EXPECT_EQ(labels[0], "women's rights");
  EXPECT_FALSE(has(labels[1], "\u2019"));
}

TEST(Labels, AreNamesOfFourWords) {
  EXPECT_EQ(
      labels_of(topic_of({2, 2}), texts_of({"the Old Town Water Works", "Old Town Water Works",
                                            "the lake", "a lake"}))[0],
      "Old Town Water Works");
}

TEST(Labels, TellNounsThatAreSeldomByTheirEndings) {
  std::vector<std::string> statements = {"jogged, chapel", "jogged, chapel"};
  for (const char* const word : {"who dragged", "they begged", "she logged"})
    statements.insert(statements.end(), 8, fmt::format("{}, and the wall", word));
  const Labels labels = labels_of(topic_of({2, 24}), texts_of(statements));
  EXPECT_TRUE(labels[0].starts_with("chapel")) << labels[0];
}

TEST(Labels, AreNoWordsThatNeedOthersBehindThem) {
  std::vector<std::string> statements;
  for (int i = 0; i < 12; ++i) statements.push_back("it is located in the number of a castle");
  for (int i = 0; i < 12; ++i) statements.push_back("the road");
  EXPECT_EQ(labels_of(topic_of({12, 12}), texts_of(statements)), (Labels{"castle", "road"}));
}

TEST(Labels, SayNounsBeforeSuchWordsAsFor) {
  std::vector<std::string> statements;
  for (int i = 0; i < 24; ++i) statements.push_back(i % 3 == 0 ? "editor" : "editor for drawings");
  for (int i = 0; i < 24; ++i) statements.push_back(i % 3 == 0 ? "parser" : "parser for numbers");
  EXPECT_EQ(labels_of(topic_of({24, 24}), texts_of(statements)),
            (Labels{"drawings, editor", "numbers, parser"}));
}

TEST(Labels, HaveNoAddressesAndMarkup) {
  const Labels labels = labels_of(
      topic_of({2, 2}),
      texts_of({":maxdepth: toctree:: https://wiki.example/bear/fish.html width=3 a_b lakes",
                ":maxdepth: toctree:: https://wiki.example/bear/fish.html width=3 a_b lakes",
                "TCP/IP", "TCP/IP [router](#mode-two)"}));
  EXPECT_EQ(labels, (Labels{"lakes", "TCP, IP"}));
}

TEST(Labels, OfShortTextsArePartsOfClausesAsTheyAreWritten) {
  std::vector<std::string> statements;
  for (const char* const text : {"right to bear arms is in the law", "rights to bear arms"})
    statements.insert(statements.end(), 12, text);
  for (const char* const text : {"there is an army in the forest", "it is in the forest"})
    statements.insert(statements.end(), 12, text);
  EXPECT_TRUE(has(labels_of(topic_of({24, 24}), texts_of(statements, 0))[0], "to bear arms"));
  EXPECT_FALSE(has(labels_of(topic_of({24, 24}), texts_of(statements))[0], "to bear"));
  const Texts votes = texts_of({"Is it worth voting?", "It is not my vote.",
                                "To vote is the duty of us all.", "It is a duty to all of us."},
                               0);
  EXPECT_EQ(labels_of(topic_of({2, 2}), votes, {{"1", "it is worth voting"}}),
            (Labels{"It is not my vote", "It is a duty to all of us"}));
}

// Six documents, four of which are a node with two children.
Hierarchy with_children(const std::vector<std::uint32_t>& first,
                        const std::vector<std::uint32_t>& second) {
  Hierarchy hierarchy = topic_of({4, 2});
  hierarchy.layers = 2;
  for (const std::vector<std::uint32_t>& docs : {first, second, {4, 5}}) {
    HierarchyNode child = hierarchy.nodes[0];
    child.layer = 2;
    child.parent = docs[0] < 4 ? 0 : 1;
    child.docs = docs;
    hierarchy.nodes.push_back(child);
  }
  return hierarchy;
}

TEST(Labels, OfOneDocumentAreTheFirstWordsThatSayMoreThanTheTopic) {
  Texts texts =
      texts_of({"Jaguar. The jaguar hunts alone, at night.", "", jaguars[0], jaguars[2]}, 60);
  texts["d01"].title = "Where to see jaguars in the wild, and when";
  texts["d02"].excerpt = "A jaguar is born in the forest to a mother that lives alone.";
  EXPECT_EQ(labels_of(topic_of({1, 1, 1, 1}), texts, {{"1", "jaguar"}}),
            (Labels{"jaguar hunts alone", "Where to see jaguars in the wild",
                    "A jaguar is born in the forest…", "engine"}));
  const std::string long_title = "The National Zoo Should Not Keep Its Jaguar In A Cage";
  EXPECT_EQ(
      labels_of(topic_of({1, 1, 1}), texts_of({long_title + " and fence", "A HUNT", "A hunt"}, 0),
                {{"1", long_title}}),
      (Labels{"…and fence", "A HUNT", ""}));
}

TEST(Labels, OfUpToThreeDocumentsWithoutACommonPhraseAreTheirTitles) {
  Texts texts = texts_of(
      {"the valley is steep", "a steep hill", "the train to Wales", "a train in spring"}, 60);
  texts["d00"].title = "Hills of Wales - Walkers";  // a site, as three titles have it
  texts["d01"].title = "Snowdon in spring - Walkers";
  texts["d02"].title = "Railways - Walkers";
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "Hills of Wales, Snowdon in spring");
  texts["d01"].title = "zxcv";  // a name alone, of which no other document knows
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "steep hill");
}

TEST(Labels, OfChildrenDoNotRepeatWhatTheyShare) {
  const Labels labels =
      labels_of(with_children({0, 1}, {2, 3}),
                texts_of({"a cat with spots", "the spots of a cat", "a cat with stripes",
                          "the stripes of a cat", "an engine", "engines"}));
  EXPECT_TRUE(labels[0].starts_with("cat")) << labels[0];
  EXPECT_EQ(labels[2], "spots");
  EXPECT_EQ(labels[3], "stripes");
  EXPECT_EQ(labels[4], labels[1]);  // the same documents
}

TEST(Labels, OfChildrenMaySayOneOfThePhrasesOfTheirParents) {
  const Labels labels =
      labels_of(with_children({0, 1}, {2, 3}),
                texts_of({"a cat", "the cat", "the lake", "a lake", "an engine", "engines"}));
  EXPECT_EQ(labels, (Labels{"cat, lake", "engine", "cat", "lake", "engine"}));
}

TEST(Labels, OfChildrenAreNotThoseOfTheirParents) {
  const Labels labels = labels_of(with_children({0, 1, 2}, {3}),
                                  texts_of({"a cat with spots", "the cat with spots", "a cat",
                                            "the lake", "an engine", "engines"}));
  EXPECT_EQ(labels[0], "spots, cat");
  EXPECT_EQ(labels[2], "cat");
}

TEST(Labels, ThatPeopleGaveStayAndAreNotSaidAgain) {
  Hierarchy hierarchy = topic_of({2, 2});
  hierarchy.nodes[0].label = "Engines";
  const Labels labels = labels_of(
      hierarchy, texts_of({"an engine", "the engine", "an engine and a lake", "the lake"}));
  EXPECT_EQ(labels, (Labels{"Engines", "lake"}));
}

TEST(Labels, AreMadeInOtherLanguagesAndScripts) {
  const Labels labels =
      labels_of(topic_of({2, 2}), texts_of({"der Wald und die Katze", "die Katze ist in dem Wald",
                                            "der Motor", "das ist ein Motor"}));
  EXPECT_EQ(labels[1], "Motor");
  for (const std::string& label :
       labels_of(topic_of({1, 1}), texts_of({"熱帯雨林のジャガー", "エンジン \xCC\x88 x"}))) {
    EXPECT_TRUE(is_valid_utf8(label)) << label;
    EXPECT_FALSE(label.empty());
  }
}

}  // namespace
}  // namespace subintent::internal::test
