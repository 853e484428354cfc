#include <limits>

#include "hierarchy/fixtures.h"
#include "messages.h"

namespace subintent::internal::test {
namespace {

std::vector<Hierarchy> read(const std::string& text) {
  return read_hierarchies(TestFile(text).path());
}

TEST(HierarchyFile, ComesBackAsItWasWritten) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const RandomTopic topic = random_topic(seed);
    const std::string text = text_of(build_one(qrels_of(topic.qrels), topic.dendrograms));
    EXPECT_EQ(text_of(read(text).at(0)), text);
  }
}

TEST(HierarchyFile, IsWrittenAsTheContractSays) {
  const Hierarchy hierarchy{
      "t\"1",
      2,
      {"a", "b"},
      {{std::nullopt, 1, "1", 1, -.25, false, {0, 1}}, {0, 2, "1", 1, {}, true, {0}}}};
  EXPECT_EQ(
      text_of(hierarchy),
      R"({"topic":"t\"1","layers":2,"nodes":[{"id":0,"parent":null,"layer":1,"intent":"1","weight":1,)"
      R"("similarity":-0.25,"dummy":false,"docs":["a","b"]},{"id":1,"parent":0,"layer":2,"intent":"1",)"
      R"("weight":1,"similarity":null,"dummy":true,"docs":["a"]}]})"
      "\n");
}

// Nodes of one topic of two layers, to be broken.
std::string node(const std::string& id, const std::string& parent, const std::string& layer,
                 const std::string& docs = R"(["a"])") {
  return R"({"id":)" + id + R"(,"parent":)" + parent + R"(,"layer":)" + layer +
         R"(,"intent":"1","weight":0.5,"similarity":null,"dummy":false,"docs":)" + docs + "}";
}

std::string line(const std::string& nodes, const std::string& layers = "2",
                 const std::string& topic = "\"1\"") {
  return R"({"topic":)" + topic + R"(,"layers":)" + layers + R"(,"nodes":[)" + nodes + "]}\n";
}

TEST(HierarchyFile, NodesMayComeInAnyOrderWithAnyIds) {
  const auto hierarchy = read(line(node("\"leaf b\"", "\"x\"", "2", R"(["b"])") + "," +
                                   node("7", "\"x\"", "2", R"(["a"])") + "," +
                                   node("\"x\"", "null", "1", R"(["b","a"])")))
                             .at(0);
  ASSERT_EQ(hierarchy.nodes.size(), 3U);
  EXPECT_EQ(hierarchy.docnos, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(hierarchy.nodes[0].docs, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(hierarchy.nodes[1].docs, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(hierarchy.nodes[2].docs, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(hierarchy.nodes[1].parent, 0U);
}

TEST(HierarchyFile, OrderOfNodesDoesNotMatter) {
  std::mt19937 random(3);
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const RandomTopic topic = random_topic(seed);
    Hierarchy hierarchy = build_one(qrels_of(topic.qrels), topic.dendrograms);
    const std::string text = text_of(hierarchy);
    std::vector<std::uint32_t> place(hierarchy.nodes.size());
    for (std::uint32_t i = 0; i < place.size(); ++i) place[i] = i;
    std::shuffle(place.begin(), place.end(), random);
    std::vector<HierarchyNode> nodes(place.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
      nodes[place[i]] = hierarchy.nodes[i];
      if (nodes[place[i]].parent) nodes[place[i]].parent = place[*nodes[place[i]].parent];
    }
    hierarchy.nodes = nodes;
    EXPECT_EQ(text_of(read(text_of(hierarchy)).at(0)), text);
  }
}

TEST(HierarchyFile, BrokenLinesAreNamed) {
  const std::string root = node("0", "null", "1"), leaf = node("1", "0", "2");
  const auto without = [&](const std::string& member) {
    std::string text = root;
    const std::size_t at = text.find("\"" + member + "\"");
    return text.replace(at, member.size() + 2, "\"other\"");
  };
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = root;
    return line(text.replace(text.find(from), from.size(), to), "1");
  };
  const std::pair<std::string, std::string> broken[] = {
      {"{", "is not JSON"},
      {"\"x\"", "is not a JSON object"},
      {"\xff\xfe", "is not UTF-8"},
      {std::string("\0", 1), "is not JSON"},
      {std::string(5000, '['), "is not JSON"},
      {R"({"layers":1,"nodes":[]})", "\"topic\" is missing"},
      {R"({"topic":"1","nodes":[]})", "\"layers\" is missing"},
      {R"({"topic":"1","layers":1})", "\"nodes\" is missing"},
      {line(root, "1", "7"), "\"topic\" is not a string"},
      {line(root, "\"1\""), "\"layers\" is not a whole number from 1"},
      {line(root, "0"), "\"layers\" is not a whole number from 1"},
      {line(root, "-1"), "\"layers\" is not a whole number from 1"},
      {line(root, "4294967296"), "\"layers\" is not a whole number from 1"},
      {line(root, "4294967295"), "layers 2 to 4294967295 have no nodes"},
      {line("", "1"), "\"nodes\" is empty"},
      {line("1", "1"), "\"nodes\" is not an array of objects"},
      {line(without("id"), "1"), "a node: \"id\" is missing"},
      {line(without("parent"), "1"), "node 0: \"parent\" is missing"},
      {line(without("layer"), "1"), "\"layer\" is missing"},
      {line(without("intent"), "1"), "\"intent\" is missing"},
      {line(without("weight"), "1"), "\"weight\" is missing"},
      {line(without("similarity"), "1"), "\"similarity\" is missing"},
      {line(without("dummy"), "1"), "\"dummy\" is missing"},
      {line(without("docs"), "1"), "\"docs\" is missing"},
      {with("0.5", "-0.5"), "\"weight\" is not a number from 0"},
      {with("0.5", "\"x\""), "\"weight\" is not a number"},
      {with("0.5", "1e999"), "is not JSON"},
      {with("\"id\":0", "\"id\":[]"), "\"id\" is not a string or a number"},
      {with("\"similarity\":null", "\"similarity\":true"),
       "\"similarity\" is not a number from -1 to 1, or null"},
      {with("\"similarity\":null", "\"similarity\":1.01"),
       "\"similarity\" is not a number from -1"},
      {with("\"similarity\":null", "\"similarity\":-7"), "\"similarity\" is not a number from -1"},
      {with("\"similarity\":null", "\"similarity\":1e308"), "\"similarity\" is not a number"},
      {with("\"weight\":0.5", "\"weight\":0.5,\"weight\":1"), "node 0: \"weight\" occurs twice"},
      {line(root, "1", "\"1\",\"topic\":\"2\""), "\"topic\" occurs twice"},
      {with("\"weight\":0.5", "\"x\":1,\"weight\":0.5,\"x\":1"), "node 0: \"x\" occurs twice"},
      {line(root +
                R"(,{"id":1,"parent":null,"layer":1,"intent":"*","weight":0.5,"similarity":null,)"
                R"("dummy":false,"docs":["a"]})",
            "1"),
       "node 1: is of intent *, the whole topic, but others are not"},
      {with("false", "0"), "\"dummy\" is not true or false"},
      {with("[\"a\"]", "\"a\""), "\"docs\" is not an array"},
      {with("[\"a\"]", "[1]"), "\"docs\" is not an array of docnos"},
      {with("[\"a\"]", "[]"), "none of its nodes has documents"},
      {with("\"dummy\"", "\"aggregator\":\"XOR\",\"dummy\""),
       "node 0: \"aggregator\" is not AND or OR"},
      {with("[\"a\"]", "[\"a\",\"b\",\"a\"]"), "document a is listed twice"},
      {line(root + "," + node("1", "5", "2")), "node 1: its parent 5 does not exist"},
      {line(root + "," + node("1", "1", "2")), "node 1: is in layer 2, but its parent in layer 2"},
      {line(root + "," + node("1", "null", "2")),
       "node 1: is in layer 2, but its parent is the root"},
      {line(root + "," + node("1", "0", "1")), "node 1: is in layer 1, but its parent in layer 1"},
      {line(root + "," + leaf, "1"), "node 1: layer 2 is beyond the 1 layer"},
      {line(root + "," + leaf, "3"), "layer 3 has no nodes"},
      {line(root + "," + root, "1"), "its id is listed twice"},
      {line(root, "1", "\"0\""), "topic 0: the topic is listed twice"}};
  for (const auto& [text, message] : broken) {
    const TestFile file(line(root, "1", "\"0\"") + "\n" + text);
    const std::string error = message_of([&] { read_hierarchies(file.path()); });
    EXPECT_EQ(error.rfind(file.path() + ":3: ", 0), 0U) << error;
    EXPECT_TRUE(has(error, message)) << error << "\nwanted: " << message;
  }
  EXPECT_TRUE(has(message_of([] { read("\n"); }), "has no hierarchies"));
}

TEST(HierarchyFile, AnyChangedByteIsReadOrRefused) {
  const RandomTopic topic = random_topic(5);
  const std::string text = text_of(build_one(qrels_of(topic.qrels), topic.dendrograms));
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    std::string changed = text;
    changed[random() % changed.size()] = static_cast<char>(random() % 256);
    if (round % 5 == 0) changed.resize(random() % changed.size());
    const std::string error = message_of([&] {
      for (const Hierarchy& hierarchy : read(changed)) {
        for (const HierarchyNode& node : hierarchy.nodes) {
          EXPECT_LE(node.layer, hierarchy.layers);
          EXPECT_FALSE(node.docs.empty());
        }
      }
    });
    EXPECT_FALSE(has(error, "\n"));
  }
}

// What checked() makes of a hierarchy that one of its nodes or names is changed in.
std::string checked_text(const std::function<void(Hierarchy&)>& change) {
  Hierarchy hierarchy = read(line(node("0", "null", "1", R"(["a","b"])") + "," +
                                  node("1", "0", "2") + "," + node("2", "0", "2", R"(["b"])")))
                            .at(0);
  change(hierarchy);
  return text_of(checked({&hierarchy, 1}, "hierarchy").at(0));
}

TEST(HierarchyValues, ThatWereReadStayAsTheyAre) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const RandomTopic topic = random_topic(seed);
    const Hierarchy made = build_one(qrels_of(topic.qrels), topic.dendrograms);
    const Hierarchy same = checked({&made, 1}, "hierarchy").at(0);
    EXPECT_EQ(text_of(same), text_of(made));
    EXPECT_EQ(same.docnos, made.docnos);
  }
}

