#include "hierarchy/labels/labels.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/utf8.h"
#include "hierarchy/fixtures.h"

namespace subintent::internal::test {
namespace {

// A hierarchy of a whole topic with these groups as layer 1; the documents are d00, d01, ...
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

Texts texts_of(const std::vector<DocumentText>& documents) {
  Texts texts;
  for (const DocumentText& document : documents) {
    texts[fmt::format("d{:02}", texts.size())] = document;
  }
  return texts;
}

std::vector<std::string> labels_of(Hierarchy hierarchy, const Texts& texts) {
  std::vector<Hierarchy> hierarchies = {std::move(hierarchy)};
  Warnings warnings;
  make_labels(hierarchies, texts, warnings);
  std::vector<std::string> labels;
  for (const HierarchyNode& node : hierarchies[0].nodes) labels.push_back(node.label);
  return labels;
}

using Labels = std::vector<std::string>;

const std::vector<DocumentText> jaguars = {
    {"Jaguar - big cats", "", "The jaguar is one of the big cats, and lives in the rain forest."},
    {"The jaguar", "", "In the rain forest the jaguar hunts, as other big cats do."},
    {"Jaguar E-Type", "", "The engine of the E-Type, a car of the sixties, from Jaguar."},
    {"Jaguar cars", "", "Which engine has the E-Type? It was changed with the years. Jaguar."}};

TEST(Labels, AreNotNamesOfHosts) {
  const std::vector<DocumentText> documents = {{"Guitars", "", "At Shop.com there are guitars."},
                                               {"Guitars", "", "Shop.com and its guitars."},
                                               {"Lakes", "", "Fish of the lakes."},
                                               {"Lakes", "", "Lakes with fish."}};
  const Labels labels = labels_of(topic_of({2, 2}), texts_of(documents));
  for (const std::string& label : labels) EXPECT_EQ(label.find(".com"), std::string::npos) << label;
  EXPECT_TRUE(labels[0].starts_with("guitars") || labels[0].starts_with("Guitars")) << labels[0];
}

TEST(Labels, TellSiblingsApartInWordsAsTheyAreWritten) {
  const Labels labels = labels_of(topic_of({2, 2}), texts_of(jaguars));
  EXPECT_EQ(labels, (Labels{"big cats, rain forest", "E-Type, engine"}));
}

TEST(Labels, HaveNoStopWordsOrNumbersAndWordsOfTheQueryRatherThanNothing) {
  const Texts texts = texts_of({{"Jaguar 1998", "", "the 12 of 1998 and the jaguar is"},
                                {"Jaguar 1998", "", "the 12 of 1998 and the jaguar is"},
                                {"Jaguar 2001", "", "in 2001 the paint of the jaguar"},
                                {"Jaguar 2001", "", "in 2001 the paint of the jaguar"}});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"jaguar", "paint"}));
}

TEST(Labels, ANumberMayBelongToAName) {
  const Texts texts = texts_of({{"", "", "the landing of Apollo 11 was seen"},
                                {"", "", "it was Apollo 11 on 20 July 1969"},
                                {"", "", "the god of light"},
                                {"", "", "a god of Delphi"}});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "Apollo 11");
}

// Statements without titles.
Texts statements_of(const std::vector<std::string>& statements) {
  std::vector<DocumentText> documents;
  for (const std::string& statement : statements) documents.push_back({"", "", statement});
  return texts_of(documents);
}

TEST(Labels, EndBeforeVerbs) {
  const Texts texts = statements_of({"responsibility for the holocaust lies with the gestapo",
                                     "responsibility for the holocaust lies with the wehrmacht",
                                     "responsibility for the holocaust lies with collaborators",
                                     "the debate persists over the fairness of admissions",
                                     "the debate persists over the law of admissions",
                                     "the holocaust was motivated by hatred",
                                     "victims of the holocaust were deported"});
  EXPECT_EQ(labels_of(topic_of({3, 2, 2}), texts),
            (Labels{"responsibility", "debate, admissions", "victims, hatred"}));
}

TEST(Labels, AreNoVerbsOrAdjectives) {
  const Texts texts = statements_of({"major accidents include the fire of the reactor",
                                     "major accidents include the flood of the reactor",
                                     "improper disposal of waste pollutes the soil",
                                     "improper disposal of waste pollutes the water",
                                     "the disposal of waste was a part of the law",
                                     "the accidents were caused by a flood"});
  EXPECT_EQ(labels_of(topic_of({2, 2, 2}), texts)[0], "major accidents");
  EXPECT_EQ(labels_of(topic_of({2, 2, 2}), texts)[1], "improper disposal");
}

TEST(Labels, OfFewWordsEndWhereStopWordsDo) {
  const Texts texts = statements_of(
      {"plastic waste in cities", "plastic waste in the sea", "fusion energy", "fusion reactors"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"plastic waste", "fusion"}));
}

