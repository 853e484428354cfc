#include "report/page/html.h"

#include <gtest/gtest.h>

#include "report/page/section.h"

namespace subintent::internal {
namespace {

TEST(Html, EscapesTextAndKeepsMarkup) {
  const Html cell = html("<td title=\"{}\">{}", std::string("\"'&"), "</td><script>");
  EXPECT_EQ(cell.text(), "<td title=\"&quot;&#39;&amp;\">&lt;/td&gt;&lt;script&gt;");
  EXPECT_EQ(html("<tr>{}{:.2f}", cell, 0.125).text(), "<tr>" + cell.text() + "0.12");
}

TEST(Html, ReplacesWhatHtmlExcludes) {
  EXPECT_EQ(html_text(std::string("a\0b\x1b\xff", 5)), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(html_text("\uFFFE\u0085é"), "\uFFFD\uFFFDé");
}

TEST(Html, CutsNamesAndShowsWhatActsOnOtherText) {
  EXPECT_EQ(html_name("a\u202Eb").text(), "<bdi>a?b</bdi>");
  EXPECT_LT(html_name(std::string(10'000, 'x')).text().size(), 120u);
}

TEST(Html, LinksToTheWebOnly) {
  EXPECT_TRUE(is_web_address("https://example.org/?q=a&b"));
  EXPECT_TRUE(is_web_address("HTTP://example.org"));
  for (const char* other : {"javascript:alert(1)", "data:text/html,x", "//example.org", "",
                            "http://a b", "http://a\"onclick=\"", "file:///etc"})
    EXPECT_FALSE(is_web_address(other)) << other;
}

}  // namespace
}  // namespace subintent::internal