TEST(HierarchyValues, AreMadeAsReadingMakesThem) {
  const std::string same = checked_text([](Hierarchy&) {});
  EXPECT_EQ(checked_text([](Hierarchy& h) { std::swap(h.nodes[1], h.nodes[2]); }), same);
  EXPECT_EQ(checked_text([](Hierarchy& h) { h.docnos.push_back("unused"); }), same);
  EXPECT_EQ(checked_text([](Hierarchy& h) { std::swap(h.nodes[0].docs[0], h.nodes[0].docs[1]); }),
            same);
  EXPECT_EQ(checked_text([](Hierarchy& h) {
              std::swap(h.docnos[0], h.docnos[1]);
              std::swap(h.nodes[1].docs, h.nodes[2].docs);
            }),
            same);
  const Hierarchy named = read(line(node("0", "null", "1"), "1")).at(0);
  const Hierarchy twice[] = {named, named};
  EXPECT_THROW(checked(twice, "hierarchies"), Error);
  EXPECT_THROW(checked({}, "hierarchies"), Error);
}

TEST(HierarchyValues, ThatNoFileCouldHoldAreRefused) {
  const std::vector<std::function<void(Hierarchy&)>> changes = {
      [](Hierarchy& h) { h.layers = 3; },
      [](Hierarchy& h) { h.nodes[1].layer = 3; },
      [](Hierarchy& h) { h.nodes[1].layer = 0; },
      [](Hierarchy& h) { h.nodes[1].layer = 1; },
      [](Hierarchy& h) { h.nodes[0].parent = 0; },
      [](Hierarchy& h) { h.nodes[1].parent = 2; },
      [](Hierarchy& h) { h.nodes[1].parent.reset(); },
      [](Hierarchy& h) { h.nodes[1].parent = 9; },
      [](Hierarchy& h) { h.nodes[1].weight = -1; },
      [](Hierarchy& h) { h.nodes[1].weight = 2e6; },
      [](Hierarchy& h) { h.nodes[1].weight = std::numeric_limits<double>::quiet_NaN(); },
      [](Hierarchy& h) { h.nodes[1].similarity = 2; },
      [](Hierarchy& h) { h.nodes[1].similarity = std::numeric_limits<double>::quiet_NaN(); },
      [](Hierarchy& h) { h.nodes[1].intent = "*"; },
      [](Hierarchy& h) { h.nodes[1].intent = "\xff"; },
      [](Hierarchy& h) {
        h.nodes[1].docs = {0, 0};
      },
      [](Hierarchy& h) { h.nodes[1].docs = {2}; },
      [](Hierarchy& h) { h.docnos[0].clear(); },
      [](Hierarchy& h) { h.docnos[0] = "\xff"; },
      [](Hierarchy& h) { h.docnos.clear(); },
      [](Hierarchy& h) { h.nodes.clear(); },
      [](Hierarchy& h) {
        for (HierarchyNode& node : h.nodes) node.docs.clear();
      }};
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_THROW(checked_text(changes[i]), Error) << i;
}

}  // namespace
}  // namespace subintent::internal::test