// Where too few words are there to learn from, frequent verbs and adjectives are known all the
// same.
TEST(Labels, AreNoFrequentVerbsAdjectivesOrAdverbs) {
  const Texts texts = statements_of({"The prompt shows: automatically created files",
                                     "automatically created files of the prompt",
                                     "A historic harbour provides shelter", "historic harbour"});
  for (const std::string& label : labels_of(topic_of({2, 2}), texts)) {
    for (const char* word : {"automatically", "created", "provides"}) {
      EXPECT_EQ(label.find(word), std::string::npos) << label;
    }
  }
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[1], "historic harbour");
}

TEST(Labels, EndingsTellAdjectivesAdverbsAndParticiples) {
  const Texts texts =
      statements_of({"minimalistic anonymously encrypted storage",
                     "storage, minimalistic, anonymously, encrypted",
                     "the harbour, spacious, blocked", "harbour, spacious, blocked"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"storage", "harbour"}));
}

TEST(Labels, NounsThatEndAsAdjectivesDoAreNouns) {
  const Texts texts = statements_of({"the cable", "a cable", "the seed", "a seed"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"cable", "seed"}));
}

TEST(Labels, AreLongerPhrasesRatherThanTheirWords) {
  const Texts texts =
      statements_of({"the lightweight clipboard manager", "a free clipboard manager",
                     "the clipboard", "the radio", "a radio", "radio"});
  EXPECT_EQ(labels_of(topic_of({3, 3}), texts)[0], "clipboard manager");
}

TEST(Labels, FurtherPhrasesAreOfOtherDocuments) {
  std::vector<std::string> statements(7, "databases, MySQL, Oracle");
  statements.insert(statements.end(), {"mail servers", "mail servers", "clocks", "tides", "soap",
                                       "bread", "paper", "iron", "glass"});
  statements.insert(statements.end(), 6, "the radio");
  const std::string label = labels_of(topic_of({16, 6}), statements_of(statements))[0];
  EXPECT_NE(label.find("mail servers"), std::string::npos) << label;
}

TEST(Labels, NamesAreNotCutOutOfTheirSentence) {
  const Texts texts = texts_of({{"", "", "They add bindings of Aida to Geant4 at once."},
                                {"", "", "They add bindings of Aida to Geant4 again."},
                                {"", "", "The League of Nations met."},
                                {"", "", "So the League of Nations said."}});
  const Labels labels = labels_of(topic_of({2, 2}), texts);
  EXPECT_EQ(labels[0].find("Aida to"), std::string::npos) << labels[0];
  EXPECT_EQ(labels[1], "League of Nations");
}

// The first `size` documents are a child of the first node, and the others of it another.
void divide(Hierarchy& hierarchy, std::uint32_t size) {
  hierarchy.layers = 2;
  HierarchyNode first = hierarchy.nodes[0], second = hierarchy.nodes[0];
  first.layer = second.layer = 2;
  first.parent = second.parent = 0;
  first.docs.resize(size);
  second.docs.erase(second.docs.begin(), second.docs.begin() + size);
  first.label = second.label = "";
  hierarchy.nodes.insert(hierarchy.nodes.end(), {first, second});
}

TEST(Labels, SayWhatDocumentsShareThatHaveNothingElseInCommon) {
  const Texts texts =
      statements_of({"a table at the unseen bean", "a table for one in palco",
                     "a table at french horn", "a table", "chairs", "the chairs", "the radio"});
  Hierarchy hierarchy = topic_of({6, 1});
  hierarchy.nodes[0].label = "table";
  divide(hierarchy, 3);
  EXPECT_TRUE(labels_of(hierarchy, texts)[2].starts_with("table"));
}

TEST(Labels, ANodeWithNearlyAllDocumentsOfItsParentMaySayWhatItSays) {
  std::vector<std::string> statements(5, "the lights and the harbour");
  statements.insert(statements.end(), 5, "the lights");
  statements.insert(statements.end(), {"the tide", "the radio", "a radio"});
  Hierarchy hierarchy = topic_of({11, 2});
  divide(hierarchy, 10);
  EXPECT_TRUE(labels_of(hierarchy, statements_of(statements))[2].starts_with("lights"));
}

