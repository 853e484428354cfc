// Properties that all charts have, and what each of them shows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "messages.h"
#include "report/charts/charts.h"

namespace subintent::internal {
namespace {

using Names = std::function<std::string(std::size_t)>;

LineChart lines(const Names& name) {
  LineChart chart;
  chart.title = name(0);
  chart.x_label = name(1);
  chart.y_label = name(2);
  chart.x_max = 10;
  chart.marks = true;
  for (std::size_t i = 0; i < 12; ++i)
    chart.lines.push_back({name(i), {{0, 0.1}, {10, 0.05 * static_cast<double>(i)}}});
  return chart;
}

DistributionChart distributions(const Names& name) {
  return {name(0),
          "",
          name(1),
          name(2),
          {{name(3), {0, 0.5, 1}, {0.25, 0.75}}, {name(4), {0, 0.4, 1}, {0.5, 0.5}}},
          {{0.3, name(5)}}};
}

HeatMap heat_map(const Names& name, bool values) {
  HeatMap map;
  map.title = name(0);
  map.row_label = name(1);
  map.column_label = name(2);
  map.value_label = name(3);
  map.show_values = values;
  for (std::size_t i = 0; i < 12; ++i) map.rows.push_back(name(i));
  for (std::size_t i = 0; i < 9; ++i) map.columns.push_back(name(i));
  for (std::size_t i = 0; i < 108; ++i) map.values.emplace_back(static_cast<double>(i) / 107);
  map.values[5].reset();
  return map;
}

CriticalDifferenceChart differences(const Names& name, std::size_t runs) {
  CriticalDifferenceChart chart;
  chart.title = name(0);
  chart.measure = name(1);
  for (std::size_t i = 0; i < runs; ++i)
    chart.runs.push_back({name(i), 0.2 + 0.6 * std::fmod(0.618 * static_cast<double>(i), 1)});
  for (std::size_t i = 0; i < runs; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = std::fabs(chart.runs[i].mean - chart.runs[j].mean);
      if (difference >= 0.1) chart.different.emplace_back(j, i);
    }
  }
  chart.critical_difference = 0.3087;  // about half of the axis; what is written beside it is long
  return chart;
}

ScatterChart scatter(const Names& name, std::size_t points, double spread) {
  ScatterChart chart;
  chart.title = name(0);
  chart.description = name(1);
  std::vector<double> xs, ys;
  for (std::size_t i = 0; i < points; ++i) {
    xs.push_back(0.4 + spread * std::fmod(0.618 * static_cast<double>(i), 1));
    ys.push_back(0.3 + spread * std::fmod(0.37 * static_cast<double>(i), 1));
    chart.points.push_back({name(i), xs.back(), ys.back()});
  }
  chart.x = axis_around(name(1), xs);
  chart.y = axis_around(name(2), ys);
  if (spread == 0) chart.x = {name(1), 0, 1}, chart.y = {name(2), 0, 1};
  chart.contours = ScatterChart::Contours{name(3), 0.5, 0.5};
  return chart;
}

BarChart bars(const Names& name) {
  BarChart chart{name(0), "", name(1), 1, {}};
  for (std::size_t i = 0; i < 9; ++i)
    chart.bars.push_back({name(i), static_cast<double>(i) / 8, fmt::format("{}%", i)});
  return chart;
}

IcicleChart icicle(const Names& name) {
  IcicleChart chart;
  chart.title = name(0);
  chart.width = 400;
  chart.boxes = {{name(0), {}, 0, 1, 0, 0, {}, name(0), "2 layers", name(0)},
                 {name(1), 0, 0, 0.6, 1, 2, 0, name(1), "0.600", name(1)},
                 {name(2), 0, 0.6, 0.4, 1, 1, 1, name(2), "0.400", name(2)},
                 {name(3), 2, 0.6, 0.4, 2, 2, 1, name(3), "0.400", name(3)}};
  for (std::size_t i = 0; i < 10; ++i) chart.keys.push_back(name(i));
  return chart;
}

// All charts, with these names in all places.
std::vector<std::string> all_charts(const Names& name, const std::function<SvgFrame()>& frame) {
  return {svg_of(lines(name), frame()),           svg_of(distributions(name), frame()),
          svg_of(heat_map(name, false), frame()), svg_of(heat_map(name, true), frame()),
          svg_of(differences(name, 3), frame()),  svg_of(differences(name, 100), frame()),
          svg_of(scatter(name, 8, 0.5), frame()), svg_of(scatter(name, 100, 0.05), frame()),
          svg_of(scatter(name, 30, 0), frame()),  svg_of(bars(name), frame()),
          svg_of(icicle(name), frame())};
}

std::string run_name(std::size_t i) {
  return "uogTrDPHxQuAD" + std::to_string(i);
}

std::string hostile(std::size_t i) {
  const std::string names[] = {"<script>alert(1)</script>",
                               "]]>\"'&amp;<!--",
                               std::string("a\x01\n\t\0b\x7f", 7),
                               "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd8\xb9\xd8\xb1\xd8\xa8\xd9\x8a",
                               "\xe2\x80\xaetxt.exe\xe2\x81\xa6",
                               "\xff\xfe\xc3 invalid \xef\xbf\xbf",
                               std::string(10'000, 'W'),
                               "日本語の名前",
                               "",
                               "javascript:alert(1)\" onload=\"alert(2)"};
  std::string name = names[i % std::size(names)];
  return i < std::size(names) ? name : name + std::to_string(i);
}

struct Box {
  double left, top, right, bottom;
  std::string text;
};

std::pair<double, double> translation(const pugi::xml_node& node) {
  static const std::regex form(R"(translate\(([-\d.]+) ([-\d.]+)\))");
  std::smatch found;
  const std::string transform = node.attribute("transform").value();
  if (!std::regex_search(transform, found, form)) return {0, 0};
  return {std::stod(found[1]), std::stod(found[2])};
}

// Where the text is, or the most that it may take.
Box box_of(const pugi::xml_node& text) {
  const double size = text.attribute("font-size").as_double(12);
  const std::string words = text.child_value(), anchor = text.attribute("text-anchor").value();
  const double wide = text_width(words, size);
  const double x = text.attribute("x").as_double(), y = text.attribute("y").as_double();
  const double left = anchor == "end" ? x - wide : anchor == "middle" ? x - wide / 2 : x;
  if (std::string(text.attribute("transform").value()).starts_with("rotate(-90"))
    return {x - 0.8 * size, y - (left - x) - wide, x + 0.2 * size, y - (left - x), words};
  const auto [right, down] = translation(text.parent());
  return {left + right, y + down - 0.8 * size, left + wide + right, y + down + 0.2 * size, words};
}

std::vector<Box> labels(const pugi::xml_document& svg) {
  std::vector<Box> boxes;
  for (const auto& found : svg.select_nodes("//text")) boxes.push_back(box_of(found.node()));
  return boxes;
}

std::string overlap_among(const std::vector<Box>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Box &a = boxes[i], &b = boxes[j];
      const double wide = std::min(a.right, b.right) - std::max(a.left, b.left);
      const double high = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
      if (wide > 0.01 && high > 0.01) return "'" + a.text + "' and '" + b.text + "'";
    }
  }
  return "";
}

