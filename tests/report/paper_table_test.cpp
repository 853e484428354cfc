#include "report/report.h"

#include <gtest/gtest.h>

#include "messages.h"

namespace subintent::internal {
namespace {

TEST(LaTeX, EveryCharacterOfAsciiIsPrinted) {
  EXPECT_EQ(latex_text("\\input{x}"), "\\textbackslash{}input\\{x\\}");
  EXPECT_EQ(latex_text("1%#$&_^~"), "1\\%\\#\\$\\&\\_\\textasciicircum{}\\textasciitilde{}");
  EXPECT_EQ(latex_text("<|>`\""), "\\textless{}\\textbar{}\\textgreater{}\\`{}\\char34{}");
  EXPECT_EQ(latex_text("a-b --- '' ,,"), "a-b -{}-{}- '{}' ,{},");
  for (int c = 0x20; c < 0x7F; ++c)
    EXPECT_FALSE(latex_text(std::string(1, static_cast<char>(c))).empty()) << c;
}

TEST(LaTeX, CharactersOutsideAscii) {
  EXPECT_EQ(latex_text("D♯ α†‡"), "D$\\sharp$ $\\alpha$$\\dagger$$\\ddagger$");
  EXPECT_EQ(latex_text("é–“x”"), "é--``x''");
  EXPECT_EQ(latex_text("中🎉"), "\\subintentchar{4E2D}{中}\\subintentchar{1F389}{🎉}");
  EXPECT_EQ(latex_text("þŁ"), "\\subintentchar{00FE}{þ}\\subintentchar{0141}{Ł}");
  EXPECT_EQ(latex_text("a\xff\n\tb\x7f"), "a???b?");
}

TEST(LaTeX, TheCommandForCharactersComesWithThemOnly) {
  PaperTable table;
  table.header = {{"run"}};
  EXPECT_FALSE(has(latex_of({table}), "providecommand"));
  table.rows = {{{"中"}}};
  EXPECT_TRUE(has(latex_of({table}), "\\providecommand{\\subintentchar}"));
}

TEST(LaTeX, ALineDoesNotBeginWithWhatTheOneBeforeWouldTake) {
  PaperTable table;
  table.header = {{"run"}, {"M"}};
  table.rows = {{{"[2cm]"}, {"-0.5"}}, {{"*"}, {"[1]", true, "a", "b", "[-1, inf]"}}};
  const std::string text = latex_of({table});
  EXPECT_TRUE(has(text, "\n{}[2cm] & $-$0.5 \\\\\n"));
  EXPECT_TRUE(has(text,
                  "\n{}* & \\textbf{[1]}\\textsuperscript{a}\\textsubscript{b}~{\\small [$-$1, "
                  "inf]} \\\\\n"));
}

std::size_t count_in(std::string_view text, std::string_view wanted) {
  std::size_t count = 0;
  for (auto at = text.find(wanted); at != text.npos; at = text.find(wanted, at + 1)) ++count;
  return count;
}

TEST(LaTeX, TablesHigherThanAPageAreInParts) {
  PaperTable table;
  table.caption = "Means.";
  table.label = "tab:means";
  table.header = {{"run"}, {"M"}};
  for (int i = 0; i < 100; ++i) table.rows.push_back({{"run" + std::to_string(i)}, {"0.5"}});
  const std::string text = latex_of({table});
  EXPECT_EQ(count_in(text, "\\begin{table}\n"), 3u);
  EXPECT_EQ(count_in(text, "\\addtocounter{table}{-1}\n"), 2u);
  EXPECT_EQ(count_in(text, "\\label{"), 1u);
  EXPECT_EQ(count_in(text, "\\caption{Means.}"), 1u);
  EXPECT_EQ(count_in(text, "\\caption{Part 3 of 3.}"), 1u);
  EXPECT_EQ(count_in(text, "run & "), 3u);
  EXPECT_EQ(count_in(text, "0.5"), 100u);
  table.rows.resize(40);
  EXPECT_EQ(count_in(latex_of({table}), "\\begin{table}\n"), 1u);
}

TEST(Markdown, NothingIsMarkup) {
  EXPECT_EQ(markdown_text("a|b `c` _d_ *e* <b> &amp; [f](g) #"),
            "a\\|b \\`c\\` \\_d\\_ \\*e\\* &lt;b&gt; &amp;amp; \\[f\\]\\(g\\) \\#");
  EXPECT_EQ(markdown_text("a\nb"), "a?b");
}

TEST(PaperTables, LongNamesAreCut) {
  PaperTable table;
  table.header = {{std::string(10'000, 'x')}};
  EXPECT_LT(markdown_of({table}).size(), 200);
  EXPECT_LT(latex_of({table}).size(), 400);
}

TEST(PaperTables, ParagraphsOfAReportAreCaptions) {
  Report report;
  TextTable table(1);
  table.add({"measure", "power"});
  table.add({"P"});
  report.text.add("== delta = 0.1\n\n");
  report.text.add("Power\n\n");
  report.text.add(table);
  report.text.add("\nOther\n\n");
  report.text.add(table);
  report.text.add("\na, b:\nlegend.\n");
  const auto tables = paper_tables(report);
  ASSERT_EQ(tables.size(), 2);
  EXPECT_EQ(tables[0].caption, "delta = 0.1. Power.");
  EXPECT_EQ(tables[1].caption, "Other. a, b: legend.");
  EXPECT_EQ(tables[0].rows[0].size(), 2);
  report.paper.emplace_back().caption = "own";
  EXPECT_EQ(paper_tables(report).at(0).caption, "own");
}

TEST(ReportText, FitsATerminal) {
  TextTable table(1);
  table.add({"run", "measure1", "measure2"});
  table.add({"a very long name of a run", ".1", ".2"});
  ReportText text;
  text.add("One sentence that is too long for a line.\n\n");
  text.add(table);
  EXPECT_EQ(text.text(),
            "One sentence that is too long for a line.\n\n"
            "run                        measure1  measure2\n"
            "a very long name of a run        .1        .2\n");
  EXPECT_EQ(text.text(24),
            "One sentence that is too\nlong for a line.\n\n"
            "run        measure1\n"
            "a very...        .1\n\n"
            "run        measure2\n"
            "a very...        .2\n");
}

}  // namespace
}  // namespace subintent::internal
