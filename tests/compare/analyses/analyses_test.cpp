#include "compare/analyses/analysis.h"

#include <gtest/gtest.h>

#include <limits>

#include "compare/fixtures.h"
#include "core/io/content.h"
#include "messages.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

std::vector<ScoreGroup> some_groups() {
  ScoreGroup group;
  group.runs = {"bad", "mid", "good"};
  for (int topic = 1; topic <= 30; ++topic) group.topics.push_back(std::to_string(topic));
  ScoreMatrix scores = random_scores(30, 3, 4);
  for (std::size_t topic = 0; topic < 30; ++topic) scores.values[topic * 3 + 2] += 1;
  scores.measure = "M<&";
  group.measures = {scores, random_scores(30, 3, 9)};
  return {group};
}

// What an analysis makes of them, by these tests.
AnalysisResult made_of(std::string_view name, const std::string& test,
                       std::vector<ScoreGroup> groups = some_groups()) {
  const Analysis& analysis = *find_analysis(name);
  AnalysisValues values(analysis.options);
  if (analysis.takes("test")) values.set_text("test", test);
  if (analysis.takes("gold")) values.set_text("gold", "M<&");
  AnalysisInputs inputs;
  inputs.groups = std::move(groups);
  inputs.shows_text = true;
  return analyse(analysis, inputs, values);
}

// The page of `compare` explains each of its analyses; those of other commands are named on the
// page of the command, and have one of their own.
TEST(Analyses, AreDocumented) {
  const std::string pages = SUBINTENT_DATA "/../docs/man/subintent-";
  for (const Analysis& analysis : analyses()) {
    EXPECT_EQ(find_analysis(analysis.name), &analysis);
    EXPECT_EQ(std::ranges::count(analyses(), analysis.name, &Analysis::name), 1) << analysis.name;
    if (analysis.need == Need::left_out) continue;  // an option of judgments
    const std::string name(analysis.name), command(analysis.command);
    if (command == name) continue;  // a command of its own
    const TextFile page(pages + command + ".md");
    const bool has_item = command == "compare";
    EXPECT_TRUE(has(page.text(), has_item ? "\n- **" + name + "**"
                                          : "](subintent-" + command + "-" + name + ".md)"))
        << name;
  }
  EXPECT_EQ(find_analysis("none"), nullptr);
}

TEST(Reports, SvgIsEscapedAndHasALineForEachMeasure) {
  const AnalysisResult made = made_of("discriminative-power", "bootstrap");
  const std::string svg = svg_of(asl_chart(made.tested[0], 0.15));
  EXPECT_TRUE(has(svg, "M&lt;&amp;"));
  EXPECT_FALSE(has(svg, "M<"));
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = svg.find("<polyline", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 2u);
  EXPECT_FALSE(has(svg, "nan"));
}

TEST(Reports, TablesAsTsvAndJson) {
  const double infinity = std::numeric_limits<double>::infinity();
  const DataTable tables[] = {
      {"t", {"a", "b"}, {{std::string("\"x\u200cy\"z"), 0.1}, {Cell(), -infinity}}},
      {"u", {"c"}, {{std::int64_t{7}}}}};
  EXPECT_EQ(tsv_of(tables), "a\tb\n\"\"\"x\u200cy\"\"z\"\t0.1\n\t-inf\n\nc\n7\n");
  EXPECT_EQ(
      json_of("c", tables),
      "{\"subintent\":\"c\",\n\"t\":[\n{\"a\":\"\\\"x\u200cy\\\"z\",\"b\":0.1},\n{\"a\":null,\"b\":"
      "null}],\n\"u\":[\n{\"c\":7}]}\n");
  const DataTable tab[] = {{"t", {"a"}, {{std::string("x\ty")}}}};
  EXPECT_THROW(tsv_of(tab), Error);
}

TEST(Reports, FractionsAsThePapersPrintThem) {
  EXPECT_EQ(fraction(0.9951), ".995");
  EXPECT_EQ(fraction(-0.5), "-.500");
  EXPECT_EQ(fraction(1), "1.000");
  EXPECT_EQ(fraction(-1e-9), ".000");
}

TEST(Series, SummaryHasARowForEachSetting) {
  Series series{{"delta"}, {"M", "N"}, {}};
  for (const double delta : {0.0, 0.5})
    series.points.push_back({{delta}, made_of("discriminative-power", "t")});
  const Report report = series_report(series);
  EXPECT_TRUE(has(report.text.text(), "\n0.5 "));
  EXPECT_EQ(report.tables[0].columns[0], "delta");
  EXPECT_EQ(report.tables[0].rows.size(), 4u);
  EXPECT_EQ(series_chart(series, 0).lines.size(), 2u);
  EXPECT_EQ(series_chart(series, 0).lines[0].points.size(), 2u);
}

}  // namespace
}  // namespace subintent::internal