std::vector<double> attributes(const std::string& svg, const char* path) {
  pugi::xml_document parsed;
  parsed.load_string(svg.c_str());
  std::vector<double> found;
  for (const auto& one : parsed.select_nodes(path)) found.push_back(one.attribute().as_double());
  return found;
}

SvgFrame document() {
  return {};
}

TEST(Charts, AreWellFormedWhateverTheNames) {
  for (const Names& name : {Names(run_name), Names(hostile)}) {
    for (const std::string& svg : all_charts(name, document)) {
      pugi::xml_document parsed;
      const auto result = parsed.load_string(svg.c_str());
      ASSERT_TRUE(result) << result.description() << " at " << svg.substr(result.offset, 300);
      EXPECT_FALSE(has(svg, "nan"));
      EXPECT_FALSE(has(svg, std::string_view("\0", 1)));
      for (const auto& found : parsed.select_nodes("//*")) {
        const std::string element = found.node().name();
        static const std::set<std::string> known = {"svg",    "title",    "desc",     "style",
                                                    "rect",   "text",     "path",     "g",
                                                    "circle", "clipPath", "polyline", "pattern"};
        EXPECT_TRUE(known.count(element)) << element;
        for (const auto& attribute : found.node().attributes())
          EXPECT_FALSE(std::string(attribute.name()).starts_with("on")) << attribute.name();
      }
    }
  }
}