TEST(Labels, SayLittleRatherThanNothing) {
  const Texts texts = statements_of({"the name", "a name", "the radio", "a radio"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "name");
}

TEST(Labels, ARepeatedWordOfAnotherLanguageDoesNotMakeATextOne) {
  std::vector<DocumentText> documents(
      8, {"", "", "the house is where they were, and this was what we had"});
  documents.push_back({"", "", "dog-names: Get popular dog names."});
  documents.push_back({"", "", "dog-names: Get popular dog names."});
  const std::string label = labels_of(topic_of({8, 2}), texts_of(documents))[1];
  EXPECT_EQ(label.find("Get"), std::string::npos) << label;
}

TEST(Labels, DotsOfAbbreviationsEndNoSentence) {
  const Texts texts = statements_of({"flights from st. petersburg to detroit",
                                     "is there a train in st. petersburg", "the radio", "a radio"});
  EXPECT_TRUE(labels_of(topic_of({2, 2}), texts)[0].starts_with("st. petersburg"));
}

TEST(Labels, AFormThatSaysLittleDoesNotSilenceOthersOfItsStem) {
  const Texts texts = statements_of({"the statistics and a fugue", "the statistics", "the radio",
                                     "a radio", "radio", "radio", "statistical, a radio"});
  EXPECT_TRUE(labels_of(topic_of({2, 5}), texts)[0].starts_with("statistics"));
}

TEST(Labels, NamesOfSeveralWordsStayWhole) {
  const Texts texts =
      statements_of({"which flights go from boston to salt lake city on monday",
                     "the fares to salt lake city for the weekend",
                     "how far is the airport from salt lake city", "a ticket to the city of denver",
                     "the weather of denver", "the museum of the lake near denver"});
  const Labels labels = labels_of(topic_of({3, 3}), texts);
  EXPECT_TRUE(labels[0].starts_with("salt lake city")) << labels[0];
  EXPECT_TRUE(labels[1].starts_with("denver")) << labels[1];
}

// What begins sentences before objects is a verb there, even in texts without any stop word.
TEST(Labels, AreNoVerbsOfRequests) {
  const Texts texts = statements_of(
      {"show the song of the year", "show movie schedule", "show me a movie schedule",
       "show movie times", "what is the weather in boston", "the weather at the airport of denver",
       "is the weather fine in march and in the weeks of april",
       "where is the museum of the town"});
  EXPECT_EQ(labels_of(topic_of({4, 4}), texts)[0], "movie schedule");
}

TEST(Labels, AreNoVerbsOfQuestions) {
  const Texts texts =
      statements_of({"how many people can an aircraft hold", "how many bags can this aircraft hold",
                     "is there a hotel in town for a night", "the hotel in the town of denver",
                     "what is the price of a hotel in the city of denver",
                     "the weather of the town is fine and the people of it are, too"});
  const Labels labels = labels_of(topic_of({2, 4}), texts);
  EXPECT_EQ(labels[0].find("hold"), std::string::npos) << labels[0];
}

// Half of all documents have "resolver", behind other words.
TEST(Labels, SayMoreThanTheGeneralWordsOfACollection) {
  const Texts texts = statements_of({"a graph resolver of paths and streets",
                                     "a music resolver with a queue",
                                     "a parser resolver in the cloud",
                                     "an audio resolver of songs",
                                     "this video resolver is for talks",
                                     "an image resolver for photographs",
                                     "the sea resolver of a ticket",
                                     "a ticket and a coast resolver",
                                     "an island resolver for the ticket",
                                     "a ferry resolver with a ticket",
                                     "the price resolver of a ticket",
                                     "a ticket to the sea",
                                     "a ticket to the coast",
                                     "the ticket of the coast",
                                     "a ticket to an island",
                                     "a ticket to the islands",
                                     "a cheap ticket",
                                     "a ticket for the ferry",
                                     "the ticket of a ferry",
                                     "a dear ticket",
                                     "a ticket to the north",
                                     "the ticket in the south"});
  const std::string label = labels_of(topic_of({6, 16}), texts)[0];
  EXPECT_FALSE(label.starts_with("resolver")) << label;
  EXPECT_NE(label.find(" resolver"), std::string::npos) << label;
}

TEST(Labels, DotsBelongToNames) {
  const Texts texts = texts_of({{"", "", "Charts for the web, made with D3.js by hand."},
                                {"", "", "A library on top of D3.js for maps."},
                                {"", "", "The client of the registry for .NET and mono."},
                                {"", "", "A logger of events for .NET that is fast."}});
  const Labels labels = labels_of(topic_of({2, 2}), texts);
  EXPECT_NE(labels[0].find("D3.js"), std::string::npos) << labels[0];
  EXPECT_NE(labels[1].find(".NET"), std::string::npos) << labels[1];
}

TEST(Labels, AbbreviationsKeepTheirCapitals) {
  const Texts texts = texts_of({{"", "", "The HTTP of the web is old."},
                                {"", "", "This is an Http that is slow, with a HTTP proxy."},
                                {"", "", "All of the HTTP is new."},
                                {"", "", "A lake in the north."},
                                {"", "", "The lake of the south."}});
  EXPECT_TRUE(labels_of(topic_of({3, 2}), texts)[0].starts_with("HTTP"));
}

TEST(Labels, TheLastWordOfANameIsNotCutOutOfIt) {
  const Texts texts = texts_of({{"", "", "It was won by Serena at the Australian Open this year."},
                                {"", "", "She lost to him in the final of the French Open again."},
                                {"", "", "The price of oil fell."},
                                {"", "", "Oil is dear in this year."}});
  const std::string label = labels_of(topic_of({2, 2}), texts)[0];
  EXPECT_FALSE(label.starts_with("Open")) << label;
}

TEST(Labels, WhatAndGoesOnWithIsNotCut) {
  const Texts texts = statements_of({"a collection of scalable storage and cache servers for it",
                                     "the lake is in the north", "a lake of the south"});
  EXPECT_EQ(labels_of(topic_of({1, 2}), texts)[0].find("scalable storage"), std::string::npos);
}

TEST(Labels, FrequentVerbsMayBePartsOfNames) {
  const Texts texts = statements_of({"the shop of Save the Bees in the street of the town",
                                     "a fair by Save the Bees on the hills of the town", "a car",
                                     "the cars of the city"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "Save the Bees, town");
}

TEST(Labels, SayMoreThanThing) {
  const Texts texts = statements_of({"the best way to the lake", "a way around the lake",
                                     "one thing about a car", "another thing: cars"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lake", "car"}));
}

// "e-commerce" describes another word everywhere.
TEST(Labels, HyphenatedWordsOfMostDocumentsMayDescribeOthers) {
  const Texts texts = statements_of({"An e-commerce framework for the shops of the town",
                                     "The e-commerce platform with payment",
                                     "A headless e-commerce solution with the taxes",
                                     "the dog of the village", "a dog and a cat", "cats"});
  EXPECT_TRUE(labels_of(topic_of({3, 3}), texts)[0].starts_with("e-commerce"));
}

TEST(Labels, SayWhatSiblingsSayRatherThanNothing) {
  const Texts texts = statements_of({"the card of the bank", "a bank card", "the card", "of the",
                                     "a dog", "the dog", "a cat", "the cat"});
  EXPECT_EQ(labels_of(topic_of({2, 2, 2, 2}), texts)[1], "card");
}

TEST(Labels, RolesOfEnglishWordsSayNothingOfTextsInOtherLanguages) {
  std::vector<std::string> statements = {"Plastikmüll Ozean", "Plastikmüll Flüsse"};
  for (const char* english : {"the landing of the ships was seen from the hills of the coast",
                              "the cost of the journey was a part of the price of the goods",
                              "the captain of the fleet and the men of the crew saw the harbour",
                              "in the winter the roofs of the houses were white with the snow"}) {
    statements.emplace_back(english);
  }
  EXPECT_EQ(labels_of(topic_of({2, 4}), statements_of(statements))[0], "Plastikmüll");
}

TEST(Labels, AWordThatIsPartOfALongerPhraseIsNotCutOutOfIt) {
  const Texts texts = statements_of({"the nature of fusion energy", "research on fusion energy",
                                     "the cost of fusion energy", "the price of coal",
                                     "mines of coal", "exports of coal"});
  EXPECT_EQ(labels_of(topic_of({3, 3}), texts)[0], "fusion energy");
}

TEST(Labels, AreInflectedAsInTheDocumentsOfTheNode) {
  const Texts texts =
      statements_of({"a plan for the vaccine", "the risks of the vaccine", "the cost of vaccines",
                     "the use of vaccines, vaccines, vaccines", "the rules of schools",
                     "the roofs of schools", "the doors of schools", "the teachers of schools"});
  EXPECT_TRUE((labels_of(topic_of({2, 6}), texts)[0] + ",").starts_with("vaccine,"));
}

TEST(Labels, AWordOfAnotherLanguageDoesNotMakeATextOne) {
  const Texts texts = statements_of({"improper e-waste disposal pollutes soil",
                                     "improper e-waste disposal pollutes rivers",
                                     "the law of the sea", "the ships of the sea"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0].find("improper,"), std::string::npos);
}

TEST(Labels, FormsOfAWordCountTogetherAndTheUsualOneIsPrinted) {
  const Texts texts = texts_of({{"PUPPIES", "", "these puppies"},
                                {"Puppy", "", "of puppies"},
                                {"", "", "stone"},
                                {"", "", "stone"}});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"puppies", "stone"}));
}

TEST(Labels, StopWordsAreThoseOfTheLanguageOfTheText) {
  const Texts texts = texts_of({{"", "", "der Hund und die Katze in dem Haus"},
                                {"", "", "die Katze und der Hund auf der Straße"},
                                {"", "", "l'oiseau est dans le jardin de la maison"},
                                {"", "", "un oiseau et le jardin de l'école"}});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"Hund, Katze", "oiseau, jardin"}));
}

