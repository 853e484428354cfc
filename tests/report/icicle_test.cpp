#include "report/explain.h"

#include <gtest/gtest.h>

#include <regex>

#include "messages.h"

namespace subintent::internal {
namespace {

// Two intents, the first with a dummy above its leaf.
Hierarchy small() {
  return {"1",
          2,
          {"d1", "d2", "d3"},
          {{std::nullopt, 1, "a <b> & c", 0.25, std::nullopt, true, {0}},
           {std::nullopt, 1, "x", 0.75, 0.1, false, {1, 2}},
           {0, 2, "a <b> & c", 0.25, std::nullopt, false, {0}},
           {1, 2, "x", 0.5, std::nullopt, false, {1}},
           {1, 2, "x", 0.25, std::nullopt, false, {2}}}};
}

struct IcicleBox {
  std::string title;
  double x, y, width, height;
  std::string colour;
  bool operator==(const IcicleBox&) const = default;
};

std::vector<IcicleBox> boxes(const std::string& svg) {
  static const std::regex box(
      "<title>([^<]*)</title><rect x=\"([^\"]*)\" y=\"([^\"]*)\" width=\"([^\"]*)\" "
      "height=\"([^\"]*)\" class=\"([^\"]*)\"");
  std::vector<IcicleBox> found;
  for (std::sregex_iterator at(svg.begin(), svg.end(), box), end; at != end; ++at) {
    found.push_back({(*at)[1], std::stod((*at)[2]), std::stod((*at)[3]), std::stod((*at)[4]),
                     std::stod((*at)[5]), (*at)[6]});
  }
  return found;
}

TEST(Icicle, BoxesAreAsWideAsWeightsAndDummiesBelongToTheirLeaf) {
  const auto found = boxes(icicle(small(), 400));
  const std::vector<IcicleBox> expected = {
      {"topic 1: 2 layers, 3 documents", 0, 0, 399, 35, "faint"},
      {"intent x\nlayer 1, weight 0.7500, similarity 0.1000\n2 documents: d2 d3", 100, 36, 299, 35,
       "f0"},
      {"intent a &lt;b&gt; &amp; c\nlayers 1–2, weight 0.2500\n1 document: d1", 0, 36, 99, 71,
       "f1"},
      {"subintent of x\nlayer 2, weight 0.5000\n1 document: d2", 100, 72, 199, 35, "f0"},
      {"subintent of x\nlayer 2, weight 0.2500\n1 document: d3", 300, 72, 99, 35, "f0"}};
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], expected[i]) << found[i].title;
}

TEST(Icicle, LabelsBeginBehindTheQuery) {
  Hierarchy hierarchy = small();
  hierarchy.nodes[1].label = "Jaguar cars";
  const auto has_label = [&](const std::string& query, const std::string& label) {
    return has(icicle(hierarchy, 400, query), ">" + label + "</text>");
  };
  EXPECT_TRUE(has_label("", "x Jaguar cars") && has_label("jaguars", "x cars"));
}

TEST(Icicle, LabelsFitTheirBoxes) {
  Hierarchy hierarchy = small();
  hierarchy.nodes[0].intent = hierarchy.nodes[2].intent = std::string(300, 'w');
  const std::string svg = icicle(hierarchy, 400);
  EXPECT_TRUE(has(svg, ">wwwwwww…</text>"));
  hierarchy.nodes[0].intent = hierarchy.nodes[2].intent = "日本語日本語日本語";
  EXPECT_TRUE(has(icicle(hierarchy, 400), ">日本語日本語…</text>"));
  EXPECT_TRUE(has(icicle(hierarchy, 400), "<title>intent 日本語"));
  hierarchy.docnos[1] = "\xef\xbf\xbf\x01<" + std::string(300'000, 'd');
  const std::string of_long_names = icicle(hierarchy, 400);
  EXPECT_TRUE(has(of_long_names, ": \xef\xbf\xbd?&lt;ddd"));
  EXPECT_LT(of_long_names.size(), 5000U);
  EXPECT_FALSE(has(icicle(hierarchy, 100), "<text x=\"5.00\" y=\"51\">"));
}

TEST(Icicle, ShowsLabels) {
  Hierarchy hierarchy = small();
  hierarchy.nodes[1].label = "big\ncats";
  hierarchy.nodes[3].label = "Panthera <onca>";
  const std::string svg = icicle(hierarchy, 1000);
  EXPECT_TRUE(has(svg, ">x big cats</text>"));
  EXPECT_TRUE(has(svg, "<title>subintent of x: Panthera &lt;onca&gt;"));
  EXPECT_TRUE(has(svg, ">Panthera &lt;onca&gt;</text>"));
}

TEST(Icicle, StaysWithinItsParentWhateverTheWeights) {
  Hierarchy hierarchy = small();
  hierarchy.nodes[3].weight = 1e6;
  for (HierarchyNode& node : hierarchy.nodes)
    if (node.intent != "x") node.weight = 0;
  const auto found = boxes(icicle(hierarchy, 400));
  ASSERT_EQ(found.size(), 3U);  // of weight 0, and beside 1e6, nothing is to be seen
  EXPECT_EQ(found[1].width, 299);
  EXPECT_EQ(found[2].width, 299);
}

}  // namespace
}  // namespace subintent::internal