TEST(Charts, TextsOverlapNeitherOneAnotherNorTheEdge) {
  for (const Names& name : {Names(run_name), Names(hostile)}) {
    std::size_t number = 0;
    std::vector<std::string> all;
    for (const SvgFrame& frame : {SvgFrame(), SvgFrame{false, "w", 960}, SvgFrame{false, "n", 360}})
      std::ranges::move(all_charts(name, [&] { return frame; }), std::back_inserter(all));
    for (const std::string& svg : all) {
      pugi::xml_document parsed;
      ASSERT_TRUE(parsed.load_string(svg.c_str()));
      const auto boxes = labels(parsed);
      EXPECT_EQ(overlap_among(boxes), "") << "chart " << number;
      const auto root = parsed.child("svg");
      for (const Box& box : boxes) {
        EXPECT_GE(box.left, 0) << box.text << " in chart " << number;
        EXPECT_GE(box.top, 0) << box.text << " in chart " << number;
        EXPECT_LE(box.right, root.attribute("width").as_double()) << box.text << " in " << number;
        EXPECT_LE(box.bottom, root.attribute("height").as_double()) << box.text << " in " << number;
      }
      ++number;
    }
  }
}

TEST(Charts, OfAPageAreAsWideAsItWants) {
  for (const double width : {360.0, 960.0}) {
    const SvgFrame frame{false, "c", width};
    for (const std::string& svg :
         {svg_of(lines(run_name), frame), svg_of(distributions(run_name), frame),
          svg_of(differences(run_name, 12), frame), svg_of(differences(run_name, 100), frame),
          svg_of(scatter(run_name, 8, 0.5), frame)}) {
      EXPECT_EQ(attributes(svg, "/svg/@width"), std::vector<double>{width});
      for (const double x : attributes(svg, "//circle/@cx")) EXPECT_LT(x, width);
    }
  }
}

TEST(Charts, LabelsOfPointsKeepOffContours) {
  ScatterChart chart;
  chart.x = {"x", 0, 1};
  chart.y = {"y", 0, 1};
  chart.points = {{"the name of a run", 0.3, 0.4}};
  const auto label_x = [&] { return attributes(svg_of(chart), "//g[@data-point]/text/@x").at(0); };
  const double beside = label_x();
  chart.contours = ScatterChart::Contours{"D", 0.5, 0.5};
  EXPECT_LT(label_x(), beside);  // the line of .4 would go through it
}

TEST(Charts, OfAPageHaveIdsOfTheirOwn) {
  std::size_t number = 0;
  std::set<std::string> ids;
  const auto frame = [&]() -> SvgFrame { return {false, fmt::format("c{}", number++)}; };
  for (const std::string& svg : all_charts(run_name, frame)) {
    pugi::xml_document parsed;
    ASSERT_TRUE(parsed.load_string(svg.c_str()));
    EXPECT_FALSE(has(svg, "<style"));
    for (const auto& found : parsed.select_nodes("//@id"))
      EXPECT_TRUE(ids.insert(found.attribute().value()).second) << found.attribute().value();
    static const std::regex reference("url\\(#([^)]*)\\)");
    for (std::sregex_iterator at(svg.begin(), svg.end(), reference), end; at != end; ++at)
      EXPECT_TRUE(ids.count((*at)[1])) << (*at)[0];
    const auto root = parsed.child("svg");
    std::istringstream labels(root.attribute("aria-labelledby").value());  // title, description
    for (std::string id; labels >> id;) EXPECT_TRUE(ids.count(id)) << id;
    EXPECT_STRNE(root.child("title").child_value(), "");
  }
}