TEST(Labels, OfScriptsWithoutBlanks) {
  const Texts texts = texts_of(
      {{"", "", "東京タワー"}, {"", "", "東京タワー"}, {"", "", "京都"}, {"", "", "京都"}});
  const Labels labels = labels_of(topic_of({2, 2}), texts);
  EXPECT_EQ(labels[0], "東京タワー");
  EXPECT_EQ(labels[1], "京都");
}

TEST(Labels, OfJapaneseAreWholeWords) {
  const Texts texts = texts_of(
      {{"熱帯雨林のジャガー", "", "ジャガーは熱帯雨林に住み、川でカイマンを捕らえている。"},
       {"ジャガーの生態", "", "夜行性のジャガーが熱帯雨林に生息している。カイマンも食べるという。"},
       {"フェンダー・ジャガーの音色", "", "エレキギターで、短いネックと明るい音色が特徴である。"},
       {"ジャガーを弾く", "",
        "エレキギターを改造して使っていた。三本の弦とフェンダー・ジャガーである。"}});
  const Labels labels = labels_of(topic_of({2, 2}), texts);
  EXPECT_EQ(labels[0], "熱帯雨林, カイマン");
  EXPECT_EQ(labels[1], "フェンダー・ジャガー, エレキギター");
}

TEST(Labels, OfJapaneseAreNoVerbsParticlesOrNumbers) {
  // One document each: its phrases are its own, and none but nouns may be chosen.
  const std::vector<std::string> excerpts = {
      "ゆっくりと育てられ、美しい庭園が広がっている。", "三百人の飼育員が暮らしている。",
      "違いを調べてから確認する。", "これらはすなわち選び方による。"};
  Texts texts;
  for (const std::string& excerpt : excerpts) {
    texts[fmt::format("d{:02}", texts.size())] = {"", "", excerpt};
  }
  const Labels labels = labels_of(topic_of({1, 1, 1, 1}), texts);
  EXPECT_EQ(labels, (Labels{"庭園", "飼育員", "違い", "選び方"}));
}

