#include "tokenize/document_text.h"

#include <gtest/gtest.h>

#include "core/base/utf8.h"

namespace subintent::internal {
namespace {

DocumentText shown(const Document& document) {
  std::string text;
  DocumentText shown;
  read_visible_text(document, text, &shown);
  return shown;
}

DocumentText page(const std::string& html) {
  return shown({.docno = "d", .content = html, .is_html = true});
}

TEST(DocumentText, HasTitleUrlAndFirstWords) {
  const DocumentText text = shown({.docno = "d",
                                   .content = "<title>\n Caf\xe9\t&amp; bar </title><p>Two\nwords",
                                   .is_html = true,
                                   .http_charset = "iso-8859-1",
                                   .url = "http://a/"});
  EXPECT_EQ(text, (DocumentText{"Café & bar", "http://a/", "Two words"}));
}

TEST(DocumentText, OfPlainTextHasTheTitleOfItsCollection) {
  EXPECT_EQ(shown({.docno = "d", .content = "A & B\nA & B or <C>", .title = "A & B"}),
            (DocumentText{"A & B", "", "A & B or <C>"}));
  EXPECT_EQ(shown({.docno = "d", .content = "Abc", .title = "A"}), (DocumentText{"A", "", "Abc"}));
  EXPECT_EQ(shown({.docno = "d", .content = "A", .title = "A"}), (DocumentText{"A", "", ""}));
  EXPECT_EQ(shown({.docno = "d", .content = "<p>x", .is_html = true, .title = "A &amp; <b>B"}),
            (DocumentText{"A & B", "", "x"}));
  EXPECT_EQ(shown({.docno = "d"}), DocumentText());
}

TEST(DocumentText, TakesTheFirstTitleOfAPageThatSaysSomething) {
  EXPECT_EQ(page("<svg><title>icon</title></svg><title> </title><title>A</title><title>B").title,
            "A");
  EXPECT_EQ(page("<template><title>no</title></template><title>A</title>").title, "A");
  EXPECT_EQ(page("<title>never closed").title, "");
  EXPECT_EQ(page("<head><meta></head><body>x").title, "");
}

TEST(DocumentText, TakesTheHeadlineOfNewswire) {
  EXPECT_EQ(page("<HEAD>One</HEAD><HEAD>Two</HEAD><TEXT>x</TEXT>"),
            (DocumentText{"One", "", "Two x"}));
  EXPECT_EQ(page("<HEADLINE><P>One</P></HEADLINE>x"), (DocumentText{"One", "", "x"}));
  EXPECT_EQ(page("<hl> </hl><h3><ti>One</ti></h3>x").title, "One");
  EXPECT_EQ(page("<head>x<title>One</title></head>").title, "One");
}

TEST(DocumentText, IsCut) {
  std::string words;
  for (int i = 0; i < 200; ++i) words += "four ";
  EXPECT_EQ(page(words).excerpt.size(), 299u);  // 60 words
  EXPECT_EQ(page("<title>" + words + "</title>").title.size(), 299u);
  EXPECT_EQ(page("<title>One</title>" + words).excerpt.size(), 299u);
  EXPECT_EQ(shown({.docno = "d", .content = words, .title = "One"}).excerpt.size(), 299u);
  EXPECT_EQ(shown({.docno = "d", .content = "x", .url = "http://" + std::string(2050, 'a')}).url,
            "");
}

TEST(DocumentText, IsOneLineWhateverTheDocument) {
  for (const bool html : {false, true}) {
    const DocumentText text = shown({.docno = "d",
                                     .content = "<title>a\tb\r\n&#9;&#1;c\x1b</title>\xff&#x2028;d",
                                     .is_html = html,
                                     .title = "a\nb\tc\x80",
                                     .url = "u\tv\n\xff"});
    for (const std::string& field : {text.title, text.url, text.excerpt}) {
      EXPECT_TRUE(is_valid_utf8(field));
      EXPECT_EQ(field.find_first_of("\t\n\r\x01\x1b"), field.npos) << field;
    }
  }
}

}  // namespace
}  // namespace subintent::internal