TEST(Charts, TakeTheirColoursFromThePage) {
  for (const std::string& svg : all_charts(run_name, [] { return SvgFrame{false, "c"}; })) {
    static const std::regex colour("(fill|stroke)=\"#");
    EXPECT_FALSE(std::regex_search(svg, colour));
  }
  EXPECT_TRUE(has(chart_style(), "prefers-color-scheme:dark"));
}

TEST(Charts, FilesAreLightUnlessAScreenIsDark) {
  for (const std::string& svg : all_charts(run_name, document)) {
    const std::size_t dark = svg.find("@media screen and (prefers-color-scheme:dark){");
    ASSERT_NE(dark, std::string::npos);
    EXPECT_LT(svg.find(".chart .paper{fill:#ffffff}"), dark);
    const std::size_t paper = svg.find(".chart .paper{fill:#17191c}");
    EXPECT_LT(dark, paper);
    EXPECT_LT(paper, svg.find("}\n</style>"));
    // Nothing stands behind the rules for dark that programs without them would miss.
    EXPECT_EQ(svg.find("</style>"), svg.find("}\n</style>") + 2);
  }
}

TEST(Charts, ShortenedNamesAreWholeInTitles) {
  const std::string name(10'000, 'W');
  const std::string svg = svg_of(bars([&](std::size_t) { return name; }));
  EXPECT_TRUE(has(svg, "WWW…<title>" + name + "</title></text>"));
  EXPECT_LE(text_width(shortened(name, 100)), 100);
  EXPECT_EQ(shortened("name", 100), "name");
  EXPECT_EQ(shortened("name", 10), "");
  EXPECT_EQ(shortened("longer name, of words", 110), "longer name…");
  EXPECT_EQ(shortened("a verylongnameofonerun", 110).substr(0, 9), "a verylon");
  std::string stacked = "a";
  for (int i = 0; i < 1000; ++i) stacked += "\xcc\x81";  // combining acute accent
  EXPECT_LT(shortened(stacked, 100).size(), 12U);
}

TEST(Charts, LinesAndPointsLieWhereTheirNumbersAre) {
  ScatterChart chart;
  chart.x = {"x", 0, 10};
  chart.y = {"y", 0, 1};
  chart.points = {{"a", 0, 0}, {"b", 10, 1}, {"c", 5, 0.25}};
  const std::string svg = svg_of(chart);
  EXPECT_EQ(attributes(svg, "//circle/@cx"), (std::vector<double>{70, 630, 350}));
  EXPECT_EQ(attributes(svg, "//circle/@cy"), (std::vector<double>{536, 56, 416}));
  LineChart line;
  line.lines = {{"l", {{0, 0}, {0.5, 1}}}};
  EXPECT_TRUE(has(svg_of(line), "points=\"70.00,400.00 350.00,40.00\""));
  line.logarithmic_x = true;
  line.x_min = 1;
  line.x_max = 100;
  line.lines = {{"l", {{1, 0}, {10, 1}}}};
  EXPECT_TRUE(has(svg_of(line), "points=\"70.00,400.00 350.00,40.00\""));
}

TEST(Charts, HeatMapsHaveAShadeForEachStep) {
  HeatMap map{"t", "", "topic", "run", "P", {"1"}, {"a", "b", "c", "d"}, {0, 0.1, 1.0, {}}};
  std::string svg = svg_of(map);
  for (const char* cell : {"class=\"q0\" data-column=\"0\"", "class=\"q1\" data-column=\"1\"",
                           "class=\"q9\" data-column=\"2\"", "fill=\"none\" data-column=\"3\"",
                           "<title>1, b: 0.100</title>", "<title>1, d: -</title>"})
    EXPECT_TRUE(has(svg, cell)) << cell;
  map.scale = ColourScale::diverging;
  map.values = {-1, -0.01, 0.01, 5};
  svg = svg_of(map);
  for (const char* cell : {"class=\"d0\" data-column=\"0\"", "class=\"d4\" data-column=\"1\"",
                           "class=\"d5\" data-column=\"2\"", "class=\"d9\" data-column=\"3\"",
                           "<title>1, c: +0.010</title>"})
    EXPECT_TRUE(has(svg, cell)) << cell;
}

TEST(Charts, BarsJoinMaximalGroupsOfRunsThatDoNotDiffer) {
  using Bars = std::vector<std::pair<std::size_t, std::size_t>>;
  CriticalDifferenceChart chart;
  chart.runs = {{"c", 0.3}, {"a", 0.5}, {"b", 0.4}, {"d", 0.3}};
  EXPECT_EQ(difference_groups(chart).order, (std::vector<std::size_t>{1, 2, 0, 3}));
  EXPECT_EQ(difference_groups(chart).bars, (Bars{{0, 3}}));
  chart.different = {{1, 0}, {3, 1}};  // a from c and d
  EXPECT_EQ(difference_groups(chart).bars, (Bars{{0, 1}, {1, 3}}));
  chart.different = {{1, 0}, {3, 1}, {2, 0}, {2, 3}, {1, 2}};
  EXPECT_EQ(difference_groups(chart).bars, (Bars{{2, 3}}));
  chart.different.emplace_back(0, 3);
  EXPECT_TRUE(difference_groups(chart).bars.empty());
}

// Of every two places, some bar joins them if and only if no pair from one to the other differs.
TEST(Charts, BarsSayWhatThePairsSay) {
  const CriticalDifferenceChart chart = differences(run_name, 60);
  const DifferenceGroups groups = difference_groups(chart);
  const std::set<std::pair<std::size_t, std::size_t>> different(chart.different.begin(),
                                                                chart.different.end());
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = i + 1; j < 60; ++j) {
      const auto [a, b] = std::minmax(groups.order[i], groups.order[j]);
      const bool joined = std::ranges::any_of(
          groups.bars, [&](const auto& bar) { return bar.first <= i && j <= bar.second; });
      EXPECT_NE(joined, different.count({a, b}) > 0) << i << " " << j;
    }
  }
  for (const auto& bar : groups.bars)
    for (const auto& other : groups.bars)
      EXPECT_FALSE(bar != other && bar.first >= other.first && bar.second <= other.second);
}