TEST(Labels, NamesOfSitesAreNone) {
  const std::string host = "https://cats.example/";
  const Texts texts = texts_of({{"Ocelots - Cat Gazette", host + "1", "Spotted fur"},
                                {"Margays - Cat Gazette", host + "2", "Spotted fur"},
                                {"Engines", "https://cars.example/", "Cat Gazette"}});
  EXPECT_EQ(labels_of(topic_of({2, 1}), texts)[0], "Spotted fur");
}

// One title is enough if the host has the name, too.
TEST(Labels, NamesOfHostsAreNone) {
  const Texts texts =
      texts_of({{"Ocelots - Wild Cat Gazette", "https://www.wildcat-gazette.example/1", "Ocelots"},
                {"The Margay - Cats of the World", "https://cats-world.example/1", "Margays"},
                {"Engines - Motor Club", "https://cars.example/", "Engines of cars"}});
  EXPECT_EQ(labels_of(topic_of({1, 1, 1}), texts), (Labels{"Ocelots", "Margay", "Motor Club"}));
}

TEST(Labels, ThoseThatAreThereStay) {
  Hierarchy hierarchy = topic_of({2, 2});
  hierarchy.nodes[0].label = "big cats";
  const Labels labels = labels_of(hierarchy, texts_of(jaguars));
  EXPECT_EQ(labels, (Labels{"big cats", "E-Type, engine"}));
  hierarchy.nodes[0].label = "an E-Type";  // nor is it said again
  EXPECT_EQ(labels_of(hierarchy, texts_of(jaguars)), (Labels{"an E-Type", "engine, car"}));
}

TEST(Labels, OfficialIntentsHaveDescriptionsOfTheirOwn) {
  const Hierarchy hierarchy = build_one(
      qrels_of("1 1 d00 1\n1 1 d01 1\n1 1 d02 1\n1 1 d03 1\n1 2 d04 1\n"),
      {dendrogram_of("1", "1", {"d00", "d01", "d02", "d03"}, {{0, 1, .2}, {2, 3, .2}, {4, 5, .01}}),
       dendrogram_of("1", "2", {"d04"}, {})});
  std::vector<DocumentText> documents = jaguars;
  documents.push_back({"Jaguar guitars", "", "A guitar"});
  const Labels labels = labels_of(hierarchy, texts_of(documents));
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    EXPECT_EQ(labels[i].empty(), is_first_of_intent(hierarchy, i)) << i << ": " << labels[i];
  }
}

TEST(Labels, ANodeWithTheDocumentsOfItsParentHasItsLabel) {
  Hierarchy hierarchy = topic_of({2, 2});
  hierarchy.layers = 2;
  for (std::uint32_t parent : {0U, 1U}) {
    HierarchyNode child = hierarchy.nodes[parent];
    child.parent = parent;
    child.layer = 2;
    child.dummy = true;
    hierarchy.nodes.push_back(child);
  }
  const Labels labels = labels_of(hierarchy, texts_of(jaguars));
  EXPECT_EQ(labels[2], labels[0]);
  EXPECT_EQ(labels[3], labels[1]);
}

TEST(Labels, ChildrenSayOtherThingsThanTheirParents) {
  Hierarchy hierarchy = topic_of({4, 2});
  hierarchy.layers = 2;
  const auto add_child = [&](std::vector<std::uint32_t> docs, std::uint32_t parent) {
    HierarchyNode child = hierarchy.nodes[parent];
    child.parent = parent;
    child.layer = 2;
    child.docs = std::move(docs);
    hierarchy.nodes.push_back(child);
  };
  add_child({0, 1}, 0);
  add_child({2, 3}, 0);
  add_child({4, 5}, 1);
  const Labels labels = labels_of(hierarchy, texts_of({{"", "", "a cat with spots"},
                                                       {"", "", "the cat has spots"},
                                                       {"", "", "a cat with stripes"},
                                                       {"", "", "the cat has stripes"},
                                                       {"", "", "an engine"},
                                                       {"", "", "engines"}}));
  EXPECT_TRUE(labels[0].starts_with("cat")) << labels[0];
  EXPECT_EQ(labels[2], "spots");
  EXPECT_EQ(labels[3], "stripes");
}

