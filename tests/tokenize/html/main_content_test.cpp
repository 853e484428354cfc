#include "tokenize/html/main_content.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tokenize/html/html_text.h"

namespace subintent::internal {
namespace {

// Runs of white space as one blank.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string main_content(const std::string& html) {
  std::string text;
  append_visible_text(html, text, nullptr, PagePart::main_content);
  return one_line(text);
}

std::string main_content_visible_text(const std::string& html) {
  std::string text;
  append_visible_text(html, text);
  return one_line(text);
}

const std::string one = "The two rivers meet in the old town below the castle hill.";
const std::string two = "A bridge of nine arches was built over the wider one in the year 1342.";
const std::string three =
    "It stood for six centuries, until a flood took three of its arches away.";
const std::string menu = "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>";

std::string p(const std::string& text) {
  return "<p>" + text + "</p>";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(MainContent, IsThePageWithoutNavigationAndFooter) {
  EXPECT_EQ(main_content("<nav>Sections</nav>" + p(one) + p(two) + "<footer>Imprint</footer>"),
            one + " " + two);
  EXPECT_EQ(main_content("<div>" + menu + "</div><div><h1>The bridge</h1>" + p(one) + p(two) +
                         "</div><div>" + menu + "All rights reserved</div>"),
            "The bridge " + one + " " + two);
  for (const std::string name :
       {"nav", "header", "footer", "aside", "button", "select", "menu", "textarea", "figcaption"})
    EXPECT_EQ(main_content("<" + name + ">" + two + "</" + name + ">" + p(one)), one) << name;
}

TEST(MainContent, HasTheFirstTitle) {
  EXPECT_EQ(main_content("<html><head><title>Rivers</title></head><body>" + menu + p(one) +
                         "<title>No</title>"),
            "Rivers " + one);
  EXPECT_EQ(main_content("<title> </title><title>Rivers</title>" + menu + p(one)), "Rivers " + one);
}

TEST(MainContent, LeavesBlocksOfLinksOut) {
  const std::string links = "<p><a href=/1>" + one + "</a>";
  EXPECT_EQ(main_content(p(one) + links + p(two)), one + " " + two);
  // Of ten words half are links, which is neither good nor bad; then more than half are.
  const std::string half = "a b c d e <a href=/>f g h i j</a>";
  EXPECT_EQ(main_content(p(half) + p(one)), "a b c d e f g h i j " + one);
  EXPECT_EQ(main_content(p(half + "<a href=/>k</a>") + p(one)), one);
  // Anchors are not links.
  EXPECT_EQ(main_content("<p><a name=x>" + one + "</a></p>" + menu), one);
}

TEST(MainContent, TakesALinkForOpenUntilItsElementEnds) {
  EXPECT_EQ(main_content(p(one) + "<a href=/><div>" + two + "</div></a>"), one);
  EXPECT_EQ(main_content("<div><a href=/>Start</div>" + p(one)), one);
  EXPECT_EQ(main_content(p("<a href=/>Start") + p(one)), one);
}

TEST(MainContent, KeepsUnclearBlocksBesideGoodOnes) {
  EXPECT_EQ(main_content(p("Before.") + p(one) + p("Short.") + p("Too.") + p(two)),
            "Before. " + one + " Short. Too. " + two);
  EXPECT_EQ(main_content(p("Far.") + menu + p(one) + menu + p("Far away.")), one);
}

TEST(MainContent, IsInTheLowestElementWithMostOfTheGoodText) {
  const std::string teaser = "<div><p>" + one + "</p></div>";
  EXPECT_EQ(main_content("<div>Top</div><div><div>" + p(one) + p(two) + p(three) +
                         "</div><div>More</div></div>" + teaser),
            one + " " + two + " " + three);
  // No element has most of it.
  EXPECT_EQ(main_content(teaser + teaser), one + " " + one);
  EXPECT_EQ(main_content("<div>Top</div>" + p(one)), "Top " + one);
}

TEST(MainContent, LeavesOutWhatNamesSay) {
  for (const std::string attribute :
       {"class='wp-Caption'", "id=footer", "class=\"box comments-area\"", "class=related_posts",
        "role=navigation", "hidden", "style='color: red; DISPLAY : none'",
        "style=visibility:hidden"}) {
    EXPECT_EQ(main_content("<div " + attribute + ">" + two + "</div>" + p(one)), one) << attribute;
    EXPECT_EQ(main_content("<body " + attribute + ">" + p(one) + menu), one) << attribute;
  }
  for (const std::string attribute :
       {"class=uncommented", "data-class=comment", "role=main", "style=display:block"}) {
    EXPECT_EQ(main_content("<div " + attribute + ">" + one + "</div>" + menu), one) << attribute;
    EXPECT_EQ(main_content("<div " + attribute + ">" + one + "</div>" + p(two)), one + " " + two)
        << attribute;
  }
}

TEST(MainContent, LeavesOutCommentsThatAreArticlesInAnArticle) {
  const auto article = [](const std::string& text) { return "<article>" + text + "</article>"; };
  EXPECT_EQ(main_content(article(article(p(one)) + article(p(two)) + article(p(three)))), one);
  EXPECT_EQ(main_content(article(p(one)) + article(p(two))), one + " " + two);
}

TEST(MainContent, HasTables) {
  EXPECT_EQ(main_content(menu + p(one) + "<table><tr><td>Arch<td>7<tr><td>Length<td>120 m</table>" +
                         "<div>" + menu + "</div>"),
            one + " Arch 7 Length 120 m");
}

TEST(MainContent, TakesLinesForOneBlock) {
  EXPECT_EQ(main_content("<p>Two rivers<br>meet in<br>the old town<br>below the castle" + menu),
            "Two rivers meet in the old town below the castle");
}

TEST(MainContent, CountsLongRunsAsSeveralWords) {
  const std::string chinese = repeated("水", 60);  // 180 bytes
  EXPECT_EQ(main_content(menu + p(chinese) + menu), chinese);
}

TEST(MainContent, IsAllOfThePageIfThereIsNoGoodBlock) {
  for (const std::string& page :
       {std::string(), std::string("Hello, world"), menu, "<nav>" + one + "</nav>", p("Hi") + menu,
        "<div class=comment>" + one + "</div>Reply"})
    EXPECT_EQ(main_content(page), main_content_visible_text(page));
  EXPECT_EQ(main_content(one), one);
}

TEST(MainContent, ReadsPagesWithoutEndTags) {
  EXPECT_EQ(main_content("<html><body><ul><li><a href=/>Home<li><a href=/>News</ul>"
                         "<h1>Bridges</h1><p>" +
                         one + "<p>" + two + "<ul><li><a href=/>Up"),
            "Bridges " + one + " " + two);
  EXPECT_EQ(main_content("<nav>Menu" + p(one)), main_content_visible_text("<nav>Menu" + p(one)));
  EXPECT_EQ(main_content("</div></p></article>" + p(one) + "</div>" + menu), one);
  EXPECT_EQ(main_content("<div><nav><ul><li>Menu</div>" + p(one)), one);
}

TEST(MainContent, PassesOverWhatIsNotVisible) {
  EXPECT_EQ(main_content("<template><nav></template><p>" + one + "<script><nav></script>"), one);
  EXPECT_EQ(main_content("<!--<nav>--><style><nav></style>" + p(one)), one);
}

TEST(MainContent, GoesBehindWhatTheTextHas) {
  std::string text = "kept \n";
  append_visible_text("<nav>Menu</nav>" + p(one), text, nullptr, PagePart::main_content);
  EXPECT_EQ(text, "kept \n" + one + "\n");
}

TEST(MainContent, TakesHostilePages) {
  for (const std::string part : {"<div>", "<p>a", "<li>", "<article>", "<div hidden>", "</div>",
                                 "<a href=/>x<div>", "<td><table>", "<title>"}) {
    const std::string many = repeated(part, 20'000);
    EXPECT_EQ(main_content(many + "<p>a"), main_content_visible_text(many + "<p>a")) << part;
  }
  const std::string deep = repeated("<div>", 2000);
  EXPECT_EQ(main_content(menu + deep + p(one) + repeated("</div>", 2000) + menu), one);
}

}  // namespace
}  // namespace subintent::internal