TEST(Charts, PairsThatNoBarJoinsAreCounted) {
  CriticalDifferenceChart chart;
  chart.runs = {{"a", 0.6}, {"b", 0.5}, {"c", 0.4}, {"d", 0.3}};
  chart.note = "no critical difference";
  EXPECT_EQ(difference_groups(chart).unjoined, 0);
  chart.different = {{1, 2}};  // neither does a differ from c or d, nor b from d
  EXPECT_EQ(difference_groups(chart).unjoined, 3);
  const std::string svg = svg_of(chart);
  EXPECT_TRUE(has(svg, ">no critical difference<"));
  EXPECT_TRUE(has(svg, ">Nor do 3 pairs of runs that share no bar.<"));
  chart.different = {{1, 2}, {0, 2}, {0, 3}, {1, 3}};
  chart.critical_difference = 0.15;
  EXPECT_EQ(difference_groups(chart).unjoined, 0);
  const std::string other = svg_of(chart);
  EXPECT_TRUE(has(other, ">critical difference 0.1500<"));
  EXPECT_FALSE(has(other, "no critical difference"));
  EXPECT_FALSE(has(other, "share no bar"));
}

TEST(Charts, AxesOfNumbersThatDifferByRoundingHaveAFewTicks) {
  for (const auto& [low, high] :
       std::vector<std::pair<double, double>>{{0.5666666666666667, 0.5666666666666668},
                                              {0.1, std::nextafter(0.1, 1)},
                                              {1e15, 1e15 + 1},
                                              {-1e16 - 2, -1e16},
                                              {0, 5e-324},
                                              {-1e308, 1e308}}) {
    const Axis axis = axis_around("", {low, high});
    EXPECT_LE(axis.low, low);
    EXPECT_GE(axis.high, high);
    EXPECT_LT(axis.low, axis.high);
    for (const auto& [from, to] : {std::pair(axis.low, axis.high), std::pair(low, high)}) {
      const std::vector<double> ticks = round_ticks(from, to);
      EXPECT_LE(ticks.size(), 20U) << low;
      EXPECT_TRUE(std::ranges::is_sorted(ticks, std::less_equal<>())) << low;
    }
  }
  EXPECT_EQ(axis_around("", {0, 1}).high - axis_around("", {0, 1}).low, 1);
  EXPECT_EQ(round_ticks(0, 1), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
}

TEST(Charts, ContoursHaveEqualSums) {
  const std::string svg = svg_of(scatter(run_name, 8, 0.5));
  static const std::regex line(
      "class=\"contour\" stroke-dasharray=\"6 4\" d=\"M([\\d.]+) ([\\d.]+)L([\\d.]+) ([\\d.]+)\"");
  const ScatterChart chart = scatter(run_name, 8, 0.5);
  std::size_t count = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), line), end; at != end; ++at, ++count) {
    const auto sum = [&](const std::string& x, const std::string& y) {
      return 0.5 * (chart.x.low + (std::stod(x) - 70) / 560 * (chart.x.high - chart.x.low)) +
             0.5 * (chart.y.high - (std::stod(y) - 56) / 480 * (chart.y.high - chart.y.low));
    };
    EXPECT_NEAR(sum((*at)[1], (*at)[2]), sum((*at)[3], (*at)[4]), 1e-4);
    const double level = sum((*at)[1], (*at)[2]);
    EXPECT_NEAR(level * 10, std::round(level * 10), 1e-3);
  }
  EXPECT_GE(count, 3U);
}