TEST(Labels, WarnsOfDocumentsWithoutText) {
  std::vector<Hierarchy> hierarchies = {topic_of({2, 2, 1})};
  Warnings warnings;
  make_labels(hierarchies, texts_of(jaguars), warnings);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0].what(), "1 of 5 documents without text: labels are made from the others");
  EXPECT_EQ(hierarchies[0].nodes[2].label, "");
  warnings.clear();
  make_labels(hierarchies, {}, warnings);
  EXPECT_EQ(warnings.size(), 1U);
  hierarchies.clear();
  make_labels(hierarchies, {}, warnings);
}

TEST(Labels, OfLargeNodesSayWhatMostDocumentsAreAbout) {
  const Texts texts = statements_of(
      {"a parser for the language of flowers", "the parser of a quick fox",
       "a parser with a garden inside", "the parser which has a kitchen", "an editor for the zebra",
       "the editor of a submarine", "an editor with a violin", "lakes of the north",
       "lakes of the south", "lakes of the west", "lakes of the east"});
  EXPECT_EQ(labels_of(topic_of({7, 4}), texts), (Labels{"parser, editor", "lakes"}));
}

TEST(Labels, AWordThatMostlyIsPartOfALongerPhraseSaysTooLittle) {
  const Texts texts =
      statements_of({"what is the order status", "the order status is wrong",
                     "has my order status changed", "is there a status", "the status of it",
                     "a mattress for my bed", "the mattress is too soft"});
  EXPECT_EQ(labels_of(topic_of({5, 2}), texts)[0], "order status");
}

TEST(Labels, ATermMayEndBeforeDifferentNouns) {
  const Texts texts = statements_of(
      {"the tensor search engine of the library", "a tensor search library for the web",
       "my tensor search index in the cloud", "the size of the garden", "the soil in the garden"});
  EXPECT_EQ(labels_of(topic_of({3, 2}), texts)[0], "tensor search");
}

TEST(Labels, AreNotWhatTheWholeCollectionIsAbout) {
  std::vector<Hierarchy> hierarchies;
  Texts texts;
  for (int topic = 0; topic < 5; ++topic) {
    Hierarchy hierarchy = topic_of({3, 2});
    const std::vector<std::string> nouns = {"hammer", "teapot", "ladder"};
    for (std::size_t i = 0; i < hierarchy.docnos.size(); ++i) {
      std::string& docno = hierarchy.docnos[i];
      docno = fmt::format("{}-{}", topic, docno);
      const std::string text =
          i < 3 ? fmt::format("the {}{} for rust", nouns[i], "abcde"[topic]) : "is it a garden";
      texts[docno] = {"", "", text};
    }
    hierarchies.push_back(std::move(hierarchy));
  }
  for (int topic = 0; topic < 5; ++topic) {
    texts[fmt::format("{}-d03", topic)].excerpt = "a garden in rust";
  }
  Warnings warnings;
  make_labels(hierarchies, texts, warnings);
  EXPECT_EQ(hierarchies[0].nodes[0].label.find("rust"), std::string::npos)
      << hierarchies[0].nodes[0].label;
}

TEST(Labels, AreNoMeasures) {
  const Texts texts = statements_of({"set the alarm for 30am", "the alarm is at 30am",
                                     "what does the house cost, Rs 600", "Rs 40 for a house"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"alarm", "house"}));
}

TEST(Labels, AreNotWhereNewsComeFrom) {
  const Texts texts =
      statements_of({"LIMA: The bank has a new owner", "LIMA: A bank for the poor",
                     "By Desk LIMA: In the bank", "LIMA, May 2: The bank of it", "LIMA: To a bank",
                     "LIMA: Of a bank", "LIMA: By the bank", "The match was lost", "A match"});
  EXPECT_EQ(labels_of(topic_of({7, 2}), texts)[0], "bank");
}

TEST(Labels, AreNotWhatLongTextsBeginWithAlone) {
  std::vector<std::string> news;
  for (const std::string subject : {"bank", "bank", "bank", "bank", "bank", "lake", "lake"}) {
    std::string text = (subject == "bank" ? "By Gazette Wire " : "") + std::to_string(news.size());
    for (int i = 0; i < 30; ++i) text += " and the";
    news.push_back(text + " " + subject);
  }
  EXPECT_EQ(labels_of(topic_of({5, 2}), statements_of(news)), (Labels{"bank", "lake"}));
}

