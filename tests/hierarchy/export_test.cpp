#include "hierarchy/export.h"

#include <pugixml.hpp>

#include "core/io/content.h"
#include "hierarchy/fixtures.h"
#include "messages.h"

namespace subintent::internal::test {
namespace {

Hierarchy export_example() {
  return build_one(qrels_of("1 1 a 1\n1 1 b 1\n1 1 c 1\n1 2 a 1\n1 2 d'q 1\n"),
                   {dendrogram_of("1", "1", {"a", "b", "c"}, {{0, 1, .25}, {2, 3, .05}}),
                    dendrogram_of("1", "2", {"a", "d'q"}, {{0, 1, .5}})});
}

TEST(Export, NewickSkipsDummiesAndKeepsAllTipsAtOneDepth) {
  std::string out;
  append_newick(out, export_example());
  EXPECT_EQ(out, "((('a':2,'b':2):1,'c':3)'1':1,(('a':1,'d''q':1):2)'2':1)'1';\n");
}

TEST(Export, DotNamesEveryNodeAndEdge) {
  const Hierarchy hierarchy = export_example();
  std::string out;
  append_dot(out, hierarchy);
  EXPECT_TRUE(has(out, "n0 [label=\"1\\n0.667\\na\\nb\\nc\"];"));
  EXPECT_TRUE(has(out, "rankdir=LR"));
  EXPECT_TRUE(has(out, "root -> n0;"));
  EXPECT_TRUE(has(out, "style=dashed"));
  std::size_t arrows = 0;
  for (std::size_t at = 0; (at = out.find("->", at)) != std::string::npos; ++at) ++arrows;
  EXPECT_EQ(arrows, hierarchy.nodes.size());
  Hierarchy odd{"\"\\", 1, {"\\\"\x01"}, {{std::nullopt, 1, "i\n", 1, {}, false, {0}}}};
  out.clear();
  append_dot(out, odd);
  EXPECT_FALSE(has(out, "\x01"));
  EXPECT_TRUE(has(out, "digraph \"\\\"\\\\\" {"));
}

TEST(Export, DotShowsLabelsBeforeDocumentsInLinesThatCanBeRead) {
  Hierarchy labelled = export_example();
  labelled.nodes[0].label = "a \"label\" of several words\tthat goes on and on and on " +
                            std::string(40, 'x') + " and on";
  std::string out;
  append_dot(out, labelled, "a query");
  EXPECT_TRUE(has(out, "root [label=\"1\\na query\"];"));
  EXPECT_TRUE(has(out,
                  "n0 [label=\"1\\n0.667\\na \\\"label\\\" of several words\\nthat goes on and on "
                  "and on\\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\"];"));
}

TEST(Export, LabelsAreInGraphmlIfThereAreAny) {
  std::vector hierarchies{export_example()};
  EXPECT_FALSE(has(graphml(hierarchies), "label"));
  hierarchies[0].nodes[0].label = "<a>";
  EXPECT_TRUE(has(graphml(hierarchies), "&lt;a&gt;"));
}

TEST(Export, GraphmlIsXmlWithAllAttributes) {
  Hierarchy odd = export_example();
  odd.topic = "<&>";
  odd.docnos[0] = "\xff\x02\xef\xbf\xbe";
  odd.docnos[1] = "\xef\xbf\xbf";
  const std::vector hierarchies{export_example(), odd};
  const std::string text = graphml(hierarchies);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str())) << text;
  const auto graph = document.child("graphml").child("graph");
  const auto nodes = graph.children("node"), edges = graph.children("edge");
  const auto count = static_cast<std::ptrdiff_t>(2 * export_example().nodes.size());
  EXPECT_EQ(std::distance(nodes.begin(), nodes.end()), count + 2);
  EXPECT_EQ(std::distance(edges.begin(), edges.end()), count);
  std::map<std::string, std::string> keys, values;
  for (const auto key : document.child("graphml").children("key"))
    keys[key.attribute("id").value()] = key.attribute("attr.name").value();
  const auto first = std::next(nodes.begin());
  for (const auto data : first->children("data"))
    values[keys[data.attribute("key").value()]] = data.child_value();
  EXPECT_EQ(values["docs"], "a b c");
  EXPECT_FALSE(has(text, "\xef\xbf\xbe"));  // no characters of XML
  EXPECT_FALSE(has(text, "\xef\xbf\xbf"));
  EXPECT_EQ(values["layer"], "1");
  EXPECT_EQ(values["intent"], "1");
  EXPECT_EQ(values["similarity"], "0.05");
  EXPECT_EQ(values["dummy"], "0");
  EXPECT_EQ(values["topic"], "1");
  EXPECT_NEAR(std::stod(values["weight"]), 2.0 / 3, 1e-15);
}

TEST(Export, LinkageHasScipysRows) {
  std::string out;
  append_linkage(out, dendrogram_of("1", "2", {"a", "b", "c"}, {{0, 1, 1.0000001}, {2, 3, .25}}));
  EXPECT_EQ(out, "# 1 2\n# leaves\ta\tb\tc\n0\t1\t0\t2\n2\t3\t0.75\t3\n");
}

// The page of the command has a row for each.
TEST(Export, IsDocumented) {
  const TextFile page(SUBINTENT_DATA "/../docs/man/subintent-hierarchy.md");
  for (const Export& one : exports()) {
    EXPECT_TRUE(has(page.text(), "\n| `" + std::string(one.name) + "` |")) << one.name;
    EXPECT_EQ(&export_named(one.name, one.of_dendrograms), &one);
  }
  EXPECT_THROW(export_named("none", false), Error);
}

}  // namespace
}  // namespace subintent::internal::test