// Runs as near to one another as those of one system are.
TEST(Charts, LinesThatLeadToNamesCrossNothing) {
  std::vector<double> xs = {0.7773, 0.5090, 0.6933, 0.7300, 0.6800, 0.4467, 0.7100, 0.7267, 0.7017};
  std::vector<double> ys = {0.1602, 0.0765, 0.1752, 0.1575, 0.1762, 0.0756, 0.1810, 0.1618, 0.1789};
  ScatterChart chart;
  chart.x = axis_around("x", xs);
  chart.y = axis_around("y", ys);
  for (std::size_t i = 0; i < xs.size(); ++i)
    chart.points.push_back({fmt::format("system-{}-filtered", i + 1), xs[i], ys[i]});
  chart.contours = ScatterChart::Contours{"sum", 0.5, 0.5};
  for (const double width : {360, 960}) {
    pugi::xml_document drawn;
    ASSERT_TRUE(drawn.load_string(svg_of(chart, {false, "c", width}).c_str()));
    const auto points = drawn.select_nodes("//g[@data-point]");
    ASSERT_EQ(points.size(), xs.size());
    // Names on a wide screen; on a narrow one numbers, which are explained below.
    EXPECT_EQ(drawn.select_nodes("//g/text[starts-with(., 'system')]").size(),
              width == 960 ? 9U : 0U);
    EXPECT_EQ(drawn.select_nodes("//text[starts-with(., 'system')]").size(), 9U);
    std::size_t leaders = 0;
    for (const auto& point : points) {
      double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
      const std::string line = point.node().child("path").attribute("d").value();
      if (std::sscanf(line.c_str(), "M%lf %lfL%lf %lf", &x1, &y1, &x2, &y2) != 4) continue;
      ++leaders;
      for (const auto& other : points) {
        if (other == point) continue;
        const pugi::xml_node circle = other.node().child("circle"),
                             name = other.node().child("text");
        for (double at = 0; at <= 1; at += 0.01) {
          const double x = x1 + at * (x2 - x1), y = y1 + at * (y2 - y1);
          const double left = name.attribute("x").as_double(),
                       base = name.attribute("y").as_double();
          EXPECT_GE(std::hypot(x - circle.attribute("cx").as_double(),
                               y - circle.attribute("cy").as_double()),
                    4);
          EXPECT_FALSE(x > left && x < left + text_width(name.text().get(), 11) && y > base - 9 &&
                       y < base)
              << name.text().get();
        }
      }
    }
    EXPECT_GE(leaders, 1U);
  }
}

}  // namespace
}  // namespace subintent::internal