TEST(Labels, AreNotMisspelt) {
  std::vector<std::string> statements(5, "is there a catalogue of beds");
  statements.emplace_back("send me the catlogue by mail");
  statements.emplace_back("my mail is wrong");
  EXPECT_EQ(labels_of(topic_of({5, 2}), statements_of(statements))[1], "mail");
}

TEST(Labels, AreNotWhatIsLeftOfReferencesToCharacters) {
  const Texts texts = statements_of({"the firm quot;of lamps quot; is here",
                                     "lt;b&gt;lamps&lt;/b&gt; &amp;nbsp; quot; for lt;a href=\"x",
                                     "quot;it is quot; about a rower #39;s boat",
                                     "quot;that quot; is for the boat&#39;s crew"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lamps", "boat"}));
}

TEST(Labels, AreNoAgencies) {
  std::vector<std::string> news;
  for (const std::string subject :
       {"a bank", "the bank", "of a bank", "to a bank", "by the bank"}) {
    news.push_back("LIMA, Peru (Newswire) - It is " + subject);
    news.push_back("Newswire -- It is " + subject);
  }
  news.insert(news.end(), {"QUITO, May 3 (Newswire) - A lake", "LIMA May 2, 2004 -- The lake"});
  EXPECT_EQ(labels_of(topic_of({10, 2}), statements_of(news)), (Labels{"bank", "lake"}));
}

TEST(Labels, AreNoAgenciesWhoseInitialsBeginNews) {
  std::vector<std::string> news;
  for (const std::string subject :
       {"a bank", "the bank", "of a bank", "to a bank", "by the bank"}) {
    news.push_back("LP - It is " + subject);
  }
  news.insert(news.end(), {"A lake, as the Lima Press says", "By the Lima Press: in the lake"});
  EXPECT_EQ(labels_of(topic_of({5, 2}), statements_of(news)), (Labels{"bank", "lake"}));
}

TEST(Labels, AreNoAdjectivesOfNationsAlone) {
  const Texts texts =
      statements_of({"it is of the British troops", "and the British museum is there",
                     "how is it with British law", "this is the lake", "that is the lake"});
  const Labels labels = labels_of(topic_of({3, 2}), texts);
  EXPECT_TRUE((", " + labels[0] + ",").find(", British,") == std::string::npos) << labels[0];
}

TEST(Labels, AreNounsRatherThanParticiplesOfTheirStem) {
  const Texts texts = statements_of({"the order is Delayed", "my order was Delayed",
                                     "why is there a delay", "is it a lamp", "that is the lamp"});
  const Labels labels = labels_of(topic_of({3, 2}), texts);
  EXPECT_EQ(labels[0].find("elayed"), std::string::npos) << labels[0];
}

TEST(Labels, AreNoStopWordsWithoutTheirVowels) {
  const Texts texts = statements_of({"is it normal with ths lamp", "how is it frm a lamp",
                                     "this is the lake", "that is the lake"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lamp", "lake"}));
}

TEST(Labels, SayWhatIsRefusedRatherThanNothing) {
  std::vector<std::string> statements = {"where to sign up", "where can I sign up"};
  for (const std::string place : {"valley", "forest", "desert", "village", "harbour"}) {
    statements.push_back("how do I sign the letter to the " + place);
  }
  const Texts texts = statements_of(statements);
  EXPECT_EQ(labels_of(topic_of({2, 5}), texts), (Labels{"sign up", "letter"}));
}

TEST(Labels, SayThatTheyNameExamplesWhereMostDocumentsHaveNoneOfTheirPhrases) {
  std::vector<std::string> statements = {"is it a lamp", "that is the lamp"};
  for (const std::string sound : {"hm", "grr", "pst", "brr", "tsk", "shh", "psst"}) {
    statements.push_back(sound + " that is it");
  }
  for (int i = 0; i < 4; ++i) statements.emplace_back("this is the lake");
  const Labels labels = labels_of(topic_of({9, 4}), statements_of(statements));
  EXPECT_EQ(labels[0], "lamp, \u2026");
  EXPECT_EQ(labels[1], "lake");
}

TEST(Labels, AreNoAdjectivesAlone) {
  const Texts texts =
      statements_of({"the nuclear question of the lamp", "is the lamp nuclear",
                     "nuclear weapons of the lake", "the nuclear weapons of lakes"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lamp", "nuclear weapons, lake"}));
}

TEST(Labels, AreNoPartsOfNames) {
  const Texts texts = statements_of({"what is raced in the Tour de France", "is it a lamp of Rome",
                                     "this man is known to all people as the Mouth of the South",
                                     "a lake of the South"});
  const Labels labels = labels_of(topic_of({2, 2}), texts);
  EXPECT_NE((labels[0] + ",").find("Tour de France,"), std::string::npos) << labels[0];
  EXPECT_NE((labels[1] + ",").find("Mouth of the South,"), std::string::npos) << labels[1];
}

TEST(Labels, AreShortTextsWhereTheseHaveOnlyVerbs) {
  std::vector<std::string> statements = {"How to play", "how to play", "how can we play"};
  for (const std::string place : {"valley", "forest", "desert", "village", "harbour"}) {
    statements.push_back("we want to play the game of the lamp in the " + place);
  }
  EXPECT_EQ(labels_of(topic_of({3, 5}), statements_of(statements)),
            (Labels{"How to play", "game, lamp"}));
}

TEST(Labels, KnowVerbsBesideANameThatIsAVerbElsewhere) {
  std::vector<std::string> statements = {"the ship Fetch was painted and it was praised",
                                         "with the boat Fetch, it was praised"};
  for (const std::string place : {"valley", "forest", "desert", "village", "harbour"}) {
    statements.push_back("we want to fetch the lamp, and to fetch the lake in the " + place);
  }
  const std::string label = labels_of(topic_of({2, 5}), statements_of(statements))[0];
  EXPECT_EQ(label.find("painted"), std::string::npos) << label;
  EXPECT_EQ(label.find("praised"), std::string::npos) << label;
}

TEST(Labels, AreNoPartsOfWhatSignsHoldTogether) {
  const Texts texts = statements_of({"the fre:ac of the lamp", "fre:ac has a lamp",
                                     "a D(HE)ater of the lake", "this D(HE)ater is a lake"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lamp", "lake"}));
}

TEST(Labels, KeepClippedWordsAndNamesBehindTitles) {
  const Texts texts = statements_of({"it is the game of Smokin' Guns of the west",
                                     "it was a game of the Castles of Dr. Creep in the north"});
  EXPECT_EQ(labels_of(topic_of({1, 1}), texts), (Labels{"Smokin' Guns", "Castles of Dr. Creep"}));
}

TEST(Labels, AreNoTags) {
  const Texts texts =
      statements_of({R"(<img src="https://lamps.example/a.png" width="3"> the lamp)",
                     R"(a lamp <a href="https://lamps.example/b)", "a lake",
                     "<!--lint ignore--> the lake < the sea"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts), (Labels{"lamp", "lake"}));
}

TEST(Labels, AreNoVerbsBehindToAndBeforeObjects) {
  const Texts texts = statements_of({"I want to cancel my order", "how to cancel the order",
                                     "I have to cancel this order now", "I want cancel my order",
                                     "please cancel order", "I would like to cancel an order",
                                     "this is the lake of the valley", "that is the lake"});
  EXPECT_EQ(labels_of(topic_of({6, 2}), texts), (Labels{"order", "lake"}));
}

TEST(Labels, OfNumberedNamesKeepTheNumberBeforeTheGenitive) {
  const Texts texts =
      statements_of({"it is based on Apollo 9's shell", "this is from Apollo 9's editor",
                     "this is the lake", "that is the lake"});
  EXPECT_EQ(labels_of(topic_of({2, 2}), texts)[0], "Apollo 9");
}

TEST(Labels, LastWordsOfNamesInListsOfNamesAreNotCutOutOfThem) {
  const Texts texts = statements_of({"Graphs, Linear Regression, Support Vector Machines of lamps",
                                     "Decision Trees, Boltzmann Machines, Hidden Layers of lamps",
                                     "this is the lake of the valley and of the forest",
                                     "that is the lake of the desert and of the harbour",
                                     "and it is the lake of the village and of the town"});
  const Labels labels = labels_of(topic_of({2, 3}), texts);
  EXPECT_EQ((", " + labels[0] + ",").find(", Machines,"), std::string::npos) << labels[0];
}

TEST(Labels, OfHostileText) {
  std::string marks = "a";
  for (int i = 0; i < 20'000; ++i) marks += i % 2 == 0 ? "\u0316" : "\u0301";
  const std::vector<std::string> hostile = {std::string(100'000, 'w'),
                                            std::string("a\0b\x01\x1b[31mred\x7f", 14),
                                            "\xff\xfe broken \x80",
                                            "\u202e"
                                            "evil \u2066text\u2069 \u202c",
                                            marks,
                                            "----- ''' ’’’ ''s 's l' x'",
                                            "🙂🙂🙂 👩‍👩‍👧",
                                            "1/2/3-4 -5- a-b-c-d-e-f-g-h",
                                            std::string(50'000, ' ') + "end",
                                            ",,,",
                                            "<script>alert(1)</script>",
                                            "x_y@z www.example.org user@example.org Example.com",
                                            "I'm d'accord O'Neil's rock'n'roll"};
  std::vector<DocumentText> documents;
  for (const std::string& text : hostile) {
    documents.push_back({text, text, text});
    documents.push_back({text, "://" + text, "and " + text + " too"});
  }
  Hierarchy hierarchy = topic_of(std::vector<std::size_t>(hostile.size(), 2));
  for (const std::string& label : labels_of(hierarchy, texts_of(documents))) {
    EXPECT_TRUE(is_valid_utf8(label));
    EXPECT_LT(label.size(), 1'500U);
    for (const char c : label) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
    EXPECT_EQ(label.find("\u202e"), std::string::npos);
  }
}

}  // namespace
}  // namespace subintent::internal::test
